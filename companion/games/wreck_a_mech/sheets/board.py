"""The board: card-sized places for a mech's cross and piles, and for the Foundry."""

from collections.abc import Mapping

from companion.data.rulebook import Rulings
from companion.games.wreck_a_mech.sheets.card_faces import border, text
from companion.printing.faces.boxes import POKER, Area, Box, Group, Line, Rect, Text

Boxes = tuple[Box, ...]
Captions = tuple[tuple[str, str], ...]
"""Titles of places with the text below each."""

GAP = 2.5
HEAD = 8.0
STRIP = 34.0
"""Height of the boxes with rules next to the places, in mm."""


def mech_pages(area: Area, rulings: Rulings) -> tuple[Boxes, ...]:
    """Return a player's two pages: the upper and lower half of the cross, and the turn under the rulings in force."""
    return (_upper(area, rulings), _lower(area, rulings))


def foundry_pages(area: Area, rulings: Rulings, face_down: Mapping[int, int]) -> tuple[Boxes, ...]:
    """Return the two pages for the table: upper and lower half of the Foundry; `face_down` is each rank's pile size."""
    return (_foundry_upper(area, rulings, face_down), _foundry_lower(area, rulings))


def _grid(area: Area) -> tuple[float, tuple[float, float, float]]:
    left = (area.w - 3 * POKER.w - 2 * GAP) / 2
    return left, tuple(left + i * (POKER.w + GAP) for i in range(3))  # type: ignore[return-value]


def _title(area: Area, y: float, title: str, note: str) -> Boxes:
    return (
        text(0, y, area.w * 0.4, 5.6, title, 12, 6.5, "bold", ink="blue", what="head"),
        text(area.w * 0.4, y, area.w * 0.6, 5.6, note, 9, align="right", ink="soft", what="note"),
        Line(0, y + 6.2, area.w, y + 6.2, 0.4, "blue"),
    )


def _card_place(x: float, y: float, name: str, note: str = "", rank: int = 0, part: bool = True) -> Boxes:
    frame: Boxes = (
        (Group(border(rank, past=0), x, y),)
        if rank
        else (Rect(x, y, POKER.w, POKER.h, 2, "wash" if part else None, "blue", 0.4, () if part else (2, 1.2)),)
    )
    middle = y + POKER.h / 2
    return (
        *frame,
        text(x + 4, middle - 6, POKER.w - 8, 7, name, 14, 6.5, "bold", "centre", what="place"),
        *(
            (text(x + 5, middle + 1.4, POKER.w - 10, 9, note, 8.5, align="centre", ink="soft", what="place note"),)
            if note
            else ()
        ),
    )


def _upper(area: Area, rulings: Rulings) -> Boxes:
    _, (a, b, c) = _grid(area)
    below = area.h - POKER.h
    y = below - POKER.h - GAP
    tall = min(STRIP, y - HEAD - GAP)
    return (
        *_title(
            area,
            y - GAP - tall - HEAD,
            "Mech: upper half",
            "Trim the lower margin and place the lower half against it.",
        ),
        *_caption_boxes(area, _turn_captions(rulings), y - GAP - tall, tall),
        *_card_place(a, y, "Draw pile", "face down", part=False),
        *_card_place(b, y, "Head"),
        *_card_place(c, y, "Discard pile", "face up; look through yours at any time", part=False),
        *_card_place(a, below, "Left arm", "a right arm goes here upside down"),
        *_card_place(b, below, "Body"),
        *_card_place(c, below, "Right arm", "a left arm goes here upside down"),
    )


def _turn_captions(rulings: Rulings) -> Captions:
    chip = {
        "every-turn": "In every turn, then pass the chip.",
        "rebound-only": "The chip passes only when somebody was wrecked.",
    }
    return (
        ("1 Draw", "2 cards plus the highest Victory score. Not in the first turn."),
        ("2 Build", "Play, swap arms, throw off; keep one part. Discard the hand. Mark Attack and Defense."),
        ("3 Combat", "Attacker’s Attack minus your Defense: lose parts until their Structure covers it."),
        ("4 Upgrade", "For your defender’s losses gain Rank 2 for 1, Rank 3 for 2 or 3. Rank 3 also junks one."),
        (
            "5 Rebound",
            f"If wrecked: junk 2, shuffle, draw and play up to the most parts. {chip[rulings['initiative']]}",
        ),
    )


def _caption_boxes(area: Area, texts: Captions, y: float, high: float) -> Boxes:
    """Return boxes side by side, each a title and a sentence."""
    wide = (area.w - (len(texts) - 1) * 3) / len(texts)
    boxes: list[Box] = []
    for i, (title, sentence) in enumerate(texts):
        x = i * (wide + 3)
        boxes += [
            Rect(x, y, wide, high, 1, "tint", None),
            text(x + 2, y + 1.5, wide - 4, 6, title, 13, 6.5, "bold", what="step"),
            Text(x + 2, y + 8.5, wide - 4, high - 9.5, sentence, 13, 8, leading=1.15, what="step text"),
        ]
    return tuple(boxes)


