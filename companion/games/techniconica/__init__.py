"""Techniconica: Mechs built from part cards on a grid, with limits of weight and power; the last side standing wins."""

from companion.system import GameSystem

GAME = GameSystem(
    slug="techniconica",
    title="Techniconica",
    tagline="Build a Mech card by card: carry what its legs can bear, power what you carry, then shoot first.",
    players="2 players or more",
    build_noun="squad",
    accent="#5b1a8c",
)
