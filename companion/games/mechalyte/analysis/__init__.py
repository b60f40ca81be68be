"""The analyses of Mechalyte: specs against specs, and how far a mech moves on the battlefield."""

from companion.gamekit.contract import Analysis
from companion.games.mechalyte.analysis.battlefield import BATTLEFIELD
from companion.games.mechalyte.analysis.counter_spec import COUNTER_SPEC
from companion.games.mechalyte.analysis.duels import DUELS
from companion.games.mechalyte.analysis.ranking import RANKING

ANALYSES: tuple[Analysis, ...] = (DUELS, RANKING, COUNTER_SPEC, BATTLEFIELD)
"""The analyses of Mechalyte, in the order in which pages list them."""
