"""Techniconica: Mechs of part cards on a grid, with weight and power to mind, until one side stands."""

from companion.system import GameSystem

GAME = GameSystem(
    slug="techniconica",
    title="Techniconica",
    tagline="Lay a Mech out card by card: carry what its legs can bear, power what you carry, then shoot first.",
    players="2 players or more",
    build_noun="squad",
    accent="#5b1a8c",
)
