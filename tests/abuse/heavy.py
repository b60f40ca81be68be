"""What costs the most to read: documents, rows and pictures at the largest that may be posted, and known to be heavy."""

import json
from collections.abc import Callable
from typing import Any

from companion.data.cards import Catalogue
from tests.abuse.hostile import png

DICE = (
    "1000d10000>=5000",
    "200d250",
    "200d120r60",
    "400d6",
    "1000d6",
    "60d60>=30!",
    "1d10000!",
    "30d10!",
    "100d20kh5",
    "30d30kl15",
    "9d100ro1",
    "50d1000-50d1000-50d1000-50d1000",
    "+".join(["5d10000"] * 20),
    "+".join(["1d10000"] * 20),
)
"""Expressions that once took seconds, hundreds of MB or an answer of tens of MB."""

TEXTS: dict[str, Callable[[int], str]] = {
    "columns": lambda size: "name," + ",".join(f"c{n}" for n in range(size // 7)) + "\nA",
    "titles": lambda size: "title," + ",".join(f"c{n}" for n in range(size // 7)) + "\nA",
    "rows": lambda size: "name,id\n" + "".join(f"Card {n},card-{n}\n" for n in range(size // 24)),
    "titled rows": lambda size: "title,text\n" + "".join(f"Card {n},Roll a die.\n" for n in range(size // 24)),
    "tiny rows": lambda size: "name\n" + "x\n" * (size // 2),
    "quotes": lambda size: "title,text\n" + '"' * size,
    "one long text": lambda size: 'title,text\nA,"' + "word " * (size // 5) + '"',
    "symbols": lambda size: 'title,text\nA,"' + "{d6}" * (size // 4) + '"',
    "braces": lambda size: 'title,text\nA,"' + "{" * size + '"',
    "dotted key": lambda size: "a" + ".a" * (size // 2) + " = 1",
    "dotted keys": lambda size: "".join(f"{'a.' * 400}b{n} = 1\n" for n in range(size // 810)),
    "dotted tables": lambda size: "".join(f"[{'a.' * 400}b{n}]\n" for n in range(size // 810)),
    "dotted key inside": lambda size: "a = {b" + ".b" * (size // 2) + " = 1}",
    "deep list": lambda size: "a = " + "[" * (size // 2) + "]" * (size // 2),
    "deep JSON": lambda size: '{"a": ' * (size // 6),
    "packs": lambda size: "[[pack]]\n" * (size // 9),
    "keys": lambda size: json.dumps({f"k{n}": n for n in range(size // 14)}),
    "counts": lambda size: "".join(f"{n % 99} card-{n}\n" for n in range(size // 14)),
    "lines": lambda size: "x\n" * (size // 2),
    "one line": lambda size: "x " * (size // 2),
}
"""Texts of about so many characters."""


def pack(slug: str, catalogue: Catalogue, size: int) -> str:
    """Return a pack in JSON: the game's own cards again and again under other names, or ones that cannot be read."""
    shipped = [(kind, card) for kind, card in catalogue.raw.values()]
    found: dict[str, Any] = {"game": slug, "kind": "pack", "title": "Heavy"}
    length = 100
    for number in range(2_000):
        kind, card = shipped[number % len(shipped)] if shipped else (next(iter(catalogue.kinds)), {})
        record = {**card, "id": f"card-{number}", "name": f"Card {number}"}
        length += len(json.dumps(record, default=str)) + 2
        if length > size:
            break
        found.setdefault(kind, []).append(record)
    return json.dumps(found, default=str)


def lists(slug: str, names: list[str], size: int, entry: Any) -> str:
    """Return a build in JSON whose every field is a long list of entries that cannot be read."""
    each = size // (len(json.dumps(entry)) + 2) // max(1, len(names))
    return json.dumps({"game": slug, **{name: [entry] * each for name in names}})


def picture(megapixels: int) -> bytes:
    """Return a flat picture of so many megapixels in a few kB."""
    width = 5_000
    height = megapixels * 1_000_000 // width
    return png(width, height, b"\0" * ((3 * width + 1) * height))
