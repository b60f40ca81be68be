"""Tells fronts from backs among pictures in folders, by their names alone; no file is read.

Each folder is a deck. `Dragon (back)`, `dragon-back`, `dragon_b`, `dragon@2`, `back_dragon` and `__dragon` are backs of
`Dragon`; so is `Dragon` in a folder `back`, `backs` or `double_sided` in the deck's. `back_03` and `card_back_03` are
the back of the card of that number; `back_00` alone is the back of all cards. `back` is the back of a whole deck, and
of the decks in folders inside it. `4x Dragon` and `Dragon x4` are four copies.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import fold_for_search, join_words

FRONTS = frozenset(("front", "fronts"))
_DOUBLE_SIDED = "double sided"
BACKS = frozenset(("back", "backs", _DOUBLE_SIDED))
"""Names of folders for backs inside a deck's folder, as returned by `name_key`."""
WHOLE_BACK = frozenset(("back", "backs", "card back", "cardback", "deck back", "default back", "reverse"))
"""Names of the back of a whole deck."""
_COUNT_FIRST = re.compile(r"(\d{1,4})\s*[xX×][\s_-]+(.+)")
_COUNT_LAST = re.compile(r"(.+?)[\s_-]+[(\[]?[x×]\s*(\d{1,4})[)\]]?")
_IN_BRACKETS = re.compile(r"(.+?)[\s_-]*[(\[](front|back|face)[)\]]", re.IGNORECASE)
_SIDE_AT_END = re.compile(r"(.+?)[\s_.-]+(front|back|face)|(.+?)[\s_-]([fab])|(.+?)@([12])", re.IGNORECASE)
_COUNTED = re.compile(r"(.+?)[\s_-]+(front|back)s?([\s_-]*\d{1,9})", re.IGNORECASE)
"""`skill_back_03`, the back of `skill_03`: Squib counts after a prefix."""
_BACK_AT_START = re.compile(r"_{2,}\s*(.+)|backs?(?:[\s_-]+(?:of[\s_-]+)?|(?=\d))(.+)", re.IGNORECASE)
"""Names that are never a front: `back_03`, with Squib's prefix; `__dragon`, which Proxy-PDF-Maker hides."""
_LAST_NUMBER = re.compile(r"\d{1,9}$")
_FRONT_PREFIXES = ("front", "face", "card")
"""Prefixes of a front whose back is named `back_03`."""
NAME = "{name}"
"""The placeholder for the front's name in a pattern of backs."""
LONGEST_PATTERN = 60
CROPPED = "crop"
"""Proxy-PDF-Maker's folder for cropped copies of the pictures in the folder above."""
_IS_BACK = {"front": False, "face": False, "back": True, "f": False, "a": False, "b": True, "1": False, "2": True}

_SIDES = ("front", "back")
"""Words that always name a side; `face`, as in *Poker face*, only beside a back of that name."""


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card by the paths of its pictures, and its copies; `back` is its own or its deck's, empty for none."""

    name: str
    front: str
    back: str = ""
    copies: int = 1


@dataclass(frozen=True, slots=True)
class NamedDeck:
    """The cards of one folder, in order; `folder` is empty for the outermost."""

    title: str
    folder: str
    cards: tuple[NamedCard, ...]


@dataclass(frozen=True, slots=True)
class _File:
    """A picture's path, the name and the copies read from it, and whether it is in a folder of backs."""

    path: str
    name: str
    copies: int
    in_backs_folder: bool

    @property
    def key(self) -> str:
        return name_key(self.name)


def name_key(name: str) -> str:
    """Return a name for comparison: in small letters, with spaces for underscores and hyphens.

    Accents become part of their letters; in names from a Mac they are characters of their own.
    """
    return " ".join(re.sub(r"[\s_-]+", " ", _composed_path(name).casefold()).split())


def loose_key(name: str) -> str:
    """Return a name as it is compared where no spelling fits: its letters and digits, without accents."""
    return " ".join(re.sub(r"[\W_]+", " ", fold_for_search(name).replace("'", "")).split())


def find_file(name: str, paths: Iterable[str]) -> str | None:
    """Return the path that a name refers to: an equal one, else the only one with another spelling.

    Spellings differ in the form of accents, in `/` or `\\` between folders, and in case. None if no path matches,
    or several do.
    """
    candidates = list(paths)
    if name in candidates:
        return name
    for normalise in (_composed_path, spelling_key):
        matches = [path for path in candidates if normalise(path) == normalise(name)]
        if matches:
            return matches[0] if len(matches) == 1 else None
    return None


