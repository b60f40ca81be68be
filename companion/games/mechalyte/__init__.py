"""Mechalyte: two armies of dice, each built from one secret spec of six letters."""

from companion.system import GameSystem

GAME = GameSystem(
    slug="mechalyte",
    title="Mechalyte",
    tagline="Six letters make your army: write a spec, spend sixty points, take the enemy Headquarters.",
    players="2 players",
    build_noun="build spec",
    accent="#00695c",
)