def _lower(area: Area, rulings: Rulings) -> Boxes:
    left, (a, b, c) = _grid(area)
    below = POKER.h + 5
    wide, high = 3 * POKER.w + 2 * GAP, area.h - HEAD - 2 - below
    return (
        *_card_place(a, 0, "Hand", "discard what you do not play", part=False),
        *_card_place(b, 0, "Legs"),
        *_card_place(c, 0, "Rings and chip", "the counter card goes next to the board", part=False),
        Rect(left, below, wide, high, 2, "tint", "accent", 0.5, (3, 1.6)),
        text(left + 4, below + 4, wide - 8, 8, "Damage area", 16, 6.5, "bold", "centre", what="place"),
        text(
            left + 4,
            below + 13,
            wide - 8,
            6,
            _DAMAGE_NOTES[rulings["wrecked-cards"]],
            10,
            align="centre",
            ink="soft",
            what="place note",
        ),
        *_title(area, area.h - HEAD + 1, "Mech: lower half", "Legs below the body, then the damage area."),
    )


_DAMAGE_NOTES = {
    "after-upgrade": "Parts lost in Combat wait here until the end of the Upgrade Phase. The marks stay as they are.",
    "at-once": "Parts lost in Combat wait here until the Upgrade Phase ends; a wrecked mech’s are shuffled in at once.",
}


def _foundry_upper(area: Area, rulings: Rulings, face_down: Mapping[int, int]) -> Boxes:
    _, (a, b, c) = _grid(area)
    below = area.h - POKER.h
    y = below - POKER.h - GAP
    tall = min(STRIP, y - HEAD - GAP)
    return (
        *_title(area, y - GAP - tall - HEAD, "Foundry: upper half", "A face-up card gained is replaced at once."),
        *_caption_boxes(area, _gain_captions(rulings), y - GAP - tall, tall),
        *_card_place(a, y, "Rank 2 pile", f"silver, {face_down[2]} face down", 2),
        *_card_place(b, y, "Rank 3 pile", f"gold, {face_down[3]} face down", 3),
        *_card_place(c, y, "Junk Yard", "face up, out of the game", part=False),
        *_card_place(a, below, "Rank 2", "face up", 2),
        *_card_place(b, below, "Rank 3", "face up", 3),
        *_card_place(c, below, "Junk Yard", "", part=False),
    )


def _foundry_lower(area: Area, rulings: Rulings) -> Boxes:
    _, (a, b, c) = _grid(area)
    rows = (0.0, POKER.h + GAP)
    return (
        *(box for y in rows for box in _card_place(a, y, "Rank 2", "face up", 2)),
        *(box for y in rows for box in _card_place(b, y, "Rank 3", "face up", 3)),
        *(box for y in rows for box in _card_place(c, y, "Junk Yard", "", part=False)),
        *_caption_boxes(area, _ending_captions(rulings), rows[1] + POKER.h + 5, STRIP),
        *_title(area, area.h - HEAD + 1, "Foundry: lower half", "Rank 2 silver, Rank 3 gold: three of each face up."),
    )


def _gain_captions(rulings: Rulings) -> Captions:
    where = {"discard": "to your discard pile", "draw": "on top of your draw pile"}[rulings["gained-cards"]]
    return (
        ("Rank 1 damaged", "Gain a Rank 2 card."),
        ("Rank 2 damaged", "Gain a Rank 3 card."),
        ("Rank 3 damaged", "Gain a Rank 3 card; you may junk a card of yours."),
        ("Gaining", f"Face up, or the top of the pile unseen; {where}."),
    )


def _ending_captions(rulings: Rulings) -> Captions:
    last = {"counts": "Its last card", "gains-only": "Its last card, if gained from the pile itself,"}
    when = {"end-of-phase": "after the phase", "at-once": "at once"}
    ends = f"{last[rulings['foundry-replacement']]} ends the game {when[rulings['foundry-end']]}: most Victories win."
    stalemate = {"again": "begin it again", "closest": "the closest scores"}[rulings["overtime-stalemate"]]
    return (
        ("Junking", "From your discard or draw pile; shuffle a draw pile you looked through."),
        ("Pile used up", ends),
        ("Three Victories", "Alone, after all damage: you win. Several: Overtime."),
        (
            "Overtime",
            f"New mechs from 5 cards; build and fight until one player scores alone. If nobody can: {stalemate}.",
        ),
    )
