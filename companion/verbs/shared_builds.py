"""Builds that people send each other, read from a pasted text: a link, a document, or a list as a chat shows it.

A chat quotes lines (`> `), puts who wrote them before them (`Ann: `), and says something around a link. A line that
cannot be read as it is gets a second chance without that; then nearly right names get "did you mean".
"""

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pydantic import BaseModel

from companion.base.findings import MOST_MESSAGES, InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.data import packs
from companion.data.cards import Catalogue
from companion.data.documents import Build, parse, takes_build, to_document, to_json
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.games import GAMES
from companion.verbs import embedded_cards, embedded_rules
from companion.verbs.links import LinkedBuild, Server, find_links, is_own, resolve
from companion.verbs.names import game_of
from companion.verbs.statements import remove_statement
from companion.verbs.text_forms import as_plain, uncover_head

ContextOf = Callable[[GameSystem], Context]
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_DOCUMENT = re.compile(r"^\s*[\"']?game[\"']?\s*=", re.MULTILINE)
_LINE = re.compile(r"\bline (\d+)")
_SENDER = re.compile(r"^\s*(?:\[[^\]]{1,40}\]\s*|\d{1,2}:\d\d\s+)?[^:\[\]]{1,40}:\s+(?=\S)")
_BULLET = re.compile(r"^\s*[-–•*·]\s+")
_COUNT = re.compile(r"^\s*(\d{1,2})\s+(?=[^\W\d_])")
_CLOSE = 0.75
"""How alike a name has to be to be suggested, 1 for equal."""
MOST_LINES = 500
"""Lines that a list may have; the longest real one has about a hundred."""
MOST_LINKS = 10
"""Links to this server that a text may have."""
LONGEST_BEFORE = 120
"""Characters before a list's first words that are taken for who sent it, and when."""
MOST_SUGGESTED = 3
MOST_PARTS = 20
"""Parts of a line that are compared with names."""
LONGEST_NAME = 60
"""Characters of a text that is compared with names; the longest name of a card has about 30."""


def read_shared(
    text: str, server: Server | None, game: GameSystem | None = None, context_of: ContextOf | None = None
) -> LinkedBuild:
    """Return the build that a text says or links to; of any game where `game` is None.

    `context_of` gives the cards that a list may name, by default those that ship. InvalidInput where nothing can be
    read, or the build is another game's; each of its errors names a line.
    """
    cards_of = context_of or (lambda one: one.context())
    if not text.strip():
        parse(text, "the text")  # It says what an empty text is missing.
    plain_text = text if is_document(text) else uncover_head(_QUOTED.sub("", text))
    if not plain_text.strip():
        raise _unreadable_text(text, game)
    if is_document(plain_text):
        return _from_document(parse(plain_text, "the text"), game)
    count = plain_text.count("\n") + 1
    if count > MOST_LINES:
        raise InvalidInput(InputError("the text", f"{count:,} lines", f"a list of at most {MOST_LINES} lines"))
    for one in GAMES if game is None else (game, *GAMES):
        told = _text_from_head(plain_text, one)
        if told is not None and not find_links(told.partition("\n")[0]):
            return _require_game(_from_list(told, one, cards_of(one)), game)
    links = find_links(plain_text)
    if links and server is not None:
        return _require_game(_from_links(links, server), game)
    typed = remove_statement(plain_text)
    if not typed.strip():
        raise _unreadable_text(text, game)
    return _from_lines(typed, game, cards_of)


def resolve_shared_builds(
    game: GameSystem, model: type[BaseModel], inputs: JsonMapping, server: Server, context_of: ContextOf
) -> JsonObject:
    """Return inputs of an analysis, those marked BUILD_TEXT with a link or a chat's list as the document that it means.

    Any other text, a title say, stays as it is. InvalidInput names the field.
    """
    found = dict(inputs)
    for name, info in model.model_fields.items():
        text = inputs.get(name)
        if not takes_build(info) or not isinstance(text, str) or not text.strip() or is_document(text):
            continue
        try:
            linked = _read_or_none(text, server, game, context_of)
        except InvalidInput as error:
            wrong = (replace(e, where=f"{name}, {e.where.removeprefix('the text, ')}") for e in error.input_errors)
            raise InvalidInput(*wrong) from None
        if linked is not None:
            found[name] = to_json(dict(linked.data))
    return found


def _read_or_none(text: str, server: Server, game: GameSystem, context_of: ContextOf) -> LinkedBuild | None:
    """Return what a text that need not be a build means; None where it is neither a link nor a list."""
    unquoted = _QUOTED.sub("", text)
    if find_links(text) or is_document(unquoted) or _text_from_head(unquoted, game) is not None:
        return read_shared(text, server, game, context_of)
    return _typed_lines(unquoted, game, context_of(game))


def is_document(text: str) -> bool:
    """Return whether a text is a document in TOML or JSON, not a list or a sentence."""
    return text.lstrip().startswith("{") or bool(_DOCUMENT.search(text))


