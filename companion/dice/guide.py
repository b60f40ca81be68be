"""What can be typed: every notation with examples and what it means, for the dice page, the command line and docs."""

from typing import NamedTuple


class GuideLine(NamedTuple):
    """Examples of one notation, and what they mean."""

    examples: tuple[str, ...]
    meaning: str


GUIDE: dict[str, tuple[GuideLine, ...]] = {
    "Dice": (
        GuideLine(("3d6+2",), "three six-sided dice, and 2 more"),
        GuideLine(("d%", "4dF"), "a die from 1 to 100; four fate dice"),
        GuideLine(("d66", "1d66"), "a tens die and a units die; a die with 66 sides"),
        GuideLine(("2d{1, 1, 2, 3}",), "dice with these numbers on their faces"),
        GuideLine(("3d{hit, hit, miss}",), "dice with words on their faces; each word is counted"),
        GuideLine(("adv", "dis", "d12adv"), "two d20, of which the higher counts, or the lower; the same with a d12"),
    ),
    "Keep and drop": (
        GuideLine(("4d6kh3", "2d20kl1"), "keep the 3 highest; keep the lowest"),
        GuideLine(("4d6dl1", "3d8dh1"), "drop the lowest; drop the highest"),
        GuideLine(("5d6dl1dh1",), "several: each looks at all dice"),
    ),
    "Throw again": (
        GuideLine(("2d6r1", "4d6r<3", "d20r{1, 13}"), "throw again until it shows something else"),
        GuideLine(("2d6ro1", "2d6ro<=2"), "throw again once"),
        GuideLine(("4d6mi2", "4d6ma5"), "lower faces count as 2; higher faces count as 5"),
        GuideLine(("2d6!", "5d10!>=9"), "the highest face, or 9 or more, explodes: one more die is thrown"),
        GuideLine(("4d6!!>=5kh2",), "what an explosion adds belongs to the same die (compounding)"),
    ),
    "Count": (
        GuideLine(("6d6>=5", "6d6>4", "6d6cs6"), "count the dice that show 5 or more, more than 4, or 6"),
        GuideLine(("8d10>=8f1",), "count, and take one off for each 1"),
        GuideLine(("(2d6)>=8", "d20+5>=15"), "compare the total: yes or no"),
    ),
    "Calculate": (
        GuideLine(("2d6*3", "(2d6+1)*2"), "times; brackets"),
        GuideLine(("3d6/2", "3d6//2", "ceil(3d6/2)"), "an exact fraction; rounded down; rounded up"),
        GuideLine(("max(2d6, 1d12)", "min(3d6, 10)"), "the higher result; the lower one"),
        GuideLine(("{2d6, 1d12}kh1", "{3d6, 3d6, 3d6}>=12"), "results beside each other: keep the higher; count them"),
        GuideLine(("6x(4d6kh3)",), "six results"),
        GuideLine(("2d6[fire]+1d8[cold] # Dragon",), "labels for parts, and a name for the roll"),
    ),
}
"""Notations by headings."""
