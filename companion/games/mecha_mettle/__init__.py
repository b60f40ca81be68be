"""Mecha Mettle: two captains, nine ports each, modules that link, dice that are compared."""

from companion.games.mecha_mettle.form import DraftForm
from companion.games.mecha_mettle.model import KINDS, Draft
from companion.games.mecha_mettle.resolver import RESOLVERS
from companion.games.mecha_mettle.rules import line_of_sight, upgrades
from companion.games.mecha_mettle.sheets import PRINT_SETS
from companion.games.mecha_mettle.summary import shown, summary
from companion.games.mecha_mettle.validator import check
from companion.system import Credit, GameSystem

GAME = GameSystem(
    slug="mecha-mettle",
    title="Mecha Mettle",
    tagline="Draft four components, lay modules on your ports, and break five of theirs.",
    players="2 players, 30 minutes",
    build_noun="component draft",
    accent="#8a4b08",
    credit=Credit(
        designer="",
        publisher="",
        licence="none named: all rights are its author's",
        note="Its pictures, eight component effects and the last page are lost; house cards stand in, each marked.",
    ),
    kinds=KINDS,
    model=Draft,
    check=check,
    form=DraftForm,
    resolvers=RESOLVERS,
    print_sets=PRINT_SETS,
    views=(line_of_sight.VIEW, upgrades.VIEW),
    shown=shown,
    summary=summary,
)
