"""The board, a room of its own: places for the mech's cross and its piles, and for the Foundry, in real card size."""

from companion.games.wreck_a_mech.card_faces import border, text
from companion.printing.boxes import POKER, Area, Box, Group, Line, Rect

Boxes = tuple[Box, ...]

GAP = 2.5
HEAD = 8.0


def pages(area: Area) -> tuple[Boxes, ...]:
    """Return four pages: the cross's upper and lower half, the Foundry's upper and lower half."""
    return (_upper(area), _lower(area), _foundry(area, True), _foundry(area, False))


def _grid(area: Area) -> tuple[float, tuple[float, float, float]]:
    left = (area.w - 3 * POKER.w - 2 * GAP) / 2
    return left, tuple(left + i * (POKER.w + GAP) for i in range(3))  # type: ignore[return-value]


def _title(area: Area, words: str, note: str) -> Boxes:
    return (
        text(0, 0, area.w * 0.45, 5.6, words, 12, "bold", ink="blue", what="head"),
        text(area.w * 0.45, 0, area.w * 0.55, 5.6, note, 8.5, align="right", ink="soft", what="note"),
        Line(0, 6.2, area.w, 6.2, 0.4, "blue"),
    )


def _place(x: float, y: float, name: str, note: str = "", rank: int = 0, part: bool = True) -> Boxes:
    frame: Boxes = (
        (Group(border(rank), x, y),)
        if rank
        else (Rect(x, y, POKER.w, POKER.h, 2, "wash" if part else None, "blue", 0.4, () if part else (2, 1.2)),)
    )
    middle = y + POKER.h / 2
    return (
        *frame,
        text(x + 4, middle - 6, POKER.w - 8, 7, name, 14, "bold", "centre", what="place"),
        *(
            (text(x + 5, middle + 1.4, POKER.w - 10, 9, note, 8.5, align="centre", ink="soft", what="place note"),)
            if note
            else ()
        ),
    )


def _upper(area: Area) -> Boxes:
    _, (a, b, c) = _grid(area)
    y, below = HEAD + 1, HEAD + 1 + POKER.h + GAP
    return (
        *_title(area, "Mech: upper half", "Lay the lower half against the lower edge."),
        *_place(a, y, "Draw pile", "face down", part=False),
        *_place(b, y, "Head"),
        *_place(c, y, "Discard pile", "face up; look through yours at any time", part=False),
        *_place(a, below, "Left arm", "a right arm lies here upside down"),
        *_place(b, below, "Body"),
        *_place(c, below, "Right arm", "a left arm lies here upside down"),
        *_turn(area, below + POKER.h + 4),
    )


def _turn(area: Area, y: float) -> Boxes:
    steps = (
        ("1 Draw", "2 cards and the highest Victory score. Not in the first turn."),
        ("2 Build", "Play, swap arms, throw off; keep one part. Discard the hand. Mark Attack and Defense."),
        ("3 Combat", "Attacker’s Attack less your Defense: lose parts until their Structure covers it."),
        ("4 Upgrade", "Your defender’s losses: Rank 1 gains Rank 2, Rank 2 and 3 gain Rank 3; Rank 3 junks one."),
        ("5 Rebound", "If wrecked: junk 2, shuffle, draw and play up to the most parts. Then pass the chip."),
    )
    wide = (area.w - 4 * 3) / 5
    return tuple(
        box
        for i, (title, said) in enumerate(steps)
        for box in (
            Rect(i * (wide + 3), y, wide, 28, 1, "tint", None),
            text(i * (wide + 3) + 2, y + 1, wide - 4, 6, title, 11, "bold", what="step"),
            text(i * (wide + 3) + 2, y + 7, wide - 4, 20, said, 9, what="step text"),
        )
    )


def _lower(area: Area) -> Boxes:
    left, (a, b, c) = _grid(area)
    y, below = HEAD + 1, HEAD + 1 + POKER.h + 6
    wide = 3 * POKER.w + 2 * GAP
    return (
        *_title(area, "Mech: lower half", "Legs below the body, then the damage area."),
        *_place(a, y, "Hand", "what you do not play is discarded", part=False),
        *_place(b, y, "Legs"),
        *_place(c, y, "Counter card", "beside the board", part=False),
        Rect(left, below, wide, POKER.h + 20, 2, "tint", "accent", 0.5, (3, 1.6)),
        text(left + 4, below + 2, wide - 8, 8, "Damage area", 14, "bold", "centre", what="place"),
        text(
            left + 4, below + POKER.h + 10, wide - 8, 8,
            "Parts lost in Combat wait here until the end of the Upgrade Phase. Marks stay as they are.",
            9, align="centre", ink="soft", what="place note",
        ),
    )  # fmt: skip


def _foundry(area: Area, upper: bool) -> Boxes:
    _, (a, b, c) = _grid(area)
    y, below = HEAD + 1, HEAD + 1 + POKER.h + GAP
    if upper:
        return (
            *_title(area, "Foundry: upper half", "A face-up card that is gained is replaced at once from its pile."),
            *_place(a, y, "Rank 2 pile", "silver, 27 face down", 2),
            *_place(b, y, "Rank 3 pile", "gold, 27 face down", 3),
            *_place(c, y, "Junk Yard", "face up, out of the game", part=False),
            *_place(a, below, "Rank 2", "face up", 2),
            *_place(b, below, "Rank 3", "face up", 3),
        )
    return (
        *_title(area, "Foundry: lower half", "A pile’s last card ends the game: most Victories win."),
        *(box for top in (y, below) for box in _place(a, top, "Rank 2", "face up", 2)),
        *(box for top in (y, below) for box in _place(b, top, "Rank 3", "face up", 3)),
    )
