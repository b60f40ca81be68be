"""Squads for tables: what a Mech of ours can have of everything that a record keeps."""

from companion.data.documents import to_document
from companion.games.techniconica import GAME

BISON, HERON, WOLF = (to_document(GAME.examples[name]) for name in ("copper-bison", "iron-heron", "sniper-wolf"))


def squad(*mechs, title="Squad"):
    return {"game": "techniconica", "title": title, "mech": list(mechs)}


CASTER = {
    "name": "Heavy Caster",
    "locomotor": {"card": "half-track", "attached": ["booster-rockets"]},
    "cockpit": {"card": "scout-cab", "attached": ["spark-screen", "bubble-projector", "scrap-plate", "steel-plate"]},
    "pilot": "gambler",
    "part": [
        {"card": "gravity-caster", "slot": "1,1"},
        {"card": "chain-blade", "slot": "1,3"},
        {"card": "twin-machine-guns", "slot": "1,2"},
        {"card": "gas-turbine", "slot": "2,1", "attached": ["battery-reserve"]},
        {"card": "twin-turbine", "slot": "2,3"},
    ],
}
"""16 weight of 16, 12 power of 11 + 0: Shields and Armour twice, Triggers, a Gravity Field, a blade."""
SKIMMER = {
    "name": "Skimmer",
    "locomotor": {"card": "skimmer-cushion", "attached": ["smoke-launchers"]},
    "cockpit": {"card": "bubble-canopy", "attached": ["lucky-charm"]},
    "pilot": "cadet",
    "part": [
        {"card": "missile-pod", "slot": "1,1"},
        {"card": "wrecking-claw", "slot": "1,3"},
        {"card": "gas-turbine", "slot": "2,1"},
        {"card": "fuel-cell", "slot": "2,3"},
    ],
}
ALL = (BISON, HERON, WOLF, squad(CASTER), squad(SKIMMER), squad(CASTER, SKIMMER), squad(SKIMMER, HERON["mech"][0]))
