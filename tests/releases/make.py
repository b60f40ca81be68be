"""Makes the folder of a release: `python -m tests.releases.make`, in the environment of that release and nowhere else.

A server of the release starts on an empty data folder, two browsers do what `journey` tells, and the release is asked
through its pages and its command line what it made of that. Nothing of the product is imported here, so every expected
value is an answer of the release. README.md beside this says what is in a folder.
"""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.releases.journey import GAMES, GIVEN, RULINGS, Browser, told

HERE = Path(__file__).parent
COMPANION = str(Path(sys.executable).with_name("companion"))
LONGEST = 80
"""Characters of a string in an answer that are recorded; wording is not compared."""
Names = dict[str, str]
"""The ids of documents by the names that the journey gives them."""


def main() -> None:
    version = subprocess.run([COMPANION, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    if (HERE / version).exists():
        raise SystemExit(f"{HERE / version} is there already: a release adds its folder once and never changes it.")
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(make(Path(place) / version), HERE / version)


def make(folder: Path) -> Path:
    """Fill a new folder, and return it."""
    folder.mkdir()
    for name in ("cards.csv", "printed.txt"):
        shutil.copy(GIVEN / name, folder)
    cli(folder, "calibrate", "Den inkjet", "--across", "149.5", "--left", "21")
    log: list[dict[str, Any]] = []
    with serving(folder) as url:
        me = Browser(url, "me", log)
        names = told(me, Browser(url, "other", log), Browser(url, "phone", log))
        write(folder / "key.txt", f"{names.pop('key')}\n")
        public = {"draft-pictures": public_picture(me, names["thick-skin"])}
        write(folder / "cookie.txt", f"{me.cookie}\n")
        write(folder / "journey.jsonl", "".join(map(compact, log)))
    cli(folder, "backup", "backup.zip")
    mine = {name: document for name, document in names.items() if name != "theirs"}
    with copied(folder) as copy, serving(copy) as me.url:
        write(folder / "addresses.txt", "".join(f"{address}\n" for address in addresses(me, folder, mine, public)))
        exported(me, folder, mine)
    write(folder / "expected.json", json.dumps(expected(me, folder, names), indent=1, ensure_ascii=False) + "\n")
    known = newest_answers()
    write(folder / "answers.jsonl", "".join(text for text in map(compact, answers(folder)) if text not in known))
    return folder


def newest_answers() -> set[str]:
    """Return the newest answer to each line that releases recorded, word for word: it is recorded once."""
    newest: dict[str, str] = {}
    for path in sorted(HERE.glob("*/answers.jsonl")):
        newest |= {json.loads(text)["line"]: text for text in path.read_text("utf-8").splitlines(keepends=True)}
    return set(newest.values())


def write(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")


def compact(entry: dict[str, Any]) -> str:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a process that works on a folder's data, and on no other database."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
    return {**kept, "COMPANION_DATA": str(folder / "data")}


def cli(folder: Path, *words: str) -> tuple[int, Any]:
    """Run a verb in a folder, on its data; return exit code and answer."""
    done = subprocess.run(
        [COMPANION, *words, "--json"], cwd=folder, env=environment(folder), capture_output=True, text=True
    )
    if not done.stdout.strip():
        raise SystemExit(f"companion {shlex.join(words)} answered nothing:\n{done.stderr}")
    return done.returncode, json.loads(done.stdout)


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run a server on a folder's data; give its address without the last slash."""
    words = [COMPANION, "serve", "--port", "0"]
    with subprocess.Popen(words, cwd=folder, env=environment(folder), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            yield server.stdout.readline().split()[-1].rstrip("/")
        finally:
            server.terminate()


@contextmanager
def copied(folder: Path) -> Iterator[Path]:
    """Give a copy of a folder that may be changed."""
    with tempfile.TemporaryDirectory() as place:
        yield Path(shutil.copytree(folder, Path(place) / folder.name))


def of_kind(names: Names, kind: str, folder: Path) -> dict[str, dict[str, Any]]:
    """Return the documents of a kind by the names of the journey."""
    kept = documents(folder)
    return {name: kept[document] for name, document in names.items() if kept[document]["kind"] == kind}


def documents(folder: Path) -> dict[str, dict[str, Any]]:
    """Return every document by id, as a backup has it."""
    with zipfile.ZipFile(folder / "backup.zip") as archive:
        listed = map(json.loads, archive.read("documents.jsonl").splitlines())
        return {document["id"]: document for document in listed}


def public_picture(me: Browser, build: str) -> str:
    """Export a build for a virtual table; return the public name of its pictures and the name of the first."""
    exported = me.get(f"/mecha-mettle/export/cards?what=drafts&to=tts&dpi=100&build={build}")
    with zipfile.ZipFile(io.BytesIO(exported)) as archive:
        texts = (archive.read(name).decode() for name in archive.namelist() if name.endswith(".json"))
        found = re.search(r"/export/pictures/([^\"]*?)\.png", next(texts))
    assert found
    return found[1]


def addresses(me: Browser, folder: Path, names: Names, public: Names) -> list[str]:
    """Return the given addresses, the placeholders filled; each of them must answer 200."""
    games = cli(folder, "games")[1]["games"]
    rows: dict[str, list[Names]] = {
        "resolver": [{"game": game["slug"], "resolver": name} for game in games for name in game["resolvers"]],
        "analysis": [{"game": game["slug"], "analysis": name} for game in games for name in game["analyses"]],
        "build": [{"game": d["game"], "build": d["id"]} for d in of_kind(names, "build", folder).values()],
        "pack": [{"game": d["game"], "pack": d["id"]} for d in of_kind(names, "pack", folder).values()],
        "game": [{"game": game["slug"]} for game in games],
    }
    made: list[str] = []
    for line in (GIVEN / "addresses.txt").read_text("utf-8").splitlines():
        kind = next((kind for kind in rows if f"{{{kind}}}" in line), "")
        for row in rows.get(kind, [{}]):
            address, _, start = line.format_map(names | public | row).partition(" > ")
            text = me.get(address).decode("utf-8", "replace")
            made.append(linked(text, start) if start else address)
            me.get(made[-1])
    return list(dict.fromkeys(made))


def linked(text: str, start: str) -> str:
    """Return the first address in a page or a style sheet that begins with `start`, seen from the folder above it."""
    found = re.search(rf"""["'(](?:\.\.)?({re.escape(start)}[^"')]*)""", text)
    if not found:
        raise SystemExit(f"no address begins with {start}")
    return found[1].replace("&amp;", "&")


def exported(me: Browser, folder: Path, names: Names) -> None:
    """Export builds and packs with the pages."""
    for kind, endings in (("build", ("toml", "json")), ("pack", ("toml", "json", "csv"))):
        place = folder / f"{kind}s"
        place.mkdir()
        for name, document in of_kind(names, kind, folder).items():
            for ending in endings:
                address = f"/{document['game']}/{kind}s/{document['id']}/export.{ending}"
                (place / f"{name}.{ending}").write_bytes(me.get(address))
    (folder / "packs" / "techniconica-collection.csv").write_bytes(me.get("/techniconica/collection.csv"))


def expected(me: Browser, folder: Path, names: Names) -> dict[str, Any]:
    """Return what the release says of its documents and files."""
    kept = documents(folder)
    owner = kept[names["thick-skin"]]["owner"]
    return {
        "owner": owner,
        "of_others": [name for name, document in kept.items() if document["owner"] != owner],
        "printers": ["Workshop laser", "Kitchen inkjet", "Den inkjet"],
        "documents": {name: about(document) for name, document in kept.items()},
        "builds": {name: judged(folder, d) for name, d in kept.items() if d["kind"] == "build"},
        "build_files": {name: checked(folder, name) for name in files(folder, "builds")},
        "pack_files": {name: merged(folder, name) for name in files(folder, "packs") if "collection" not in name},
        "session": session(me, folder),
    }


def files(folder: Path, place: str) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in (folder / place).iterdir())


def about(document: dict[str, Any]) -> dict[str, Any]:
    kind, game, title = document["kind"], document["game"], document["title"]
    gone, versions = document["deleted"] is not None, document["current"]
    return {"kind": kind, "game": game, "title": title, "deleted": gone, "versions": versions}


def judged(folder: Path, document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what `check` says of each version."""
    made = []
    for version in document["versions"]:
        data = version["data"]
        write(folder / "version.json", json.dumps(data))
        answer = cli(folder, "check", "version.json")[1]
        (folder / "version.json").unlink()
        made.append(
            {
                "title": answer["title"],
                "rulings": data.get("rulings", {}),
                "packs": [pack["key"] for pack in data.get("pack", ())],
                "findings": findings_of(answer),
                "totals": answer["totals"],
            }
        )
    return made


def findings_of(answer: dict[str, Any]) -> list[list[str]]:
    return [[finding["rule"], finding["level"]] for finding in answer["findings"]]


def checked(folder: Path, name: str) -> dict[str, Any]:
    code, answer = cli(folder, "check", name)
    return {"exit": code, "title": answer["title"], "findings": findings_of(answer)}


def merged(folder: Path, name: str) -> dict[str, Any]:
    """Return the cards that a pack's file brings into its game."""
    data = json.loads((folder / name).with_suffix(".json").read_text("utf-8"))
    known = {card["id"]: card["name"] for card in cli(folder, "cards", data["game"], "--pack", name)[1]["cards"]}
    mine = [card["id"] for cards in data.values() if isinstance(cards, list) for card in cards if "id" in card]
    return {"game": data["game"], "cards": {card: known[card] for card in mine}}


def session(me: Browser, folder: Path) -> dict[str, Any]:
    """Return what is in force for the browser of the cookie, read off a new build of each game."""
    made = {}
    with copied(folder) as copy, serving(copy) as me.url:
        home = me.get("/").decode()
        for game in GAMES:
            new = me.press(f"/{game}/new", {"title": "Made later"})
            build = json.loads(me.get(f"/{game}/builds/{new}/export.json"))
            assert set(RULINGS[game].items()) <= set(build["rulings"].items())
            made[game] = {
                "rulings": build["rulings"],
                "packs": [pack["key"] for pack in build.get("pack", ())],
                "owned": me.get(f"/{game}/collection.csv").decode().split()[1:],
                "titles": [title for title in titles(folder, game) if title in home],
            }
    return made


def titles(folder: Path, game: str) -> list[str]:
    """Return the titles of a game's builds that are not in the trash."""
    builds = (d for d in documents(folder).values() if d["kind"] == "build" and d["deleted"] is None)
    return [document["title"] for document in builds if document["game"] == game]


def answers(folder: Path) -> Iterator[dict[str, Any]]:
    """Run each given command line on a fresh copy of the folder."""
    for line in (GIVEN / "lines.txt").read_text("utf-8").splitlines():
        with copied(folder) as copy:
            code, answer = cli(copy, *shlex.split(line))
        yield {"line": line, "exit": code, "answer": short(answer)}


def short(value: Any) -> Any:
    """Return plain data with its long strings cut, and without what `doctor` found on this machine."""
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    if isinstance(value, list):
        return [short(entry) for entry in value]
    if isinstance(value, dict):
        return {key: "" if key == "found" else short(entry) for key, entry in value.items()}
    return value


if __name__ == "__main__":
    main()
