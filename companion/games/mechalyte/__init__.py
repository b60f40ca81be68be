"""Mechalyte: two armies of dice, each grown from one secret spec of six letters."""

from companion.games.mechalyte.form import SpecForm
from companion.games.mechalyte.model import KINDS, Spec
from companion.games.mechalyte.pages import VIEWS
from companion.games.mechalyte.resolver import RESOLVERS
from companion.games.mechalyte.sheets import PRINT_SETS
from companion.games.mechalyte.summary import shown, summary
from companion.games.mechalyte.validator import check
from companion.system import Credit, GameSystem

GAME = GameSystem(
    slug="mechalyte",
    title="Mechalyte",
    tagline="Six letters make your army: write a spec, spend sixty points, take the enemy Headquarters.",
    players="2 players",
    build_noun="build spec",
    accent="#00695c",
    credit=Credit(
        designer="Nathan McCoy",
        publisher="",
        licence="none named: all rights are its author's",
        note="Revision 0.81 (beta). Its battlefield diagram and its list of victory conditions are lost: rulings.",
    ),
    kinds=KINDS,
    model=Spec,
    check=check,
    form=SpecForm,
    resolvers=RESOLVERS,
    print_sets=PRINT_SETS,
    views=VIEWS,
    shown=shown,
    summary=summary,
)
