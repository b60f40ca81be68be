"""A Mech that fits the Sniper Wolf: 17 of 18 weight, 7 of 7 power; the parts of the printed one are not known."""

from companion.games.techniconica import GAME

WOLF = {
    "name": "Sniper Wolf",
    "locomotor": "hauler-tracks",
    "cockpit": {"card": "standard-cockpit", "attached": ["heavy-plate"]},
    "pilot": "sharpshooter",
    "part": [
        {"card": "long-rifle", "slot": "1,1"},
        {"card": "light-autocannon", "slot": "1,3"},
        {"card": "auto-rifle", "slot": "1,2"},
        {"card": "gas-turbine", "slot": "2,1"},
        {"card": "fuel-cell", "slot": "2,3"},
    ],
}
RENDING = {"id": "rending", "name": "Rending", "text": "Damage is n more.", "number": "damage"}
RIPPER = {
    "id": "ripper",
    "name": "Ripper",
    "rules": ["Rending (2)", "Sticky"],
    "ar": 1,
    "dt": 1,
    "we": 1,
    "pc": 1,
    "pe": 2,
    "do": 3,
}
"""A custom rule, and a custom Weapon that has it."""


def read(**fields):
    """Return a squad."""
    return GAME.read({"game": "techniconica", "title": "", **fields})
