"""The releases whose data is kept here, one folder each; README.md beside it says what is in a folder."""

import re
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tests.pairs import few_first

FOLDERS = [path.parent for path in Path(__file__).parent.glob("*/expected.json")]
RELEASES = sorted(FOLDERS, key=lambda folder: [int(number) for number in folder.name.split(".")])
NEWEST_AND_OLDEST = few_first(2, [RELEASES[-1], *RELEASES[:-1]])
"""Every release as a case; those between the newest and the oldest are `long`."""
ANY = "*"
ANY_ONE = (
    (r"^((?:/api/v1/\w+)?)/(?:{games})(?=/|$)", rf"\1/{ANY}"),
    (r"/(builds|packs|examples)/(?!sheet/)[^/]+", rf"/\1/{ANY}"),
    (r"/(cards|sheets|pictures)/(?!cards)[^.]+(?=\.)", rf"/\1/{ANY}"),
)
"""Parts of an address that name one game, document, example or picture of many."""


def kind_of(address: str, games: Sequence[str]) -> Hashable:
    """Return what two addresses have in common that ask the same route for the same: path, names of fields, file kind."""
    split = urlsplit(address)
    path = split.path
    for pattern, any_one in ANY_ONE:
        path = re.sub(pattern.replace("{games}", "|".join(games)), any_one, path)
    fields = parse_qs(split.query, keep_blank_values=True)
    return path, frozenset(fields), tuple(fields.get("to", ()))


def one_of_each(addresses: Mapping[Path, Sequence[str]], games: Sequence[str]) -> list[tuple[Path, str]]:
    """Return one address of each kind: of the first kind its first, of the second its second, counted round.

    So each game and each release has its turn, and another release adds no more than it brought.
    """
    kinds: dict[Hashable, list[tuple[Path, str]]] = {}
    for release, recorded in addresses.items():
        for address in recorded:
            kinds.setdefault(kind_of(address, games), []).append((release, address))
    return [alike[number % len(alike)] for number, alike in enumerate(kinds.values())]
