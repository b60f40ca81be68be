"""A game as the product knows it: GameSystem, the rooms it loads, its JSON Schema, the history of its builds."""
