"""MechaStellar: unit profiles, points lists, and the combat of Core Combat Rules 9.5."""

from companion.system import GameSystem

GAME = GameSystem(
    slug="mechastellar",
    title="MechaStellar",
    tagline="Giant robots of every series: build a points list, print its sheets, roll its combat and know its odds.",
    players="2 players or more",
    build_noun="points list",
    accent="#0b6bb5",
)