def _from_document(data: JsonObject, game: GameSystem | None) -> LinkedBuild:
    """Return a document as it is; its own game's model reads it, so that each of its errors names its place."""
    return LinkedBuild(game or game_of(data), data)


def _from_links(links: list[str], server: Server) -> LinkedBuild:
    """Return the one build that the links to this server lead to; InvalidInput about the first link if none does."""
    own = [link for link in links if is_own(link, server)] or links[:1]
    if len(own) > MOST_LINKS:
        raise InvalidInput(InputError("the text", f"{len(own):,} links", "one link"))
    found = [resolve(link, server) for link in own]
    different = {one.document.id if one.document else str(one.data) for one in found}
    if len(different) > 1:
        raise InvalidInput(InputError("the text", f"links to {len(different)} builds", "one link"))
    return found[0]


def _require_game(linked: LinkedBuild, game: GameSystem | None) -> LinkedBuild:
    if game is not None and linked.game.slug != game.slug:
        found = f"a {linked.game.build_noun} of {linked.game.title}"
        raise InvalidInput(InputError("the text", found, f"a {game.build_noun} of {game.title}"))
    return linked


def _text_from_head(text: str, game: GameSystem) -> str | None:
    """Return a text from the line on with which a game's list begins, None where there is none.

    What stands before the list's first words there is taken from the lines below it too: who sent them, and when.
    """
    head = re.search(rf"^(?P<before>[^\n]*?)(?={re.escape(game.title)}(?: [a-z]+)?: )", text, re.MULTILINE)
    if head is None:
        return None
    rest = text[head.end() :]
    before = re.sub(r"\d+", r"\\d+", re.escape(head["before"]))
    if not before or len(head["before"]) > LONGEST_BEFORE:
        return rest
    return re.sub(rf"^{before}", "", rest, flags=re.MULTILINE)


def _text_reader(game: GameSystem) -> Callable[[str, Context], Build | None]:
    return game.matchup.from_text if game.matchup else lambda text, context: None


def _from_list(text: str, game: GameSystem, context: Context) -> LinkedBuild:
    """Return a list that begins with its head, with the custom cards that it carries."""
    told, carried = embedded_cards.split_cards_line(remove_statement(as_plain(text)))
    told, rules = embedded_rules.split_rules_line(told)
    cards = replace(context, catalogue=packs.merge(context.catalogue, carried)) if carried else context
    try:
        build = _read_tidied(told, game, cards, _add_cross)
    except InvalidInput as error:
        raise add_suggestions(error, told, cards.catalogue) from None
    if build is None:
        raise _unreadable_text(told, game)
    return LinkedBuild(game, to_document(build) | rules | ({"pack": carried} if carried else {}))


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
    """Return typed lines as a list of a game, or None."""
    try:
        build = _read_tidied(text, game, context, _tidy)
    except InvalidInput as error:
        raise add_suggestions(error, text, context.catalogue) from None
    return LinkedBuild(game, to_document(build)) if build is not None else None


def _read_tidied(text: str, game: GameSystem, context: Context, tidy: Callable[[str], str]) -> Build | None:
    """Return a list as it is read, the lines that cannot be read once more as `tidy` writes them."""
    read = _text_reader(game)
    try:
        if (build := read(text, context)) is not None:
            return build
        tidied = "\n".join(map(tidy, text.splitlines()))
        return read(tidied, context) if tidied.strip() else None
    except InvalidInput as error:
        wrong = {int(found[1]) for one in error.input_errors if (found := _LINE.search(one.where))}
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
    """Return a line without who sent it and without its bullet, a count before a name with its ×."""
    return _add_cross(_SENDER.sub("", line))


def _add_cross(line: str) -> str:
    return _COUNT.sub(r"\1 × ", _BULLET.sub("", line))


def _unreadable_text(text: str, game: GameSystem | None) -> InvalidInput:
    noun = game.build_noun if game else "build"
    wanted = f"a {noun} in TOML, JSON or as text for a chat, or a link to one on this server"
    return InvalidInput(InputError("the text", quote(text.strip().splitlines()[0]), wanted))


# Names that are nearly right.


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
    known = names if number or " " in error.found else {**names, **ids}
    found = list(dict.fromkeys(_similar_names(line, known)))[:MOST_SUGGESTED]
    if not found or "did you mean" in error.expected:
        return error
    return replace(error, expected=f"{error.expected}; did you mean {join_words(found, 'or')}?")


def _similar_names(line: str, known: Mapping[str, str]) -> Iterator[str]:
    """Yield known names that are close to parts of a line; parts that are exact names are skipped."""
    for part in re.split(r"[:;,()→/]| with ", _tidy(line))[:MOST_PARTS]:
        name = re.sub(r"^\d+\s*[×x*.]?\s*", "", part.strip(" '\"")).casefold()
        if name in known or not 3 <= len(name) <= LONGEST_NAME:
            continue
        yield from (known[one] for one in difflib.get_close_matches(name, known, 1, _CLOSE))
