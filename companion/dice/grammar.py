"""Reads dice as players type them, by the grammar in `notation.lark`, into the parts in `syntax.py`.

It says nothing of odds. A text that it cannot read is InvalidInput with the column, what was expected there, and where
there is one the nearest notation that works.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from lark import Token, Transformer, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, VisitError

from companion.base.findings import InputError, InvalidInput, quote
from companion.dice.syntax import (
    Arithmetic,
    Braces,
    Call,
    Change,
    Clamp,
    Count,
    DicePool,
    Explode,
    FaceCondition,
    Keep,
    Labelled,
    Negative,
    Node,
    Notation,
    NotUsable,
    Number,
    Operation,
    Reroll,
    Sign,
    Symbols,
    Total,
)
from companion.dice.tables import parser
from companion.dice.throw import Die

LONGEST, DEEPEST = 1000, 50
"""Characters of an expression, and brackets within each other."""
MOST_DICE, MOST_SIDES, MOST_CHANGES, MOST_REPEATS, LARGEST_NUMBER = 1000, 10_000, 20, 100, 1_000_000

_LOOKALIKES = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | dict(zip("−–—‐‑×÷≧≦、\u200b\u2060\ufeff", "-----*/≥≤,   ", strict=True))
)
"""Characters that mean another one, full-width ones among them; one for one, so that columns stay."""
_SIGNS: dict[str, Sign] = {">=": ">=", "≥": ">=", "<=": "<=", "≤": "<=", ">": ">", "<": "<", "=": "=", "==": "="}
_CONDITION = re.compile(r"(>=|<=|==|[><=≥≤])?(-?[0-9]+)")
_SIDES = "a number of sides, % or F"
_HINTS = [
    (re.compile(pattern, re.IGNORECASE), hint)
    for pattern, hint in (
        (r"[/!]g?m?r(?:oll)?\b|\[\[|[`\"'“”„]", "the dice alone, as 2d6+3"),
        (r"(?:dis)?advantage\b", "adv or dis, as d20adv"),
        (r"(?:drop|keep|highest|lowest|best)\b", "kh, kl, dh or dl after the dice, as 4d6kh3 or 4d6dl1"),
        (r"\.\.|:", "each face as often as it is on the die, as d{1, 1, 2}"),
        (r"dF?\.1", "d{-1, 0, 0, 0, 0, 1}, Fudge dice with four blanks"),
        (r"[0-9]*dF\.2", "dF"),
        (r"!!?p", "!, which adds the whole face; dice that penetrate cannot be typed"),
        (r"!!!", "! or !!"),
        (r"xo", "! (explodes again and again); once only cannot be typed"),
        (r"c[fs]|df|sf|even|odd|ms", "cs or f with a face, as 6d6cs>=5f1"),
        (r"(?:abs|round|sqrt|pow|sign|cos|exp|fix|log|sin|tan|trunc) *\(", "max, min, floor or ceil"),
        (r"ro?[alh]", "r or ro with a face or a comparison, as ro<3"),
        (r"m(?:i|a)[lh]", "mi or ma with a face, as mi2"),
        (r"k[hl]?[0-9]|d[hl][0-9]", "changes right after dice, or braces around results, as {2d6, 1d12}kh1"),
        (r",(?! *$)", "braces around results to choose from, as {2d6, 1d12}kh1"),
        (r"!=|(?<=<)>", "= for the opposite: 1-((2d6)=7) is any other total"),
        (r"e[0-9<>lh]", "! for exploding dice, as 5d10!>=8"),
        (r"p[hl<>0-9]", "d, dl or dh to drop dice, as 4d6dl1"),
        (r"s[ad]?\b", "nothing: sorting does not change a total"),
        (r"\*|\^", "* as often as it takes, as 2*2*2"),
        (r"[0-9]*[dw]\(|[dw](?:[0-9%{]|f\b)", "numbers for dice and sides, as 3d12, or + before dice"),
        (r"[0-9]*[dw] *$|[0-9]*[dw][^0-9%{f]", _SIDES),
        (r"x *[0-9]|x", "* or × for times; 6x repeats, and stands first"),
        (r"[0-9]*\.[0-9]", "whole numbers; a half is /2"),
        (r"%", "d% for dice with 100 sides; remainders cannot be typed"),
    )
]
"""What players of other programs type at a place, and the nearest that works here."""
_ANY_WORD = re.compile(r"(?!(?:dis)?adv|drop|keep|highest|lowest|best)(?:[^\W\d_]{3,}|to)\b(?! *\()", re.IGNORECASE)
"""A word that says no change to dice."""


def read_notation(text: str, from_link: bool = False) -> Notation:
    """Return a dice expression as its parts; InvalidInput names the column and what was expected there.

    In a link a plus becomes a space: with `from_link`, a space between a term and a number or dice is a plus.
    """
    if len(text) > LONGEST:
        raise InvalidInput(InputError("expression", f"{len(text):,} characters", f"at most {LONGEST:,}"))
    pieces = _WORDS.split(text)
    # Every second piece is a label or the comment.
    plain = "".join(piece if n % 2 else piece.translate(_LOOKALIKES) for n, piece in enumerate(pieces))
    bare = _WORDS.sub(lambda match: " " * len(match[0]), plain)
    _check_depth(bare, text)
    # Labels are marked for this by brackets, so that the space after one is seen as such.
    marked = _WORDS.sub(lambda match: "]" * len(match[0]), plain)
    added = tuple(match.start() for match in _LOST_PLUS.finditer(marked)) if from_link else ()
    plain = "".join("+" if at in added else character for at, character in enumerate(plain))
    try:
        notation = _Builder().transform(parser().parse(plain))
    except UnexpectedInput as error:
        raise _unexpected(error, text, bare) from None
    except (NotUsable, VisitError) as error:
        reason = error.orig_exc if isinstance(error, VisitError) else error
        if not isinstance(reason, NotUsable):
            raise
        raise error_at(text, reason.at, reason.expected) from None
    return Notation(notation.node, notation.repeats, notation.comment, added)


def _check_letters(token: Token) -> Token:
    """Check that no letter is a lookalike that ignoring case lets through, as ſ for s."""
    strange = next((at for at, letter in enumerate(token) if letter.isalpha() and not letter.isascii()), None)
    if strange is not None:
        raise NotUsable(_start(token) + strange, "a letter from a to z")
    return token


def _check_depth(bare: str, text: str) -> None:
    depth = 0
    for at, character in enumerate(bare):
        depth += (character in "({") - (character in ")}")
        if depth > DEEPEST:
            raise error_at(text, at, f"brackets at most {DEEPEST} deep")


_WORDS = re.compile(r"(\[[^\[\]]*\]|#.*)", re.DOTALL)
"""Labels and the comment."""
_LOST_PLUS = re.compile(
    r"(?:(?<=[0-9%f)}\]!])|(?<=[0-9dwf%][kd])|(?<=k[hl])|(?<=d[hl])|(?<=adv)|(?<=dis))"
    r" +(?=[0-9]*[dw](?:[0-9%{]|f\b)|[0-9])",
    re.IGNORECASE,
)
"""A space between a complete term and a number or dice."""


def error_at(text: str, at: int, expected: str) -> InvalidInput:
    """Return the error for a place of a text, from 0, where something else was expected."""
    rest = text[at : at + 12].rstrip()
    return InvalidInput(InputError(f"column {at + 1}", quote(rest) if rest else "the end", expected))


def _unexpected(error: UnexpectedInput, text: str, bare: str) -> InvalidInput:
    at = error.pos_in_stream
    expected: set[str] = set()
    if isinstance(error, UnexpectedCharacters):
        expected = set(error.allowed or ())
    elif isinstance(error, UnexpectedToken | UnexpectedEOF):
        expected = set(error.expected)
    is_end = at is None or at < 0 or isinstance(error, UnexpectedToken) and error.token.type == "$END"
    place = len(text.rstrip()) if is_end or at is None else at
    word = re.search(r"(?<=\s)[^\W\d_]*$", bare[:place])
    if word and not is_end and "PLUS" in expected:
        # The first letter of a word may have been read as a change: keep, kick.
        place = word.start()
    hint = next((hint for pattern, hint in _HINTS if pattern.match(text, place)), "")
    if (
        re.search(r"(?:[kcsfriaohlx]|mi[an]|max?|!)\s+$", bare[:place], re.IGNORECASE)
        and text[place : place + 1].isdigit()
    ):
        hint = "no space between a change and its number"
    if word and "PLUS" in expected and _ANY_WORD.match(text, place):
        hint = "# before a comment, as # attack"
    if "COMMA" in expected and re.search(r"[dw]\{[^{}]*$", bare[:place], re.IGNORECASE):
        hint = hint or "a comma or }"
    if re.search(r"//?\s*$", bare[:place]) and re.match(r"\*|[^\W\d_]{2}", text[place:]):
        hint = "# before a comment, as # attack"
    if "FACE" in expected and re.match(r"[0-9]*[dw][0-9%{f]|\(", text[place:], re.IGNORECASE):
        hint = "a face; brackets around the dice before the sign compare totals, as (5d6)>=2d4"
    if hint == _SIDES:
        place += len(text[place:]) - len(text[place:].lstrip("0123456789")) + 1
    return error_at(text, place, hint or _expected_in_words(expected, _end(bare[:place])))


def _end(before: str) -> str:
    """Return how an expression may end after a text: with the bracket that is open, if one is."""
    opened = ""
    for character in before:
        if character in "({":
            opened += ")" if character == "(" else "}"
        elif character in ")}":
            opened = opened[:-1]
    return opened[-1:] or "the end"


def _expected_in_words(expected: set[str], end: str) -> str:
    if "DICE" in expected:
        return "a number or dice, as 2d6"
    if "FACE" in expected:
        return "a face to compare with"
    if {"FACE_NUMBER", "FACE_WORD"} & expected:
        return "a face, a number or a word, as d{1, 1, 2}"
    if "KEEP" in expected:
        return f"+, -, a change to these dice, or {end}"
    return f"+, - or {end}"


def _start(token: Token) -> int:
    assert token.start_pos is not None
    return token.start_pos


def _number(digits: str, at: int, expected: str, low: int, high: int) -> int:
    # Digits are counted first: Python refuses to read thousands of them.
    number = int(digits) if len(digits) <= 10 else high + 1
    if not low <= number <= high:
        raise NotUsable(at, f"{expected}, {low:,} to {high:,}")
    return number


def _condition(text: str, at: int) -> FaceCondition | None:
    """Return a condition such as `>=5`, or a face for exactly that; None for no text."""
    match = _CONDITION.fullmatch(text)
    if match is None:
        return None
    return FaceCondition(_SIGNS[match[1] or "="], _number(match[2], at, "a face", -LARGEST_NUMBER, LARGEST_NUMBER))


_Part: TypeAlias = Node | Token | Operation


@dataclass(frozen=True, slots=True)
class _Signed:
    """A count that was typed as a sign alone, without `cs`."""

    count: Count


def _plain_changes(changes: Sequence[Change | _Signed]) -> list[Change]:
    """Return changes of which one at most is a count by a sign alone: who types two wants to compare the count."""
    signed = [change.count for change in changes if isinstance(change, _Signed)]
    if len(signed) > 1:
        raise NotUsable(signed[1].at, "brackets to compare a count, as (5d6>=5)>=2; cs counts more faces, as 5d6cs1cs6")
    return [change.count if isinstance(change, _Signed) else change for change in changes]


class _Builder(Transformer[Token, Notation]):
    """Makes the parts, from the innermost outward."""

    def __default_token__(self, token: Token) -> Token:
        return token if token.type in ("COMMENT", "LABEL", "FACE_WORD") else _check_letters(token)

    def start(self, children: list[Token | Node | None]) -> Notation:
        repeat, node, comment = cast(tuple[Token | None, Node, Token | None], tuple(children))
        repeats = 1
        if repeat is not None:
            repeats = _number(repeat.rstrip("xX").strip(), _start(repeat), "a number of repeats", 1, MOST_REPEATS)
        return Notation(node, repeats, comment[1:].strip() if comment else "")

    def total(self, children: list[_Part]) -> Total:
        left, sign, right = cast(tuple[Node, Token, Node], tuple(children))
        return Total(left, _SIGNS[sign], right, _start(sign))

    def sum(self, children: list[_Part]) -> Arithmetic:
        signs, nodes = cast(list[Token], children[1::2]), cast(list[Node], children[::2])
        pairs = zip(signs, nodes[1:], strict=True)
        return Arithmetic(
            nodes[0],
            tuple(
                Operation(cast(Literal["+", "-", "*", "/", "//"], str(sign)), node, _start(sign))
                for sign, node in pairs
            ),
        )

    product = sum

    def negative(self, children: list[_Part]) -> Negative:
        return Negative(cast(Node, children[1]))

    def labelled(self, children: list[_Part]) -> Labelled:
        node, *labels = children
        return Labelled(cast(Node, node), tuple(str(label)[1:-1].strip() for label in labels))

    def number(self, children: list[Token]) -> Number:
        (token,) = children
        return Number(_number(token, _start(token), "a number", 0, LARGEST_NUMBER), _start(token))

    def dice(self, children: list[Token]) -> DicePool:
        (token,) = children
        at = _start(token)
        text = token.lower().replace("w", "d")
        count, sides = text.split("d")
        number = _number(count, at, "a number of dice", 1, MOST_DICE) if count else 1
        return DicePool(number, self._die(count, sides, at), at=at)

    def _die(self, count: str, sides: str, at: int) -> Die:
        if sides == "%":
            return Die("d%", tuple(range(1, 101)))
        if sides == "f":
            return Die("dF", (-1, 0, 1))
        if sides == "66" and not count:
            return Die(
                "d66 (tens and units)", tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
            )
        return Die.of(_number(sides, at + len(count) + 1, _SIDES, 1, MOST_SIDES))

    def faces(self, children: list[Token]) -> DicePool:
        opening, *faces = children
        at = _start(opening)
        digits = opening[:-2]
        count = _number(digits, at, "a number of dice", 1, MOST_DICE) if digits else 1
        words = [face for face in faces if face.type == "FACE_WORD"]
        if words and len(words) < len(faces):
            raise NotUsable(_start(words[0]), "only numbers or only words as faces")
        if words:
            return DicePool(count, Symbols(tuple(str(word) for word in words)), at=at)
        numbers = [_number(face, _start(face), "a face", -LARGEST_NUMBER, LARGEST_NUMBER) for face in faces]
        return DicePool(count, Die(f"d{{{', '.join(map(str, numbers))}}}", tuple(numbers)), at=at)

    def change(self, children: list[Token]) -> Change:
        (token,) = children
        text, at = token.lower(), _start(token)
        if token.type in ("KEEP", "DROP", "DROP_FROM_GROUP"):
            return _keep(text, at)
        if token.type == "BEHIND_ADVANTAGE":
            return Keep("kh" if text == "adv" else "kl", 0, at)
        if token.type == "REROLL":
            return _reroll(text, at)
        if token.type in ("EXPLODE", "EXPLODE_X"):
            condition = text.lstrip("!x")
            return Explode(_condition(condition, at), text.startswith("!!"), at)
        if token.type == "CLAMP":
            digits = text.lstrip("miax n")
            number = _number(digits, at, "a face", -LARGEST_NUMBER, LARGEST_NUMBER)
            return Clamp("min" if text.startswith("mi") else "max", number, at)
        on = _condition(text.lstrip("csf"), at)
        assert on
        return Count(on, token.type == "FAILURE", at)

    group_change = change

    def count(self, children: list[Token]) -> _Signed:
        sign, face = children
        on = _condition(sign + face, _start(face))
        assert on
        return _Signed(Count(on, at=_start(sign)))

    def pool(self, children: list[DicePool | Token | Change | _Signed]) -> DicePool:
        first, *changes = children
        if isinstance(first, Token):
            kept: Literal["kh", "kl"] = "kh" if first.lower() == "adv" else "kl"
            first = DicePool(2, Die.of(20), (Keep(kept, at=_start(first)),), _start(first))
        assert isinstance(first, DicePool)
        typed = _plain_changes(cast(list[Change | _Signed], changes))
        return _checked(DicePool(first.count, first.die, (*first.changes, *typed), first.at))

    def group(self, children: list[Node | Keep | _Signed]) -> Braces | DicePool:
        typed = _plain_changes([child for child in children if isinstance(child, Keep | _Signed)])
        changes = cast(tuple[Keep | Count, ...], tuple(typed))
        members = tuple(child for child in children if not isinstance(child, Keep | _Signed))
        if len(members) == 1 and changes:
            (pool,) = members
            if isinstance(changes[0], Count) and not isinstance(pool, DicePool):
                raise NotUsable(changes[0].at, "brackets around a total to compare, as (d20+5)>=15")
            if not isinstance(pool, DicePool) or any(isinstance(change, Keep | Count) for change in pool.changes):
                raise NotUsable(changes[0].at, "two results or more in the braces, or only dice, as {4d6}kh3")
            return _checked(DicePool(pool.count, pool.die, (*pool.changes, *changes), pool.at))
        _check_kept(len(members), changes)
        return Braces(members, changes)

    def call(self, children: list[_Part]) -> Call:
        function, *arguments = children
        assert isinstance(function, Token)
        name = cast(Literal["max", "min", "floor", "ceil"], function.rstrip("( ").lower())
        if name in ("floor", "ceil") and len(arguments) > 1:
            raise NotUsable(_start(function), f"one result in {name}( )")
        return Call(name, cast(tuple[Node, ...], tuple(arguments)), _start(function))


def _keep(text: str, at: int) -> Keep:
    letters = text.rstrip("0123456789")
    digits = text[len(letters) :]
    kinds: dict[str, Literal["kh", "kl", "dh", "dl"]] = {"k": "kh", "kh": "kh", "kl": "kl"}
    kinds |= {"d": "dl", "dl": "dl", "dh": "dh"}
    number = _number(digits, at + len(letters), "a number of dice", 1, MOST_DICE) if digits else 1
    return Keep(kinds[letters], number, at)


def _reroll(text: str, at: int) -> Reroll:
    condition = text.lstrip("ro")
    once = text.startswith("ro")
    if condition.startswith("{"):
        faces = [face.strip() for face in condition.strip("{} ").split(",")]
        numbers = [_number(face, at, "a face", -LARGEST_NUMBER, LARGEST_NUMBER) for face in faces]
        return Reroll(tuple(FaceCondition("=", number) for number in numbers), once, at)
    on = _condition(condition, at)
    return Reroll((on,) if on else (), once, at)


def _checked(pool: DicePool) -> DicePool:
    """Return dice whose changes can be carried out, with one more die for `adv` after a single one."""
    if len(pool.changes) > MOST_CHANGES:
        raise NotUsable(pool.changes[MOST_CHANGES].at, f"at most {MOST_CHANGES} changes to the same dice")
    changes: list[Change] = []
    count = pool.count
    for change in pool.changes:
        if isinstance(pool.die, Symbols):
            raise NotUsable(change.at, "no change: words on a die's faces are counted each")
        if isinstance(change, Keep) and not change.number:
            if pool.count > 1 or count > 1:
                raise NotUsable(change.at, "one die before adv or dis, as d20adv")
            count = 2
            change = Keep(change.kind, 1, change.at)
        changes.append(change)
    if isinstance(pool.die, Die):
        _check_rerolls(pool.die, [change for change in changes if isinstance(change, Reroll)])
    _check_kept(count, changes)
    _check_failures(changes)
    return DicePool(count, pool.die, tuple(changes), pool.at)


def _check_one_face_left(die: Die, at: int, conditions: tuple[FaceCondition, ...], change: str) -> None:
    if all(any(one.holds(face) for one in conditions) for face in die.faces):
        raise NotUsable(at, f"a face of {die.name} on which {change} stops")


def _check_rerolls(die: Die, rerolls: list[Reroll]) -> None:
    """Check that rerolls name a face of the die, and that those without end leave one."""
    endless: tuple[FaceCondition, ...] = ()
    for reroll in rerolls:
        on = reroll.on or (FaceCondition("=", min(die.faces)),)
        if not any(one.holds(face) for one in on for face in die.faces):
            raise NotUsable(reroll.at, f"a face of {die.name} to throw again")
        if not reroll.once:
            endless += on
            _check_one_face_left(die, reroll.at, endless, "r")


def _check_kept(count: int, changes: list[Change] | tuple[Keep | Count, ...]) -> None:
    """Check that keeping and dropping leave a die; each looks at all of them, not at those that another one left."""
    low, high = 0, count
    for change in changes:
        if not isinstance(change, Keep):
            continue
        low_kept, high_kept = change.kept(count)
        low, high = max(low, low_kept), min(high, high_kept)
        if low >= high or change.number > count:
            raise NotUsable(change.at, f"a number of dice that keeps at least one of {count}")


def _check_failures(changes: list[Change]) -> None:
    counts = [change for change in changes if isinstance(change, Count)]
    if counts and all(count.failures for count in counts):
        raise NotUsable(counts[0].at, "what counts before f, as 6d6>=5f1")
