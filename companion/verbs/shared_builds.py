"""Builds that people send each other, read from a pasted text: a link, a document, or a list copied from a chat.

A chat quotes lines (`> `), puts the sender before them (`Ann: `), and has other words around a link. A line that cannot
be read is tried again without these; if that fails, names that are nearly right get "did you mean".
"""

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, Literal

from pydantic import BaseModel

from companion.base.findings import MOST_MESSAGES, InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject, to_json
from companion.base.wording import join_words, one_line
from companion.data import packs
from companion.data.build_code import PlacedCode, find_codes, lines_check, read_code
from companion.data.cards import Catalogue
from companion.data.documents import Build, parse, takes_build, to_document
from companion.data.marks import SIGNS
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.games import GAMES
from companion.verbs.earlier_lists import split_cards_line, split_rules_line
from companion.verbs.earlier_statements import find_earlier_statement, remove_earlier_statement
from companion.verbs.links import LinkedBuild, Server, find_links, is_own, resolve
from companion.verbs.names import game_of
from companion.verbs.notes_lines import BEGIN, split_notes
from companion.verbs.shared_texts import chat_text
from companion.verbs.statements import find_statements, remove_statement
from companion.verbs.text_forms import as_plain, uncover_head

ContextOf = Callable[[GameSystem], Context]
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_DOCUMENT = re.compile(r"^\s*[\"']?game[\"']?\s*=", re.MULTILINE)
_HEAD = re.compile(rf"^[^=#\n]*(?:{'|'.join(re.escape(one.title) for one in GAMES)})(?: [a-z]+)?: ", re.MULTILINE)
"""The first words of a list: a name below them, such as “game = 1”, makes no document."""
_LINE = re.compile(r"\bline (\d+)")
_SENDER = re.compile(r"^\s*(?:\[[^\]]{1,40}\]\s*|\d{1,2}:\d\d\s+)?[^:\[\]]{1,40}:\s+(?=\S)")
_BULLET = re.compile(r"^\s*[-–•*·]\s+")
_COUNT = re.compile(r"^\s*(\d{1,2})\s+(?=[^\W\d_])")
_NO_SIGNS = dict.fromkeys(map(ord, "".join(SIGNS.values())))
_NUMBER = re.compile(r"\d+")
_DELIMITERS = ",;\t"
"""What may stand between the cells of a row: a spreadsheet saves with its own, and its cells are pasted with tabs."""
_CLOSE = 0.75
"""The least likeness of a suggested name, 1 for equal."""
Take = Literal["lines", "code"]
"""Which build is read from a list whose lines were edited: that of its lines, or that of its build code."""
MOST_LINES = 500
"""Lines that a list may have; the longest real one has about a hundred."""
MOST_LINKS = 10
"""Links to this server that a text may have."""
LONGEST_BEFORE = 120
"""Characters before a list's first words that are taken for its sender and time."""
MOST_HEADS = 10
"""Lines of a text that are tried as the first of its list."""
MOST_SUGGESTED = 3
MOST_PARTS = 20
"""Parts of a line that are compared with names of cards."""
LONGEST_NAME = 60
"""Characters of a part that is compared with names of cards; the longest of them has about 30."""


class EditedList(InvalidInput):
    """A list whose lines and whose build code are two builds; whoever reads it chooses one."""

    hint = "--take lines reads the lines, --take code the build as it was shared."

    def __init__(self, error: InputError, edited: str, shared: str) -> None:
        """Keep both: the lines as they are now, and those that the build of the code has."""
        super().__init__(error)
        self.edited, self.shared = edited, shared