def spelling_key(path: str) -> str:
    """Return a path for comparison without regard to case, to the form of accents, and to which slash is used."""
    return _composed_path(path).casefold()


def _composed_path(path: str) -> str:
    return unicodedata.normalize("NFC", path.replace("\\", "/").removeprefix("./"))


def check_pattern(pattern: str) -> str:
    """Return a pattern of backs such as `{name}_b`, or empty; InvalidInput has the expected form."""
    rest = pattern.replace(NAME, "", 1)
    if pattern and (rest == pattern or NAME in rest or not rest.strip() or "/" in rest or len(rest) > LONGEST_PATTERN):
        wanted = f'how a back is named, with {NAME} for its front: "{NAME}_b", "rear of {NAME}"'
        raise InvalidInput(InputError("back_names", quote(pattern), wanted))
    return pattern


def decks(
    paths: Iterable[str],
    title: str,
    back_names: str = "",
    back: str = "",
    named_as: Mapping[str, str] = MappingProxyType({}),
) -> tuple[tuple[NamedDeck, ...], tuple[str, ...]]:
    """Return the decks for pictures' paths, with `/` between folders, and notes about ambiguous names.

    `title` is that of the outermost folder. A pattern of backs, such as `{name}_rear`, takes precedence over the usual
    names. `back` is the path of the back of every card without one of its own, in place of those that are named so.
    `named_as` has other paths whose names count, for pictures that are named otherwise.
    """
    ordered = sorted(((named_as.get(path, path), path) for path in paths), key=lambda pair: _path_order(pair[0]))
    shared = _count_shared_folders([name for name, _ in ordered])
    folders: dict[tuple[str, ...], list[_File]] = defaultdict(list)
    for named, path in ordered:
        *folder, file = named.split("/")[shared:]
        side = name_key(folder[-1]) if folder else ""
        where = tuple(folder[:-1] if side in FRONTS | BACKS else folder)
        name, copies = _split_count(_stem(file))
        folders[where].append(_File(path, name, copies, side in BACKS))
    notes = list(_leave_out_cropped(folders))
    pattern = _as_regex(back_names)
    backs: dict[tuple[str, ...], str] = {}
    named_decks = []
    for where in sorted(folders, key=lambda parts: (len(parts), [_name_order(part) for part in parts])):
        sorter = _DeckSorter(folders[where], pattern)
        cards, own = sorter.cards()
        notes += sorter.notes
        behind = (
            back or own or next((backs[where[:n]] for n in range(len(where) - 1, -1, -1) if where[:n] in backs), "")
        )
        if behind:
            backs[where] = behind
        if cards:
            cards_with_backs = tuple(replace(card, back=card.back or behind) for card in cards)
            deck_title = where[-1].replace("_", " ") if where else title
            named_decks.append(NamedDeck(deck_title, "/".join(where), cards_with_backs))
    return tuple(named_decks), tuple(notes)


def _leave_out_cropped(folders: dict[tuple[str, ...], list[_File]]) -> Iterable[str]:
    """Remove folders of cropped copies of the pictures in the folder above, and yield a note for each."""
    for where in [where for where in folders if where and where[-1].casefold() == CROPPED]:
        keys_above = {file.key for file in folders.get(where[:-1], ())}
        if all(file.key in keys_above for file in folders[where]):
            del folders[where]
            yield f"{'/'.join(where)} is left out: its pictures are copies of those in the folder around it."


def _as_regex(back_names: str) -> re.Pattern[str] | None:
    before, placeholder, after = name_key(back_names).partition(NAME) if back_names else ("", "", "")
    # name_key removes spaces at the ends, from the pattern as from the names.
    return re.compile(f"{re.escape(before)}(.+){re.escape(after)}") if placeholder else None


def _path_order(path: str) -> tuple[object, ...]:
    """Return a sort key for paths: by folder, then by the card's name without its count."""
    folder, _, file = path.rpartition("/")
    return _name_order(folder), _name_order(_split_count(_stem(file))[0]), path


def _stem(file: str) -> str:
    return file.rpartition(".")[0] or file


