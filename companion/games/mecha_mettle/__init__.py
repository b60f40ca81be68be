"""Mecha Mettle: two captains with nine ports each, modules that link, and attack rolls against defence rolls."""

from companion.system import GameSystem

GAME = GameSystem(
    slug="mecha-mettle",
    title="Mecha Mettle",
    tagline="Draft four components, lay modules on your ports, and break five of theirs.",
    players="2 players, 30 minutes",
    build_noun="component draft",
    accent="#8a4b08",
)
