"""Which pictures of a folder are fronts and which are backs: told by their names alone, nothing is read.

Each folder is a deck. `Dragon (back)`, `dragon-back`, `dragon_b`, `dragon@2`, `back_dragon` and `__dragon` lie behind
`Dragon`; so does `Dragon` in a folder `back`, `backs` or `double_sided` in the deck's. `back_03` and `card_back_03` lie
behind the card of that number, `back_00` alone behind all of them. `back` is the back of a whole deck, and of the decks
in folders inside it. `4x Dragon` and `Dragon x4` stand for four copies.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words

FRONTS = frozenset(("front", "fronts"))
_DOUBLE_SIDED = "double sided"
BACKS = frozenset(("back", "backs", _DOUBLE_SIDED))
"""Names of folders inside a deck's folder, as they are compared."""
WHOLE_BACK = frozenset(("back", "backs", "card back", "cardback", "deck back", "default back", "reverse"))
"""Names of the picture behind a whole deck."""
_COUNT_FIRST = re.compile(r"(\d{1,4})\s*[xX×][\s_-]+(.+)")
_COUNT_LAST = re.compile(r"(.+?)[\s_-]+\(?[x×]\s*(\d{1,4})\)?")
_IN_BRACKETS = re.compile(r"(.+?)[\s_-]*[(\[](front|back)[)\]]", re.IGNORECASE)
_SAID = re.compile(r"(.+?)[\s_-]+(front|back)|(.+?)[\s_-]([fab])|(.+?)@([12])", re.IGNORECASE)
_COUNTED = re.compile(r"(.+?)[\s_-]+(front|back)s?([\s_-]*\d{1,9})", re.IGNORECASE)
"""`skill_back_03`, which lies behind `skill_03`: Squib counts after a prefix."""
_BEGINS = re.compile(r"_{2,}\s*(.+)|backs?(?:[\s_-]+(?:of[\s_-]+)?|(?=\d))(.+)", re.IGNORECASE)
"""How a name begins that is never a front: `back_03`, as Squib's prefix; `__dragon`, which Proxy-PDF-Maker hides."""
_LAST_NUMBER = re.compile(r"\d{1,9}$")
_OF_FRONTS = ("front", "face", "card")
"""What may stand before a front's name where its back is named `back_03`."""
NAME = "{name}"
"""What stands for the front's name in a pattern of backs."""
LONGEST_PATTERN = 60
CROPPED = "crop"
"""The folder in which Proxy-PDF-Maker keeps cropped copies of the pictures around it."""
_IS_BACK = {"front": False, "back": True, "f": False, "a": False, "b": True, "1": False, "2": True}


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card by the names of its pictures' files; without a `back` of its own it has its deck's."""

    name: str
    front: str
    back: str = ""
    copies: int = 1


@dataclass(frozen=True, slots=True)
class NamedDeck:
    """The cards of one folder, in their order; `folder` is empty for the outermost."""

    title: str
    folder: str
    cards: tuple[NamedCard, ...]


@dataclass(frozen=True, slots=True)
class _File:
    """A picture's path, what its name says once it is read, and whether its folder is for backs."""

    path: str
    name: str
    copies: int
    among_backs: bool

    @property
    def key(self) -> str:
        return plain(self.name)


def plain(name: str) -> str:
    """Return a name as names are compared: in small letters, with spaces for underscores and hyphens.

    An accent is the same whether it is part of its letter or, as Macs write names, a character of its own.
    """
    return " ".join(re.sub(r"[\s_-]+", " ", _composed_path(name).casefold()).split())


def find_file(name: str, paths: Iterable[str]) -> str | None:
    """Return the path that a name means: the very same, else the only one that is spelled in another way.

    Accents may be written in two ways, folders parted by `/` or `\\`, and letters be small or capital. None where no
    path fits, or several do.
    """
    known = list(paths)
    if name in known:
        return name
    for alike in (_composed_path, lambda path: _composed_path(path).casefold()):
        fitting = [path for path in known if alike(path) == alike(name)]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _composed_path(path: str) -> str:
    return unicodedata.normalize("NFC", path.replace("\\", "/").removeprefix("./"))


def check_pattern(pattern: str) -> str:
    """Return a pattern of backs such as `{name}_b`, empty for none; InvalidInput says how one is written."""
    rest = pattern.replace(NAME, "", 1)
    if pattern and (rest == pattern or NAME in rest or not rest.strip() or "/" in rest or len(rest) > LONGEST_PATTERN):
        wanted = f'how a back is named, with {NAME} for its front: "{NAME}_b", "rear of {NAME}"'
        raise InvalidInput(InputError("back_names", quote(pattern), wanted))
    return pattern


