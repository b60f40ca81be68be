"""A print-and-play companion for five tabletop mech games.

CONTRIBUTING.md draws the structure from the import contracts; each package's first line says what it contains.
"""

__version__ = "0.20.0"
