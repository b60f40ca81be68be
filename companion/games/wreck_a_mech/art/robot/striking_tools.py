"""Tools that strike, cut or grip, drawn from the wrist at (6, 0) to the right."""

from companion.games.wreck_a_mech.art.robot.shapes import hazard
from companion.printing.faces.boxes import Circle, Path
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, curve, dark, dot, fine, ring, star


def saw() -> Drawing:
    """Return a chain saw."""
    teeth = tuple(
        plate((7.4 + i * 1.7, s * 2.1), (8.2 + i * 1.7, s * 3.5), (9 + i * 1.7, s * 2.1), fill="accent")
        for i in range(4)
        for s in (-1, 1)
    )
    return (
        *teeth,
        curve(
            ("M", 6, -2.2), ("L", 13.4, -2.2), ("C", 15.8, -2, 15.8, 2, 13.4, 2.2), ("L", 6, 2.2), ("Z",), fill="paper"
        ),
        fine(7, 0, 13.6, 0, width=0.4),
        dark((5.2, -2.8), (7, -2.8), (7, 2.8), (5.2, 2.8)),
    )


def claw() -> Drawing:
    """Return a claw."""
    return (
        curve(
            ("M", 6.4, -0.6), ("C", 7, -6, 13, -6, 15.4, -1), ("C", 12.4, -3.4, 10, -2.4, 9, 0), ("Z",), fill="accent"
        ),
        curve(("M", 6.4, 0.6), ("C", 7, 6, 13, 6, 15.4, 1), ("C", 12.4, 3.4, 10, 2.4, 9, 0), ("Z",), fill="paper"),
        ring(7.4, 0, 1.9),
        dot(7.4, 0, 0.7),
    )


def hook() -> Drawing:
    """Return a hook."""
    hook = Path(
        (("M", 6.6, 0), ("L", 11, 0), ("C", 16.6, 0, 16.4, 6.4, 12.4, 5.8), ("C", 11, 5.6, 10.6, 4.6, 10.8, 3.6)),
        None,
        "blue",
        1.5,
    )
    inside = Path((("M", 8.6, 0), ("L", 11, 0), ("C", 15.6, 0, 15.4, 5.4, 12.4, 4.9)), None, "paper", 0.4)
    return (hook, inside, ring(7, 0, 1.7, "accent"))


def bucket() -> Drawing:
    """Return a digging bucket."""
    teeth = tuple(
        plate((13.6, -2 + i * 2.4), (15.8, -1.6 + i * 2.4), (13.4, -0.6 + i * 2.4), fill="paper") for i in range(3)
    )
    return (
        *teeth,
        curve(
            ("M", 6.4, -3),
            ("L", 13, -3.6),
            ("C", 14.4, -1, 14.2, 2.6, 13.2, 5.6),
            ("C", 8.6, 6, 5.6, 2.4, 6.4, -3),
            ("Z",),
            fill="accent",
        ),
        fine(8, -1, 12.6, 3.6, "paper", 0.4),
        ring(7, -1, 1.4),
    )


def crane() -> Drawing:
    """Return a crane with its load."""
    jib = plate((6, -1.8), (16.4, -0.7), (16.4, 0.7), (6, 1.8), fill="paper")
    webs = tuple(
        fine(6.6 + i * 1.9, -1.6 if i % 2 else 1.6, 8.5 + i * 1.9, 1.4 if i % 2 else -1.4, width=0.35) for i in range(5)
    )
    return (
        jib,
        *webs,
        fine(15.8, 0.6, 15.8, 4, width=0.4),
        block(13.8, 4, 4.2, 3, "accent", 0.5),
        ring(15.2, 5.5, 0.9),
    )


def club() -> Drawing:
    """Return a club."""
    return (
        plate((6, -0.8), (10, -1.2), (15, -2.2), (16.2, -1), (16.2, 1), (15, 2.2), (10, 1.2), (6, 0.8), fill="accent"),
        dark((5, -1.3), (7, -1.3), (7, 1.3), (5, 1.3)),
    )