def decks(paths: Iterable[str], title: str, back_names: str = "") -> tuple[tuple[NamedDeck, ...], tuple[str, ...]]:
    """Return the decks that pictures' paths make, parted by `/`, and notes about names that can be read in two ways.

    `title` is that of the outermost folder. A pattern of backs, `{name}_rear`, comes before the usual names.
    """
    ordered = sorted(paths, key=_by_card)
    outside = _count_shared_folders(ordered)
    folders: dict[tuple[str, ...], list[_File]] = defaultdict(list)
    for path in ordered:
        *folder, file = path.split("/")[outside:]
        side = plain(folder[-1]) if folder else ""
        where = tuple(folder[:-1] if side in FRONTS | BACKS else folder)
        name, copies = _split_count(_stem(file))
        folders[where].append(_File(path, name, copies, side in BACKS))
    notes = list(_leave_out_cropped(folders))
    pattern = _as_regex(back_names)
    backs: dict[tuple[str, ...], str] = {}
    found = []
    for where in sorted(folders, key=lambda parts: (len(parts), [_in_order(part) for part in parts])):
        sorting = _Sorting(folders[where], pattern)
        cards, own = sorting.cards()
        notes += sorting.notes
        whole = own or next((backs[where[:n]] for n in range(len(where) - 1, -1, -1) if where[:n] in backs), "")
        if whole:
            backs[where] = whole
        if cards:
            behind = tuple(replace(card, back=card.back or whole) for card in cards)
            found.append(NamedDeck(where[-1].replace("_", " ") if where else title, "/".join(where), behind))
    return tuple(found), tuple(notes)


def _leave_out_cropped(folders: dict[tuple[str, ...], list[_File]]) -> Iterable[str]:
    """Leave out cropped copies of the pictures in the folder around theirs, and say so."""
    for where in [where for where in folders if where and where[-1].casefold() == CROPPED]:
        around = {file.key for file in folders.get(where[:-1], ())}
        if all(file.key in around for file in folders[where]):
            del folders[where]
            yield f"{'/'.join(where)} is left out: its pictures are copies of those in the folder around it."


def _as_regex(back_names: str) -> re.Pattern[str] | None:
    before, found, after = plain(back_names).partition(NAME) if back_names else ("", "", "")
    # A space at the end of a part is lost where names are compared, as it is in the name.
    return re.compile(f"{re.escape(before)}(.+){re.escape(after)}") if found else None


def _by_card(path: str) -> tuple[object, ...]:
    """Return how paths are ordered: by folder, then by the card's name without its count."""
    folder, _, file = path.rpartition("/")
    return _in_order(folder), _in_order(_split_count(_stem(file))[0]), path


def _stem(file: str) -> str:
    return file.rpartition(".")[0] or file


