"""The analyses of Mecha Mettle: what a module can hit, and what two modules become when they are linked."""

from companion.games.mecha_mettle.analysis.line_of_sight import LINE_OF_SIGHT
from companion.games.mecha_mettle.analysis.upgrades import UPGRADES
from companion.system import Analysis

ANALYSES: tuple[Analysis, ...] = (LINE_OF_SIGHT, UPGRADES)
"""The analyses of Mecha Mettle, in the order in which pages list them."""
