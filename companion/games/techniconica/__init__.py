"""Techniconica: Mechs of part cards on a grid, with weight and power to mind, until one side stands."""

from companion.games.techniconica.form import SquadForm
from companion.games.techniconica.model import KINDS, Squad
from companion.games.techniconica.pages import VIEWS
from companion.games.techniconica.resolver import RESOLVERS
from companion.games.techniconica.sheets import PRINT_SETS
from companion.games.techniconica.summary import shown, summary
from companion.games.techniconica.validator import check
from companion.system import Credit, GameSystem

GAME = GameSystem(
    slug="techniconica",
    title="Techniconica",
    tagline="Lay a Mech out card by card: carry what its legs can bear, power what you carry, then shoot first.",
    players="2 players or more",
    build_noun="squad",
    accent="#5b1a8c",
    credit=Credit(
        designer="",
        publisher="Techniconica",
        licence="none named: all rights are its makers'",
        note="Rulebook of the game's site. The list of cards is not public: the pack that ships is our own.",
    ),
    kinds=KINDS,
    model=Squad,
    check=check,
    form=SquadForm,
    resolvers=RESOLVERS,
    print_sets=PRINT_SETS,
    views=VIEWS,
    shown=shown,
    summary=summary,
)