def read_shared(
    text: str,
    server: Server | None,
    game: GameSystem | None = None,
    context_of: ContextOf | None = None,
    take: Take | None = None,
) -> LinkedBuild:
    """Return the build that a text contains or links to, of any game if `game` is None.

    A text with a build code is what the code says; EditedList where its lines were edited, unless `take` chooses.

    `context_of` gives the cards that a list may name, by default the shipped ones. Raises InvalidInput if nothing can
    be read, or the build belongs to another game; its errors name the line.
    """
    cards_of = context_of or (lambda one: one.context())
    if not text.strip():
        parse(text, "the text")  # Raises the message for an empty text.
    plain_text = text if is_document(text) else uncover_head(_QUOTED.sub("", text))
    if not plain_text.strip():
        raise _unreadable_text(text, game)
    if _is_spreadsheet(plain_text):
        wanted = "its TOML or JSON, its text for a chat, or a link to it"
        raise InvalidInput(InputError("the text", "a build as rows for a spreadsheet, which are not read back", wanted))
    if is_document(plain_text):
        return _from_document(parse(plain_text, "the text"), game)
    if codes := find_codes(plain_text):
        return _require_game(_from_code(plain_text, codes, take, cards_of), game)
    count = plain_text.count("\n") + 1
    if count > MOST_LINES:
        raise InvalidInput(InputError("the text", f"{count:,} lines", f"a list of at most {MOST_LINES} lines"))
    for one in GAMES if game is None else (game, *GAMES):
        list_text = _text_from_head(plain_text, one)
        if list_text is not None and not find_links(list_text.partition("\n")[0]):
            return _require_game(_from_list(list_text, one, cards_of(one)), game)
    links = find_links(plain_text)
    if links and server is not None:
        return _require_game(_from_links(links, server), game)
    typed = _without_statement(plain_text)
    if not typed.strip():
        raise _unreadable_text(text, game)
    return _from_lines(typed, game, cards_of)


def resolve_shared_builds(
    game: GameSystem,
    model: type[BaseModel],
    inputs: JsonMapping,
    server: Server,
    context_of: ContextOf,
    take: Take | None = None,
) -> JsonObject:
    """Return the inputs of an analysis, in its fields for builds each link or chat list replaced by its document.

    Any other text stays as it is. InvalidInput names the field; `take` is that of `read_shared`.
    """
    fields = dict(inputs)
    for name, info in model.model_fields.items():
        text = inputs.get(name)
        if not takes_build(info) or not isinstance(text, str) or not text.strip() or is_document(text):
            continue
        try:
            linked = _read_or_none(text, server, game, context_of, take)
        except InvalidInput as error:
            wrong = (replace(e, where=f"{name}, {e.where.removeprefix('the text, ')}") for e in error.input_errors)
            raise InvalidInput(*wrong) from None
        if linked is not None:
            fields[name] = to_json(dict(linked.data))
    return fields


def _read_or_none(
    text: str, server: Server, game: GameSystem, context_of: ContextOf, take: Take | None
) -> LinkedBuild | None:
    """Return the build of a text that may be something else, a title for example: then None."""
    unquoted = _QUOTED.sub("", text)
    if find_links(text) or is_document(unquoted) or find_codes(text) or _text_from_head(unquoted, game) is not None:
        return read_shared(text, server, game, context_of, take)
    return _typed_lines(unquoted, game, context_of(game))


def is_document(text: str) -> bool:
    """Return whether a text is a document in TOML or JSON, not a list or a sentence."""
    if text.lstrip().startswith("{"):
        return True
    found = _DOCUMENT.search(text)
    return found is not None and not _HEAD.search(text[: found.start()])


def _is_spreadsheet(text: str) -> bool:
    """Return whether a text begins with the heads of a game's spreadsheet: a note in its rows may look like a list."""
    first = text.lstrip("\ufeff \t\r\n").partition("\n")[0]
    rows = [tuple(cell.strip(' "\r') for cell in first.split(one)) for one in _DELIMITERS if one in first]
    return any(one.spreadsheet_heads in rows for one in GAMES)


def _without_statement(text: str) -> str:
    return remove_earlier_statement(remove_statement(text))


