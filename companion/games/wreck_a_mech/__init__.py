"""Wreck-A-Mech: decks of salvaged parts, and mechs on a cross that lose parts when they are hit."""

from companion.system import GameSystem

GAME = GameSystem(
    slug="wreck-a-mech",
    title="Wreck-A-Mech",
    tagline="Bolt a mech together from the cards you draw, take the hit, salvage better parts, wreck them three times.",
    players="2 players, 3 or 4 with two sets",
    build_noun="mech",
    accent="#b0205f",
)
