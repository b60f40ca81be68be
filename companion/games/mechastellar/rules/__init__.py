"""Facts of play as pure functions: loadouts and costs, bonuses of traits, and small calculations."""