def bat() -> Drawing:
    """Return a bat with nails."""
    nails = tuple(fine(x, s * 1.4, x + 0.5, s * 3.6, width=0.5) for x in (11.4, 13, 14.6) for s in (-1, 1))
    return (*nails, *club())


def pole() -> Drawing:
    """Return a microphone on a pole."""
    return (
        block(5, -0.6, 10, 1.2, "paper", 0.2),
        curve(
            ("M", 13.4, -1.6),
            ("C", 15, -3, 19.4, -2.4, 19.4, 0),
            ("C", 19.4, 2.4, 15, 3, 13.4, 1.6),
            ("Z",),
            fill="accent",
        ),
        *(fine(x, -2, x, 2) for x in (15, 16.4, 17.8)),
    )


def mic() -> Drawing:
    """Return a microphone."""
    grid = tuple(fine(11.6 + i * 1.4, -2.6, 11.6 + i * 1.4, 2.6, "paper", 0.3) for i in range(3))
    return (
        plate((5.4, -1), (10.4, -1.7), (10.4, 1.7), (5.4, 1), fill="paper"),
        Circle(13, 0, 3.3, "blue", "blue", 0.5),
        *grid,
        fine(10, -0.9, 16, -0.9, "paper", 0.3),
        fine(10, 0.9, 16, 0.9, "paper", 0.3),
        block(9.6, -2.1, 1.2, 4.2, "accent", 0.3),
    )


def ball() -> Drawing:
    """Return a wrecking ball."""
    links = tuple(Circle(7 + i * 1.7, 0.25 * i, 0.85, None, "blue", 0.5) for i in range(4))
    return (*links, Circle(15.4, 1.2, 3.6, "accent", "blue", 0.5), Circle(14.2, 0, 0.9, "paper", None))


def flail() -> Drawing:
    """Return a flail."""
    links = tuple(Circle(7 + i * 1.7, 0.25 * i, 0.85, None, "blue", 0.5) for i in range(4))
    return (*links, star(15.2, 1, 8, 4.2, 2.8), Circle(15.2, 1, 1.2, "paper", "blue", 0.3))


def drill() -> Drawing:
    """Return a drill."""
    turns = tuple(fine(9.8 + i * 1.4, -2.2 + i * 0.55, 10.4 + i * 1.4, 2.2 - i * 0.55, "paper", 0.4) for i in range(4))
    return (
        plate((9, -2.9), (17, 0), (9, 2.9), fill="accent"),
        *turns,
        dark((6, -3.3), (9.4, -3.3), (9.4, 3.3), (6, 3.3)),
    )


def jackhammer() -> Drawing:
    """Return a jackhammer."""
    return (
        plate((12, -0.8), (17, -0.3), (18, 0), (17, 0.3), (12, 0.8), fill="accent"),
        block(6, -2.2, 6.4, 4.4, "paper", 0.8),
        *(fine(x, -2.2, x, 2.2, width=0.4) for x in (7.6, 9, 10.4)),
        dark((7, -4.4), (8.4, -4.4), (8.4, -2.2), (7, -2.2)),
    )


def driver() -> Drawing:
    """Return a pile driver."""
    return (
        dark((6, -1), (11, -1), (11, 1), (6, 1)),
        plate((11, -4.4), (14.6, -4), (14.6, 4), (11, 4.4), fill="accent"),
        *hazard(6.6, -2.4, 4, 1.3),
        *hazard(6.6, 1.1, 4, 1.3),
    )


def fist() -> Drawing:
    """Return a fist."""
    fingers = tuple(block(10.8, -3.2 + i * 2.1, 2.6, 2, "paper", 0.8) for i in range(3))
    return (
        *fingers,
        plate((6, -2.2), (8, -3.4), (11.2, -3.4), (11.2, 3.4), (8, 3.4), (6, 2.2), fill="accent"),
        block(8, 2, 4, 1.9, "paper", 0.8),
        dot(8.6, -0.6, 0.8, "paper"),
    )