def _name_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key for names: numbers before letters, and by value, 2 before 10."""
    parts = re.findall(r"\d{1,12}|\D+", name.casefold())
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def _count_shared_folders(paths: Sequence[str]) -> int:
    """Return the number of folders around everything, such as the one from which a zip was made."""
    folders = [path.split("/")[:-1] for path in paths]
    count = 0
    while folders and all(len(parts) > count and parts[count] == folders[0][count] for parts in folders):
        if name_key(folders[0][count]) in FRONTS | BACKS:
            break
        count += 1
    return count


def _split_count(stem: str) -> tuple[str, int]:
    first, last = _COUNT_FIRST.fullmatch(stem), _COUNT_LAST.fullmatch(stem)
    if first and int(first[1]):
        return first[2], int(first[1])
    if last and int(last[2]):
        return last[1], int(last[2])
    return stem, 1


@dataclass
class _DeckSorter:
    """Sorts one deck's pictures into fronts and backs."""

    files: list[_File]
    pattern: re.Pattern[str] | None = None
    """The player's pattern for names of backs, if any."""
    notes: list[str] = field(default_factory=list)

    def cards(self) -> tuple[list[NamedCard], str]:
        """Return the cards, and the back of all cards without one of their own, empty for none."""
        in_backs_folder = [file for file in self.files if file.in_backs_folder]
        fronts, backs, deck_backs = self._sides([file for file in self.files if not file.in_backs_folder])
        keys = {name_key(name) for name, _ in fronts}
        for file in in_backs_folder:
            if (key := self._front_of(file, keys)) is not None:
                backs[key].append(file)
            elif file.key in WHOLE_BACK or _is_common(file, in_backs_folder):
                deck_backs.append(file)
            else:
                self.notes.append(f"{file.path} is left out: no front is named {file.name}.")
        if len(deck_backs) > 1:
            self.notes.append(f"{_paths(deck_backs)} are each the back of the deck: {deck_backs[0].path} is printed.")
        for key, several in backs.items():
            if len(several) > 1:
                self.notes.append(f"{_paths(several)} are each the back of {key}: {several[0].path} is printed.")
        self._note_equal_names(fronts)
        cards = []
        for name, file in fronts:
            own_back = next((back.path for back in backs.get(name_key(name), ())), "")
            cards.append(NamedCard(" ".join(name.replace("_", " ").split()), file.path, own_back, file.copies))
        return cards, deck_backs[0].path if deck_backs else ""

    def _sides(self, files: list[_File]) -> tuple[list[tuple[str, _File]], dict[str, list[_File]], list[_File]]:
        """Return the fronts with their names, the backs by the names of their fronts, and the deck's own backs."""
        deck_backs = [file for file in files if file.key.strip(" _") in WHOLE_BACK]
        named_backs = {file: front for file in files if file not in deck_backs and (front := self._read_back(file))}
        fronts, backs = self._fronts([file for file in files if file not in deck_backs and file not in named_backs])
        keys = {name_key(name) for name, _ in fronts}
        is_only_number = sum(name_key(front).isdecimal() for front in named_backs.values()) == 1
        for file, front in named_backs.items():
            matches = _fronts_of(front, keys)
            for key in matches:
                backs[key].append(file)
            if not matches and _is_first(name_key(front)) and is_only_number:
                deck_backs.append(file)
            elif not matches:
                self.notes.append(f"{file.path} is left out: it is named as a back, and no front is named {front}.")
        self._spread_first(backs, keys)
        return fronts, backs, deck_backs

    def _spread_first(self, backs: dict[str, list[_File]], fronts: set[str]) -> None:
        """Put the only back of a series, if it is numbered 0, behind all fronts of the series."""
        for key, several in list(backs.items()):
            stem, _, number = key.rpartition(" ")
            series = {
                front for front in fronts if front.rpartition(" ")[0] == stem and front[len(stem) :].strip().isdecimal()
            }
            others = series - {key}
            if _is_first(number) and several[0].key.endswith(number) and others and not others & backs.keys():
                backs |= dict.fromkeys(others, several)
                self.notes.append(
                    f"{several[0].path} is the only back of its kind: it is printed behind all {len(series)} cards."
                )

    def _read_back(self, file: _File) -> str:
        """Return the front's name for a file that is always a back, by the pattern or its prefix; else empty."""
        if self.pattern and (match := self.pattern.fullmatch(file.key)):
            return match[1].strip()
        match = _BACK_AT_START.fullmatch(file.name)
        if not match:
            return ""
        rest = match[1] or match[2]
        name_and_side = _read_name(rest)
        return name_and_side[0] if name_and_side and name_and_side[1] else rest

    def _fronts(self, files: list[_File]) -> tuple[list[tuple[str, _File]], dict[str, list[_File]]]:
        """Return the fronts with their names, and the files whose ending marks a back, by the names of their fronts."""
        sides = {file: _read_name(file.name) for file in files}
        # All others are fronts: `dragon`, or `dragon_a` if there is a `dragon_b`.
        front_keys = {file.key for file in files if sides[file] is None} | {
            name_key(name) for name, is_back, _ in filter(None, sides.values()) if not is_back
        }
        back_keys = {name_key(name) for name, is_back, _ in filter(None, sides.values()) if is_back}
        fronts: list[tuple[str, _File]] = []
        backs: dict[str, list[_File]] = defaultdict(list)
        for file, side in sides.items():
            if side is None:
                fronts.append((file.name, file))
                continue
            name, is_back, by_word = side
            if is_back and name_key(name) in front_keys:
                backs[name_key(name)].append(file)
            elif is_back:
                fronts.append((file.name, file))
                if by_word:
                    self.notes.append(f"{file.path} looks like a back, but no front is named {name}: it is a card.")
            else:
                has_partner = by_word or name_key(name) in back_keys
                fronts.append((name if has_partner else file.name, file))
        return fronts, backs

    def _front_of(self, file: _File, fronts: set[str]) -> str | None:
        """Return the name of the front of a picture in a folder of backs."""
        side = _read_name(file.name)
        names = [file.key, *([name_key(side[0])] if side and side[1] else [])]
        return next((name for name in names if name in fronts), None)

    def _note_equal_names(self, fronts: list[tuple[str, _File]]) -> None:
        files_by_name: dict[str, list[_File]] = defaultdict(list)
        for name, file in fronts:
            files_by_name[name_key(name)].append(file)
        for several in files_by_name.values():
            if len(several) > 1:
                self.notes.append(f"{_paths(several)} have the same name: each is printed as a card.")


