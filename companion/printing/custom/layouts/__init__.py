"""Layouts of custom cards: a small TOML file gives the place, size and colour of each column on a card."""
