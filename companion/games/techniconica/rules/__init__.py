"""Facts of play as pure functions: assembled Mechs, damage through layers, and losses in play."""
