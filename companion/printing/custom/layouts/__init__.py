"""Layouts of custom cards: a small TOML says where on a card each column goes, how large and in which colour."""
