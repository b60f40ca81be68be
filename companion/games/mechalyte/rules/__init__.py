"""Facts of play as pure functions: mechs by level, the army plan, how dice are aimed, the battlefield."""
