"""Parts that tests draw hands and mechs from: the house set's, and made-up ones for laws."""

from hypothesis import strategies as st

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import ARMS, POSITIONS, Part, Special

PARTS = GAME.catalogue.all(Part)
RULINGS = GAME.context().rulings
PREY = {"akio": "freedom", "freedom": "zhao", "zhao": "akio", "trainer": ""}
TRAINERS = {c.position: c.id for c in PARTS if c.rank == 1}

parts = st.sampled_from(PARTS)

_rules = st.one_of(
    st.builds(
        Special, rule=st.just("set"), least=st.integers(1, 3), attack=st.integers(1, 4), defense=st.integers(0, 4)
    ),
    st.builds(Special, rule=st.just("each"), corporation=st.sampled_from(["own", "zhao"]), defense=st.integers(1, 3)),
    st.builds(
        Special, rule=st.just("against"), corporation=st.sampled_from(["prey", "akio"]), attack=st.integers(1, 3)
    ),
)


@st.composite
def made_up(draw):
    """A part of no set: any values, any of the special rules."""
    position = draw(st.sampled_from(POSITIONS))
    number = draw(st.integers(0, 10**9))
    values = {name: draw(st.integers(0, 9)) for name in ("attack", "defense")}
    return Part(
        id=f"card-{number}", name=f"Card {number}", origin="own", rank=draw(st.sampled_from([1, 2, 3])),
        position=position, corporation=draw(st.sampled_from(["akio", "freedom", "zhao", "trainer"])),
        structure=draw(st.integers(1, 6)), penalty=draw(st.integers(0, 9)) if position in ARMS else 0,
        special=tuple(draw(st.lists(_rules, max_size=2))), **values,
    )  # fmt: skip


@st.composite
def mechs(draw, least=0):
    """Parts by position, arms perhaps on the wrong side."""
    found = {}
    for position in POSITIONS:
        fitting = [c for c in PARTS if c.position == position or (position in ARMS and c.position in ARMS)]
        card = draw(st.none() | st.sampled_from(fitting))
        if card:
            found[position] = card
    return found if len(found) >= least else {"body": draw(st.sampled_from([c for c in PARTS if c.position == "body"]))}


def summed(mech, enemy):
    """Attack and Defense by the words of the rules, an oracle beside the code: part after part, rule after rule."""
    attack = defense = 0
    for position, card in mech.items():
        attack += card.attack
        defense += card.defense
        if card.position != position:
            attack -= card.penalty
        for rule in card.special:
            wanted = {"own": card.corporation, "prey": PREY.get(card.corporation, "")}.get(
                rule.corporation, rule.corporation
            )
            mine = len([c for c in mech.values() if c.corporation == wanted])
            if rule.rule == "set":
                attack += rule.attack if mine >= rule.least else 0
                defense += rule.defense if mine >= rule.least else 0
            elif rule.rule == "each":
                attack += rule.attack * mine
                defense += rule.defense * mine
            else:
                attack += rule.attack * enemy.get(wanted, 0)
    return max(0, attack), max(0, defense)