def _from_code(text: str, codes: list[PlacedCode], take: Take | None, cards_of: ContextOf) -> LinkedBuild:
    """Return the build of a text with a build code, or of its lines if `take` says so; EditedList if they disagree.

    A list that is in the text twice, such as once quoted, has its code twice.
    """
    read = {placed.code: read_code(placed.code) for placed in codes}
    if len(read) > 1:  # a name in one build may look like the code of another
        names = "\n".join(text for code in read.values() for text in texts_of(code.document))
        codes = [placed for placed in codes if placed.code not in names]
        read = {placed.code: read[placed.code] for placed in codes}
    if len(read) != 1:
        raise InvalidInput(InputError("the text", f"{len(read)} build codes", "one, with the list that it belongs to"))
    (code,) = read.values()
    game = game_of(code.document)
    starts = (0, *(placed.end for placed in codes))
    parts = [[*_texts_from_heads(text[start : one.start], game)] for start, one in zip(starts, codes, strict=False)]
    edited = [lists[0] for lists in parts if lists and not any(map(code.is_of, lists))]
    if not any(parts) and any(find_statements(text[: codes[0].start])):  # its first line, the head, is gone
        edited = [text[: codes[0].start]]
    if not edited or take == "code":
        return LinkedBuild(game, code.document)
    if take is None:
        shared = as_plain(chat_text(game, code.document))
        raise EditedList(_edited_line(edited[0], shared), edited[0].strip(), shared)
    embedded_packs = packs.embedded_packs(code.document)
    context = cards_of(game)
    context = replace(context, catalogue=packs.merge(context.catalogue, embedded_packs))
    typed = _from_list(edited[0].rstrip("` |"), game, context)
    said = _from_list(game.summary(*game.read_in_context(code.document)), game, context)
    return replace(typed, data=_with_unsaid(typed.data, said.data, code.document))


def _with_unsaid(typed: Any, said: Any, whole: Any) -> Any:
    """Return what edited lines say, with what lines do not say from the whole; `said` is what these said of it."""
    if typed == said:
        return whole
    if isinstance(typed, dict) and isinstance(said, dict) and isinstance(whole, dict):
        names = dict.fromkeys((*whole, *typed))
        merged = {name: _with_unsaid(typed.get(name), said.get(name), whole.get(name)) for name in names}
        return {name: value for name, value in merged.items() if value is not None}
    are_lists = isinstance(typed, list) and isinstance(said, list) and isinstance(whole, list)
    if are_lists and len(typed) == len(said) == len(whole):
        return list(map(_with_unsaid, typed, said, whole))
    return typed


def texts_of(value: object) -> Iterator[str]:
    """Yield every text among the values of a document, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from texts_of(part)


def _edited_line(lines: str, shared: str) -> InputError:
    """Return the error about the first line that the build of the code would not have written."""
    written = {lines_check(line) for line in shared.splitlines()}
    given = as_plain(lines.rstrip("` |")).splitlines()
    edited = [line.strip() for line in given if line.strip() and lines_check(line) not in written]
    line = f" (“{one_line(edited[0])}”)" if edited else ", with fewer of them than it has"
    wanted = "your choice: the lines as they are now, or the build as it was shared"
    return InputError("the text", f"lines that somebody edited above the build code{line}", wanted)


def _from_document(data: JsonObject, game: GameSystem | None) -> LinkedBuild:
    """Return a document unread: the game's model reads it later, and its errors then name their place."""
    return LinkedBuild(game or game_of(data), data)


def _from_links(links: list[str], server: Server) -> LinkedBuild:
    """Return the build of the links to this server; InvalidInput if there are several, or about the first if none."""
    own = [link for link in links if is_own(link, server)] or links[:1]
    if len(own) > MOST_LINKS:
        raise InvalidInput(InputError("the text", f"{len(own):,} links", "one link"))
    builds = [resolve(link, server) for link in own]
    different = {one.document.id if one.document else str(one.data) for one in builds}
    if len(different) > 1:
        raise InvalidInput(InputError("the text", f"links to {len(different)} builds", "one link"))
    return builds[0]