def _in_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return how names are ordered: numbers before letters, and by their size, 2 before 10."""
    parts = re.findall(r"\d{1,12}|\D+", name.casefold())
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def _count_shared_folders(paths: Sequence[str]) -> int:
    """Return how many folders lie around everything, such as the one that a zip was made from."""
    folders = [path.split("/")[:-1] for path in paths]
    count = 0
    while folders and all(len(parts) > count and parts[count] == folders[0][count] for parts in folders):
        if plain(folders[0][count]) in FRONTS | BACKS:
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
class _Sorting:
    """One deck's pictures while its fronts and backs are told apart."""

    files: list[_File]
    pattern: re.Pattern[str] | None = None
    """How the names of backs are written, where a player says so."""
    notes: list[str] = field(default_factory=list)

    def cards(self) -> tuple[list[NamedCard], str]:
        """Return the cards, and the picture behind all that have no back of their own, empty for none."""
        among_backs = [file for file in self.files if file.among_backs]
        fronts, backs, whole = self._sides([file for file in self.files if not file.among_backs])
        keys = {plain(name) for name, _ in fronts}
        for file in among_backs:
            if (key := self._behind(file, keys)) is not None:
                backs[key].append(file)
            elif file.key in WHOLE_BACK or _is_common(file, among_backs):
                whole.append(file)
            else:
                self.notes.append(f"{file.path} is left out: no front is named {file.name}.")
        if len(whole) > 1:
            self.notes.append(f"{_paths(whole)} are each the back of the deck: {whole[0].path} is printed.")
        for key, several in backs.items():
            if len(several) > 1:
                self.notes.append(f"{_paths(several)} are each the back of {key}: {several[0].path} is printed.")
        self._tell_twice(fronts)
        made = [
            NamedCard(
                _shown(name), file.path, next((back.path for back in backs.get(plain(name), ())), ""), file.copies
            )
            for name, file in fronts
        ]
        return made, whole[0].path if whole else ""

    def _sides(self, files: list[_File]) -> tuple[list[tuple[str, _File]], dict[str, list[_File]], list[_File]]:
        """Return the fronts with their names, the backs by the names they lie behind, and the deck's own backs."""
        whole = [file for file in files if file.key.strip(" _") in WHOLE_BACK]
        never = {file: rest for file in files if file not in whole and (rest := self._read_back(file))}
        fronts, backs = self._fronts([file for file in files if file not in whole and file not in never])
        keys = {plain(name) for name, _ in fronts}
        for file, rest in never.items():
            behind = _fronts_of(rest, keys)
            for key in behind:
                backs[key].append(file)
            if not behind and _is_first(plain(rest)) and sum(plain(other).isdecimal() for other in never.values()) == 1:
                whole.append(file)
            elif not behind:
                self.notes.append(f"{file.path} is left out: it is named as a back, and no front is named {rest}.")
        self._spread_first(backs, keys)
        return fronts, backs, whole

    def _spread_first(self, backs: dict[str, list[_File]], fronts: set[str]) -> None:
        """Put a counted back that is the only one, and is the first, behind all cards that are counted as it is."""
        for key, several in list(backs.items()):
            stem, _, number = key.rpartition(" ")
            alike = {
                front for front in fronts if front.rpartition(" ")[0] == stem and front[len(stem) :].strip().isdecimal()
            }
            others = alike - {key}
            if _is_first(number) and several[0].key.endswith(number) and others and not others & backs.keys():
                backs |= dict.fromkeys(others, several)
                self.notes.append(
                    f"{several[0].path} is the only back of its kind: it is printed behind all {len(alike)} cards."
                )

    def _read_back(self, file: _File) -> str:
        """Return the name of the front that a name is the back of whatever else there is; empty for all other names."""
        if self.pattern and (own := self.pattern.fullmatch(file.key)):
            return own[1].strip()
        match = _BEGINS.fullmatch(file.name)
        if not match:
            return ""
        rest = match[1] or match[2]
        named = _read_name(rest)
        return named[0] if named and named[1] else rest

    def _fronts(self, files: list[_File]) -> tuple[list[tuple[str, _File]], dict[str, list[_File]]]:
        """Return the fronts with their names, and what says at its end that it is a back, by the names of fronts."""
        said = {file: _read_name(file.name) for file in files}
        # A front is whatever does not say that it is a back: `dragon`, or `dragon_a` where there is a `dragon_b`.
        fronts = {file.key for file in files if said[file] is None} | {
            plain(name) for name, is_back, _ in filter(None, said.values()) if not is_back
        }
        behind = {plain(name) for name, is_back, _ in filter(None, said.values()) if is_back}
        kept: list[tuple[str, _File]] = []
        backs: dict[str, list[_File]] = defaultdict(list)
        for file, named in said.items():
            if named is None:
                kept.append((file.name, file))
            elif named[1] and plain(named[0]) in fronts:
                backs[plain(named[0])].append(file)
            elif named[1]:
                kept.append((file.name, file))
                if named[2]:
                    self.notes.append(f"{file.path} looks like a back, but no front is named {named[0]}: it is a card.")
            else:
                partner = named[2] or plain(named[0]) in behind
                kept.append((named[0] if partner else file.name, file))
        return kept, backs

    def _behind(self, file: _File, fronts: set[str]) -> str | None:
        """Return the name of the front that a picture in a folder of backs lies behind."""
        named = _read_name(file.name)
        names = [file.key, *([plain(named[0])] if named and named[1] else [])]
        return next((name for name in names if name in fronts), None)

    def _tell_twice(self, fronts: list[tuple[str, _File]]) -> None:
        alike: dict[str, list[_File]] = defaultdict(list)
        for name, file in fronts:
            alike[plain(name)].append(file)
        for several in alike.values():
            if len(several) > 1:
                self.notes.append(f"{_paths(several)} have the same name: each is printed as a card.")


def _fronts_of(rest: str, fronts: Iterable[str]) -> list[str]:
    """Return the fronts that `back_rest` lies behind: of that name or number, else all whose names begin so."""
    name, known = plain(rest), list(fronts)
    if own := [key for key in known if key in (name, *(f"{word} {name}" for word in _OF_FRONTS))]:
        return own
    if name.isdecimal():
        same = [key for key in known if (last := _LAST_NUMBER.search(key)) and int(last[0]) == int(name)]
        return same if len(same) == 1 else []
    return [key for key in known if key.startswith(f"{name} ")]


def _is_common(file: _File, among_backs: Iterable[_File]) -> bool:
    """Return whether a back without a front of its name is that of all: the only one in its folder of backs.

    Beside a folder of other backs, one in `double_sided` is not: there each has a front.
    """
    folders = [other.path.rpartition("/")[0] for other in among_backs]
    own = file.path.rpartition("/")[0]
    has_other_folder = len(set(folders)) > 1
    return folders.count(own) == 1 and not (has_other_folder and plain(own.rpartition("/")[2]) == _DOUBLE_SIDED)


def _is_first(number: str) -> bool:
    """Return whether a number is that of the first card, which Squib counts as 00."""
    return number.isdecimal() and int(number) == 0


def _read_name(file_name: str) -> tuple[str, bool, bool] | None:
    """Return the card's name, whether it says back rather than front, and whether it says so in a word."""
    if match := _IN_BRACKETS.fullmatch(file_name):
        return match[1], _IS_BACK[match[2].casefold()], True
    if match := _SAID.fullmatch(file_name):
        name, side = (group for group in match.groups() if group)
        return name, _IS_BACK[side.casefold()], len(side) > 1
    if match := _COUNTED.fullmatch(file_name):
        return f"{match[1]}_{match[3].strip(' _-')}", _IS_BACK[match[2].casefold()], True
    return None


def _shown(name: str) -> str:
    return " ".join(name.replace("_", " ").split())


def _paths(files: Iterable[_File]) -> str:
    return join_words([file.path for file in files])
