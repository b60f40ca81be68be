"""Wreck-A-Mech: decks of salvaged parts, a mech on a cross, and what it loses when it is hit."""

from companion.games.wreck_a_mech.form import WorkshopForm
from companion.games.wreck_a_mech.model import KINDS, Workshop
from companion.games.wreck_a_mech.pages import VIEWS
from companion.games.wreck_a_mech.resolver import RESOLVERS
from companion.games.wreck_a_mech.sheets import PRINT_SETS
from companion.games.wreck_a_mech.summary import shown, summary
from companion.games.wreck_a_mech.validator import check
from companion.system import Credit, GameSystem

GAME = GameSystem(
    slug="wreck-a-mech",
    title="Wreck-A-Mech",
    tagline="Bolt a mech together from what you draw, take the hit, salvage better parts, wreck them three times.",
    players="2 players, 3 or 4 with two sets",
    build_noun="mech",
    accent="#b0205f",
    credit=Credit(
        designer="Steve Vilbig",
        publisher="Entire Prize Enterprises",
        licence="© Entire Prize Enterprises, all rights reserved",
        note="Rules 1.0; original art by Kayla Christine. No card list is public: the cards here are a house set.",
    ),
    kinds=KINDS,
    model=Workshop,
    check=check,
    form=WorkshopForm,
    resolvers=RESOLVERS,
    print_sets=PRINT_SETS,
    views=VIEWS,
    shown=shown,
    summary=summary,
)