def _require_game(linked: LinkedBuild, game: GameSystem | None) -> LinkedBuild:
    if game is not None and linked.game.slug != game.slug:
        found = f"a {linked.game.build_noun} of {linked.game.title}"
        raise InvalidInput(InputError("the text", found, f"a {game.build_noun} of {game.title}"))
    return linked


def _text_from_head(text: str, game: GameSystem) -> str | None:
    """Return a text from the first words of a game's list on, None if it has no such words."""
    return next(_texts_from_heads(text, game), None)


def _texts_from_heads(text: str, game: GameSystem) -> Iterator[str]:
    """Yield a text from each line on that has the first words of a game's list: one may only speak of a list.

    A sender and a time before these words are removed from the lines below as well.
    """
    heads = re.finditer(
        rf"^(?P<before>(?:(?!{BEGIN})[^\n])*?)(?={re.escape(game.title)}(?: [a-z]+)?: )", text, re.MULTILINE
    )
    for head in islice(heads, MOST_HEADS):
        rest = text[head.end() :]
        before = re.sub(r"\d+", r"\\d+", re.escape(head["before"]))
        if before and len(head["before"]) <= LONGEST_BEFORE:
            rest = re.sub(rf"^{before}", "", rest, flags=re.MULTILINE)
        yield rest


def _from_list(text: str, game: GameSystem, context: Context) -> LinkedBuild:
    """Return a list that begins with its head, with its embedded custom cards and house rules."""
    plain, notes = split_notes(as_plain(text))
    lines, embedded_packs = split_cards_line(_without_statement(plain))
    lines, rules = split_rules_line(lines)
    cards = replace(context, catalogue=packs.merge(context.catalogue, embedded_packs)) if embedded_packs else context
    try:
        build = _read_tidied(lines, game, cards, _add_cross)
    except InvalidInput as error:
        raise add_suggestions(error, lines, cards.catalogue) from None
    if build is None:
        raise _unreadable_text(lines, game)
    claimed = find_earlier_statement(text)
    rulings = {"rulings": dict(claimed.chosen_rulings())} if claimed else {}
    document = to_document(build) | rulings | rules | ({"pack": embedded_packs} if embedded_packs else {})
    document |= {"notes": notes} if notes else {}
    return LinkedBuild(game, document, notes=_other_numbers(lines, game, document, cards))


def _from_lines(text: str, game: GameSystem | None, cards_of: ContextOf) -> LinkedBuild:
    """Return a typed list without a head: of the given game, or of the first game that can read it."""
    first: InvalidInput | None = None
    for one in GAMES if game is None else (game,):
        try:
            linked = _typed_lines(text, one, cards_of(one))
        except InvalidInput as error:
            first = first or error
            continue
        if linked is not None:
            return linked
    if first is not None and (game is not None or any("did you mean" in e.expected for e in first.input_errors)):
        raise first
    if "=" in text or text.lstrip().startswith("["):
        return _from_document(parse(text, "the text"), game)
    raise _unreadable_text(text, game)


def _typed_lines(text: str, game: GameSystem, context: Context) -> LinkedBuild | None:
    """Return the build of lines without a head; None if they are no list of this game."""
    lines, notes = split_notes(text)
    try:
        build = _read_tidied(lines, game, context, _tidy)
    except InvalidInput as error:
        raise add_suggestions(error, lines, context.catalogue) from None
    if build is None:
        return None
    document = to_document(build) | ({"notes": notes} if notes else {})
    return LinkedBuild(game, document, notes=_other_numbers(lines, game, document, context))


