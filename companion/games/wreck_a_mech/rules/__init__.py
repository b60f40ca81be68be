"""What a mech adds up to, what it can lose, the Foundry, and the bookkeeping of a turn."""
