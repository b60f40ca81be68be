"""The reference sheet: rules in turn order, dice, components, rulings. The text comes from the rulebook's data."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from companion.base.wording import percent
from companion.data.cards import Kind
from companion.gamekit.contract import Context, PrintSource
from companion.games.mecha_mettle.art.symbols import DICE, INLINE, die
from companion.games.mecha_mettle.model import CATEGORIES, DIE_NAMES, SUCCEEDS_FROM, Component, DieKind, Pool
from companion.games.mecha_mettle.sheets import chances, pair
from companion.games.mecha_mettle.sheets.card_faces import dice_with_sign
from companion.games.mecha_mettle.sheets.geometry import STRIP
from companion.games.mecha_mettle.summary import timing
from companion.printing.faces.boxes import Area, Box, Group, Line, PlacedSymbol, Text
from companion.printing.faces.origins import ORIGINS, origin
from companion.printing.text import page_columns, reference
from companion.printing.text.page_columns import Block, Boxes, Row

SIDES = 2
_PAIR = 58.0
"""Side of the square in which an upgraded module is drawn, in mm."""


def pages(source: PrintSource) -> Callable[[Area], tuple[Boxes, ...]]:
    """Return the function that makes the reference's pages for a printable area."""
    context = source.context
    return reference.fitted(
        "Mecha Mettle", context.rulebook, lambda size: blocks(context, size, source.unknown == "blank"), SIDES
    )


def blocks(context: Context, size: float, blank: bool = False) -> tuple[Block, ...]:
    """Return the sheet's blocks: the dice, the rules as a turn runs, link and components, chances, rulings, marks.

    `blank` leaves out house values: players write them on the cards.
    """
    return (
        _dice(),
        *reference.sections(reference.in_turn_order(context.rulebook), size, INLINE),
        _link(context, size, blank),
        _components(context, size, blank),
        _chances(context, blank),
        reference.rulings(context.rulebook.ruling, context.rulings, size, INLINE, context.house_rules),
        page_columns.paragraphs("Marks of origin", _MARKS, size, INLINE),
    )


_MARKS = (
    "No mark or {printed}: the rulebook states it.\n{derived} derived: it follows from what the rulebook states.\n"
    "{house} house: the rulebook is silent, so this is ours.\n{custom} custom: from a player's pack."
)


_ORDER = (
    "{derived} Categories and levels follow from the order of the rulebook's list, where no sample card states them."
)


def _dice() -> Block:
    rows: tuple[DieKind, ...] = ("regular", "special", "evasion", "shield")
    pitch = 8.6

    def draw(x: float, y: float, w: float) -> Boxes:
        boxes: list[Box] = []
        for i, kind in enumerate(rows):
            top = y + i * pitch
            lowest = SUCCEEDS_FROM[kind]
            faces = ", ".join(str(face) for face in range(lowest, 7))
            chance = Fraction(7 - lowest, 6)
            boxes += [
                PlacedSymbol(DICE[kind], x, top, 7.6),
                Text(x + 9.4, top, w - 22, 4, DIE_NAMES[kind], 8.5, 6.5, "semibold", what="die"),
                Text(x + 9.4, top + 3.7, w - 22, 3.6, f"succeeds on {faces}", 8, 8, what="success faces"),
                Text(x + w - 13, top, 13, 7.6, f"{chance}", 13, 8, "bold", "right", "middle", what="odds per die"),
            ]
        note = "The number inside says how many dice to roll. The attack works with more successes than the defense."
        boxes.append(page_columns.text(x, y + 4 * pitch, w, 7.8, note, 8, 8, symbols=INLINE))
        return tuple(boxes)

    return Block("Dice", (Row(lambda w: 4 * pitch + 8.0, draw),))


def _link(context: Context, size: float, blank: bool) -> Block:
    example = pair.example(context.catalogue)
    note = (
        f"Lay the Open Link's edge on the inner line of a strip with N K, so that L I N K reads in one line. Only that "
        f"strip, {STRIP:.0f} mm wide, stays in view; the upper card overhangs as far on the other side. Turn the "
        f"pair until the word is upright. {{house}} The measures are ours."
    )
    if example:
        note = f"Example: {example.upper.name} on {example.lower.name}. {note}"
    drawing_height = _PAIR + 1.5 if example else 0.0

    def draw(x: float, y: float, w: float) -> Boxes:
        words = page_columns.text(
            x, y + drawing_height, w, page_columns.height(note, w, size, INLINE), note, size, symbols=INLINE
        )
        if example is None:
            return (words,)
        return Group(
            (pair.draw_pair(example, _PAIR, pair.upright(example), blank),), x + (w - _PAIR) / 2, y + 0.5
        ), words

    return Block("Link", (Row(lambda w: drawing_height + page_columns.height(note, w, size, INLINE), draw),))