def _other_numbers(text: str, game: GameSystem, document: JsonMapping, context: Context) -> tuple[str, ...]:
    """Return a sentence for each line of a list that says other numbers, such as a price, than the build read from it.

    Nothing else of a price is read: it bears witness that the list was read as it was meant.
    """
    read: dict[str, list[str]] = {}
    written = game.summary(*game.read_with(document, context.catalogue))
    for line in map(_without_signs, written.splitlines()):
        read.setdefault(_NUMBER.sub("#", line), []).append(line)
    notes = []
    for line in map(_without_signs, text.splitlines()):
        alike = read.get(_NUMBER.sub("#", line), [line])
        if line not in alike:
            notes.append(f"The list says “{one_line(line)}”; what was read from it is “{one_line(alike[0])}”.")
    return tuple(dict.fromkeys(notes[:MOST_MESSAGES]))


def _without_signs(line: str) -> str:
    return " ".join(line.translate(_NO_SIGNS).split())


def _read_tidied(text: str, game: GameSystem, context: Context, tidy: Callable[[str], str]) -> Build | None:
    """Return the build of a list; lines that cannot be read are tried again as `tidy` changes them."""
    read = game.matchup.from_text if game.matchup else lambda text, context: None
    try:
        if (build := read(text, context)) is not None:
            return build
        tidied = "\n".join(map(tidy, text.splitlines()))
        return read(tidied, context) if tidied.strip() else None
    except InvalidInput as error:
        wrong = {int(match[1]) for one in error.input_errors if (match := _LINE.search(one.where))}
        lines = text.splitlines()
        better = [tidy(line) if number in wrong else line for number, line in enumerate(lines, 1)]
        if better == lines or not "".join(better).strip():
            raise
        before = {one.where: one for one in error.input_errors}
        try:
            return read("\n".join(better), context)
        except InvalidInput as again:
            raise InvalidInput(*(before.get(one.where, one) for one in again.input_errors)) from None


def _tidy(line: str) -> str:
    """Return a line without its sender and bullet, and with a × after a count before a name."""
    return _add_cross(_SENDER.sub("", line))


def _add_cross(line: str) -> str:
    return _COUNT.sub(r"\1 × ", _BULLET.sub("", line))


def _unreadable_text(text: str, game: GameSystem | None) -> InvalidInput:
    noun = game.build_noun if game else "build"
    wanted = f"a {noun} in TOML, JSON or as text for a chat, or a link to one on this server"
    return InvalidInput(InputError("the text", quote(text.strip().splitlines()[0]), wanted))


# Suggestions for names that are nearly right.


def add_suggestions(error: InvalidInput, text: str, catalogue: Catalogue) -> InvalidInput:
    """Return the errors, with "did you mean" where a name is close to a card's."""
    names = {card.name.casefold(): card.name for card in catalogue.cards.values()}
    ids = {name: name for name in catalogue.cards}
    lines = text.splitlines()
    first, rest = error.input_errors[:MOST_MESSAGES], error.input_errors[MOST_MESSAGES:]
    return InvalidInput(*(_suggest_names(one, lines, names, ids) for one in first), *rest)


def _suggest_names(error: InputError, lines: list[str], names: Mapping[str, str], ids: Mapping[str, str]) -> InputError:
    number = _LINE.search(error.where)
    line = lines[int(number[1]) - 1] if number and int(number[1]) <= len(lines) else error.found
    candidates = names if number or " " in error.found else {**names, **ids}
    similar = list(dict.fromkeys(_similar_names(line, candidates)))[:MOST_SUGGESTED]
    if not similar or "did you mean" in error.expected:
        return error
    return replace(error, expected=f"{error.expected}; did you mean {join_words(similar, 'or')}?")


def _similar_names(line: str, names: Mapping[str, str]) -> Iterator[str]:
    """Yield names that are close to parts of a line; parts that are exact names are skipped."""
    for part in re.split(r"[:;,()→/]| with ", _tidy(line))[:MOST_PARTS]:
        name = re.sub(r"^\d+\s*[×x*.]?\s*", "", part.strip(" '\"")).casefold()
        if name in names or not 3 <= len(name) <= LONGEST_NAME:
            continue
        yield from (names[one] for one in difflib.get_close_matches(name, names, 1, _CLOSE))
