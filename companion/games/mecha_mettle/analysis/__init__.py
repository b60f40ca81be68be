"""The analyses of Mecha Mettle: draft ideas, the best shot, lines of sight, and linked modules."""

from companion.gamekit.contract import Analysis
from companion.games.mecha_mettle.analysis.best_shot import BEST_SHOT
from companion.games.mecha_mettle.analysis.draft_plan import DRAFT_PLAN
from companion.games.mecha_mettle.analysis.line_of_sight import LINE_OF_SIGHT
from companion.games.mecha_mettle.analysis.upgrades import UPGRADES

ANALYSES: tuple[Analysis, ...] = (DRAFT_PLAN, BEST_SHOT, LINE_OF_SIGHT, UPGRADES)
"""The analyses of Mecha Mettle, in the order in which pages list them."""