def _chances(context: Context, blank: bool) -> Block:
    attacks, defences = chances.attacks(context), chances.defences(context, blank)
    first, high = 15.0, 9.6

    def draw(x: float, y: float, w: float) -> Boxes:
        across = (w - first) / len(defences)
        boxes: list[Box] = []
        for i, (defence, holders) in enumerate(defences.items()):
            left = x + first + i * across
            boxes += die(defence, left + (across - 7.4) / 2, y, 7.4, "defense")
            boxes += origin(_best_origin(holders), left + (across + 7.4) / 2 - 1.6, y + 5.8, 1.8)
        for j, attack in enumerate(attacks):
            top = y + (j + 1) * high
            boxes.append(Line(x, top - 0.9, x + w, top - 0.9, width=0.1, ink="faint"))
            boxes += [b for i, pool in enumerate(attack) for b in die(pool, x + i * 7.6, top, 7.4, "attack")]
            for i, defence in enumerate(defences):
                share = percent(chances.chance(attack, defence), sign="")
                left = x + first + i * across
                boxes.append(
                    Text(left, top, across, 7.4, share, 9.5, 6.5, "semibold", "centre", "middle", what="chance")
                )
        return tuple(boxes)

    attack_lines = [f"{_dice_words(pools)}: {_list_holders(holders)}." for pools, holders in attacks.items()]
    defence_lines = [f"{_dice_words((pool,))}: {_list_holders(holders)}." for pool, holders in defences.items()]
    table = Row(lambda w: high * (len(attacks) + 1), draw)
    rows = (table, *(page_columns.row(line, 8, INLINE) for line in (*attack_lines, *defence_lines)))
    return Block("Chances in percent, rounded: attack against defense", rows)


def _best_origin(holders: list[chances.Holder]) -> Kind:
    kinds = {kind for _, kind in holders}
    return next(kind for kind in ORIGINS if kind in kinds)


def _list_holders(holders: list[chances.Holder]) -> str:
    return ", ".join(name if kind == "printed" else f"{{{kind}}} {name}" for name, kind in holders)


def _dice_words(pools: tuple[Pool, ...]) -> str:
    return " / ".join(f"{pool.dice} {{{pool.kind}}}" for pool in pools)


def _short(card: Component, blank: bool) -> str:
    if blank and card.mark("text").kind == "house":
        return f"{card.level} · {card.name}: as written on the card."
    given, field = dice_with_sign(card), "defend" if card.defend else "attack"
    dice = ""
    if given and not (blank and card.mark(field).kind == "house"):
        sign = "+" if given[1] == "+" else ""
        dice = f"{_mark(card, field)}{sign}{given[0].dice} {{{given[0].kind}}} "
    return f"{_mark(card, 'text')}{card.level} · {card.name}: {dice}{card.text}"


def _mark(card: Component, field: str) -> str:
    kind = card.mark(field).kind
    return "" if kind == "printed" else f"{{{kind}}} "


def _timing_with_marks(cards: Sequence[Component]) -> str:
    """Return when cards of one timing may be used, with a mark of each origin that it has among them."""
    kinds = {card.mark(field).kind for card in cards for field in ("when", "limit")}
    marks = "".join(f"{{{kind}}} " for kind in ORIGINS if kind in kinds and kind != "printed")
    return f"{marks}{timing(cards[0])}"


def _unsure(cards: Sequence[Component]) -> bool:
    """Return whether house numbers, left blank on the cards, say when one of them may be used."""
    return any(card.mark(field).kind == "house" for card in cards for field in ("when", "limit"))


def _components(context: Context, size: float, blank: bool) -> Block:
    cards = context.catalogue.all(Component)
    rows: list[Row] = []
    for category in CATEGORIES:
        chosen = sorted((c for c in cards if c.category == category), key=lambda c: c.level)
        together = len({timing(card) for card in chosen}) == 1 and not (blank and _unsure(chosen))
        used = f": {_timing_with_marks(chosen)}" if together else ""
        rows.append(page_columns.row(f"{category.capitalize()}{used}", size, INLINE, "semibold"))
        for card in chosen:
            words = _short(card, blank)
            if not together and not (blank and _unsure([card])):
                words = f"{words} {_timing_with_marks([card])[:1].upper()}{_timing_with_marks([card])[1:]}."
            rows.append(page_columns.row(words, size, INLINE))
    if any(card.mark("level").kind == "derived" for card in cards):
        rows.append(page_columns.row(_ORDER, size, INLINE))
    return Block("Components by category and level", tuple(rows))
