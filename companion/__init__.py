"""A print-and-play companion for five tabletop mech games.

docs/contributing.md draws the house from its import contracts; each package's first line says what it holds.
"""

__version__ = "0.2.0"
