"""Carries out a print order from the command line: which kits, for which build, written where."""

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from companion import paths, verbs
from companion.cli import reading
from companion.documents import Build
from companion.findings import Misreading, Unreadable
from companion.games import GAMES
from companion.games import game as known_game
from companion.printing import layout, papers, pdf
from companion.system import GameSystem, Kit, Order, Setting

EVERYTHING = "everything"
"""The kit a game may have that stands for all of its decks."""


@dataclass(frozen=True)
class Source:
    """What is printed from: a game, its setting, and a build where a file was named."""

    game: GameSystem
    setting: Setting
    build: Build | None = None


@dataclass(frozen=True)
class Choice:
    """What somebody chose: kits by name (none: everything), paper, ink, backs, unknown numbers."""

    names: tuple[str, ...] = ()
    paper: str = "a4"
    unknown: Literal["house", "blank"] = "house"
    ink: layout.Ink = "full"
    backs: bool = True


def source(name: str, packs: Iterable[str] = (), rulings: Mapping[str, str] | None = None) -> Source:
    """Return what a game's slug or a build's file stands for; Unreadable where it is neither."""
    game = known_game(name)
    if game:
        return Source(game, game.setting(rulings, reading.catalogue(game, packs)))
    if not Path(name).exists() and not Path(name).suffix:
        wanted = f"a game ({', '.join(g.slug for g in GAMES)}) or a build's file"
        raise verbs.NotThere(Misreading("", reading.shown(name), wanted))
    data = reading.document(name, rulings)
    try:
        game = verbs.game_of(data)
    except Unreadable as error:
        raise error.within(name) from None
    catalogue = reading.catalogue(game, packs)
    try:
        build = game.read(data, catalogue)
    except Unreadable as error:
        raise error.within(name) from None
    return Source(game, game.setting(build.rulings, catalogue), build)


def kits(chosen: Source, names: tuple[str, ...]) -> tuple[Kit, ...]:
    """Return the kits asked for; without names, a build's own pieces, or the whole game."""
    game = chosen.game
    if names:
        return tuple(_kit(chosen, name) for name in dict.fromkeys(names))
    if chosen.build is not None:
        return tuple(kit for kit in game.kits if kit.needs_build or kit.takes_build)
    whole = game.kit(EVERYTHING)
    return (whole,) if whole else tuple(kit for kit in game.kits if not kit.needs_build)


def _kit(chosen: Source, name: str) -> Kit:
    kit = chosen.game.kit(name)
    if kit is None:
        wanted = f"one of {', '.join(k.name for k in chosen.game.kits)}"
        raise verbs.NotThere(Misreading("--what", reading.shown(name), wanted))
    if kit.needs_build and chosen.build is None:
        noun = chosen.game.build_noun
        raise Unreadable(Misreading("--what", name, f"the file of a {noun} in place of the game: this kit prints one"))
    return kit


def write(chosen: Source, choice: Choice, output: str | None = None) -> dict[str, Any]:
    """Write the PDF, whole or not at all; return what was written."""
    asked = kits(chosen, choice.names)
    order = Order(chosen.setting, chosen.build, choice.unknown)
    parts = [part for kit in asked for part in kit.make(order)]
    own = chosen.build.title if chosen.build else ""
    title = f"{chosen.game.title}: {own}" if own else chosen.game.title
    paper = papers.paper(choice.paper)
    job = layout.lay_out(title, parts, paper, chosen.game.accent, choice.ink, choice.backs)
    if not job.sheets:
        noun = chosen.game.build_noun
        raise Unreadable(Misreading("", "nothing to print", f"a {noun} with something in it"))
    path = Path(output) if output else paths.output() / default_name(chosen, choice.names)
    _save(path, pdf.drawn(job))
    return {
        "game": chosen.game.slug,
        "title": own,
        "kits": [kit.name for kit in asked],
        "paper": paper.name,
        "file": str(path),
        "papers": job.papers,
        "pages": len(job.sheets),
        "pieces": job.pieces,
    }


def default_name(chosen: Source, names: tuple[str, ...]) -> str:
    """Return a file name that says what is in it: the game, then the build's title, then the kits."""
    plain = unicodedata.normalize("NFKD", chosen.build.title if chosen.build else "").encode("ascii", "ignore").decode()
    words = [chosen.game.slug, re.sub(r"[^a-z0-9]+", "-", plain.lower())[:60], *names]
    if chosen.build is not None and not words[1].strip("-"):
        words[1] = "build"
    return f"{'-'.join(stripped for word in words if (stripped := word.strip('-')))[:120]}.pdf"


def _save(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.is_dir():
            raise IsADirectoryError(0, "is a directory")
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise reading.refused(str(path), error, "a file that can be written: name one with -o") from None