def _fronts_of(rest: str, fronts: Iterable[str]) -> list[str]:
    """Return the fronts of a back named `back_rest`: with that name or number, else all whose names begin with it."""
    name, keys = name_key(rest), list(fronts)
    if same_name := [key for key in keys if key in (name, *(f"{word} {name}" for word in _FRONT_PREFIXES))]:
        return same_name
    if name.isdecimal():
        same_number = [key for key in keys if (last := _LAST_NUMBER.search(key)) and int(last[0]) == int(name)]
        return same_number if len(same_number) == 1 else []
    return [key for key in keys if key.startswith(f"{name} ")]


def _is_common(file: _File, backs: Iterable[_File]) -> bool:
    """Return whether a back without a front is the back of all cards: the only file in its folder of backs.

    It is not if it is in `double_sided` and there is another folder of backs: there each back has its own front.
    """
    folders = [other.path.rpartition("/")[0] for other in backs]
    own = file.path.rpartition("/")[0]
    has_other_folder = len(set(folders)) > 1
    return folders.count(own) == 1 and not (has_other_folder and name_key(own.rpartition("/")[2]) == _DOUBLE_SIDED)


def _is_first(number: str) -> bool:
    """Return whether a number is 0, Squib's number of the first card."""
    return number.isdecimal() and int(number) == 0


def _read_name(file_name: str) -> tuple[str, bool, bool] | None:
    """Return the card's name, whether it is a back, and whether a word says so; None if no side is named."""
    if match := _IN_BRACKETS.fullmatch(file_name):
        return match[1], _IS_BACK[match[2].casefold()], match[2].casefold() in _SIDES
    if match := _SIDE_AT_END.fullmatch(file_name):
        name, side = (group for group in match.groups() if group)
        return name, _IS_BACK[side.casefold()], side.casefold() in _SIDES
    if match := _COUNTED.fullmatch(file_name):
        return f"{match[1]}_{match[3].strip(' _-')}", _IS_BACK[match[2].casefold()], True
    return None


def _paths(files: Iterable[_File]) -> str:
    return join_words([file.path for file in files])
