"""Facts of play as pure functions: totals of a mech, losses, the Foundry, the phases of a turn."""
