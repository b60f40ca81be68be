"""Write a new game that is green at once: `make new-game NAME=iron-rain`.

The files beside this one are a small game called Sixth Game; each is copied with the new name in its place.
"""

import colorsys
import keyword
import re
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).parent
IMPORTED = re.compile(r"from companion\.games import (\([a-z0-9_,\s]+\)|[a-z0-9_, ]+)\n")


def write(name: str, root: Path) -> list[Path]:
    """Write the files of a game under `root` and add it to GAMES; return what was written."""
    slug = name.strip().lower().replace("_", "-")
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug):
        raise SystemExit(f"A game's name is small letters, digits and hyphens, as iron-rain; not {name!r}.")
    package = slug.replace("-", "_")
    if keyword.iskeyword(package):
        raise SystemExit(f"Python keeps the word {package} for itself: give the game another name.")
    if (root / "companion" / "games" / package).exists():
        raise SystemExit(f"There is a game called {slug} already.")
    words = [word.capitalize() for word in slug.split("-")]
    names = {
        "sixth_game": package,
        "sixth-game": slug,
        "Sixth Game": " ".join(words),
        "SixthGame": "".join(words),
        "#123456": colour(slug),
    }
    written = []
    for path in sorted(path for path in HERE.rglob("*") if path.is_file() and path.parent != HERE):
        if path.suffix == ".pyc":
            continue
        target = root / renamed(path.relative_to(HERE).as_posix(), names)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(renamed(path.read_text("utf-8"), names), "utf-8")
        written.append(target)
    return [*written, add_to_games(package, root)]


def renamed(text: str, names: dict[str, str]) -> str:
    """Return text with each name of the small game replaced by the new one's."""
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def colour(slug: str) -> str:
    """Return a dark colour of the game's own, which white text can be read on."""
    hue = zlib.crc32(slug.encode()) % 360 / 360
    return "#" + "".join(f"{round(255 * part):02x}" for part in colorsys.hls_to_rgb(hue, 0.22, 0.7))


def add_to_games(package: str, root: Path) -> Path:
    """Add a game to the list of all games, as the last one."""
    path = root / "companion" / "games" / "__init__.py"
    text = path.read_text("utf-8")
    found = IMPORTED.search(text)
    if found is None:
        raise SystemExit(f"{path} does not import its games together, from companion.games.")
    imported = ", ".join(sorted([*re.findall(r"\w+", found[1]), package]))
    text = text.replace(found[0], f"from companion.games import {imported}\n")
    path.write_text(text.replace(".GAME,\n)", f".GAME,\n    {package}.GAME,\n)"), "utf-8")
    return path


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1]:
        raise SystemExit("Give the game a name: make new-game NAME=iron-rain")
    for path in write(sys.argv[1], Path.cwd()):
        print(path.relative_to(Path.cwd()))
