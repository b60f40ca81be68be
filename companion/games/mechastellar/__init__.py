"""MechaStellar: unit profiles, points lists, and the combat of Core Combat Rules 9.5."""

from companion.games.mechastellar.form import ListForm
from companion.games.mechastellar.model import KINDS, Force
from companion.games.mechastellar.pages import VIEWS
from companion.games.mechastellar.resolver import RESOLVERS
from companion.games.mechastellar.sheets import PRINT_SETS
from companion.games.mechastellar.summary import shown, summary
from companion.games.mechastellar.validator import check
from companion.system import Credit, GameSystem

GAME = GameSystem(
    slug="mechastellar",
    title="MechaStellar",
    tagline="Giant robots of every series: build a points list, print its sheets, roll its combat and know its odds.",
    players="2 players or more",
    build_noun="points list",
    accent="#0b6bb5",
    credit=Credit(
        designer="MechaStellar",
        publisher="mechastellar.com",
        licence="CC BY-NC-SA: attribution, non-commercial, share alike",
        note="Core Combat Rules 9.5 (28 February 2024). The Wargame Rules were not at hand: their limits are rulings.",
    ),
    kinds=KINDS,
    model=Force,
    check=check,
    form=ListForm,
    resolvers=RESOLVERS,
    print_sets=PRINT_SETS,
    views=VIEWS,
    shown=shown,
    summary=summary,
)
