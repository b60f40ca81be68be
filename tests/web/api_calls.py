"""A call of every operation of the API with real data: each game's examples, the inputs of its rolls and analyses."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from companion.data.documents import to_document, to_toml
from companion.game_system.schema import KINDS
from companion.games import GAMES
from companion.verbs import table_files
from companion.verbs.shared_texts import CHAT_FORMS

HERE = Path(__file__).parents[1] / "games"


@dataclass(frozen=True)
class Call:
    """An operation's id, and what is sent to it; a body that is no text is sent as JSON."""

    ident: str
    method: str
    path: str
    game: str = ""
    documents: str = ""
    """The kind of documents, where the path names one."""
    query: dict = field(default_factory=dict)
    body: object = None
    kind: str = "application/json"

    @property
    def address(self):
        return self.path.replace("{game}", self.game).replace("{kind}", self.documents)

    def send(self, client):
        """Return the answer to it."""
        body = {"data": self.body, "content_type": self.kind} if isinstance(self.body, str) else {"json": self.body}
        sent = body if self.method == "post" else {}
        return client.open(f"/api/v1{self.address}", method=self.method.upper(), query_string=self.query, **sent)


def inputs_of(game, name):
    """Return a game's file of inputs by the names of its rolls or analyses; an empty one where it has none."""
    path = HERE / game.package / f"{name}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


@cache
def calls():
    """Return at least one call of every operation."""
    return [*_of_no_game(), *(call for game in GAMES for call in _of_game(game)), *_tables()]


def _of_no_game():
    yield Call("openapi", "get", "/openapi.json")
    yield Call("games", "get", "/games")
    yield Call("calibrate", "post", "/calibrate", body={"across": 150.4, "back_right_mm": 1, "back_right": 2})
    for expression in (
        "4d6kh3",
        "180d20",
        "3d6>=5",
        "d66",
        "2d6!",
        "200d20!",
        "(2d6)>=8",
        "d6/4",
        "2x(d6[fire])",
        "3d{hit, miss}",
    ):
        yield Call("odds", "get", "/odds", query={"expression": expression})
        yield Call("roll", "post", "/roll", body={"expression": expression, "seed": 4})
    yield Call("odds", "get", "/odds", query={"expression": "4d6kh3", "every": "true"})
    yield Call("roll", "post", "/roll", body={"expression": "2d6", "faces": [[3, 4]]})


def _of_game(game):
    slug, package = game.slug, game.package
    for word in ("cards", "schema", "resolvers", "analyses"):
        yield Call(word, "get", f"/{word}/{{game}}", slug)
    for kind in KINDS:
        yield Call("schema_of_kind", "get", "/schema/{game}/{kind}", slug, kind)
    rulings = {f"ruling.{ruling.id}": ruling.option[-1].id for ruling in game.rulebook.ruling[:1]}
    yield Call(f"rules_{package}", "get", f"/rules/{slug}", query=rulings)
    card_id, (kind, _) = next(iter(game.catalogue.raw.items()))
    pack = {"game": slug, "kind": "pack", "title": "Other names", kind: [{"id": card_id, "name": "Renamed"}]}
    yield Call("cards_with_pack", "post", "/cards/{game}", slug, body=pack)
    examples = [to_document(build) for build in game.examples.values()]
    for document in examples:
        yield Call("check", "post", "/check", body=document)
        yield Call("check", "post", "/check", body=to_toml(document), kind="application/toml")
    yield Call("check", "post", "/check", body={"game": slug, "title": "Nothing in it"})
    yield Call("check", "post", "/check", body=pack)
    yield Call("check", "post", "/check", body=CHAT_FORMS["txt"](game, examples[0]), kind="text/plain")
    if game.matchup:
        body = {"mine": examples[0], "theirs": examples[-1]}
        yield Call("matchup", "post", "/matchup/{game}", slug, body=body)
    for name, entry in inputs_of(game, "throws").items():
        ident = f"{package}_{name.replace('-', '_')}"
        for inputs in entry["inputs"]:
            body = {"inputs": inputs, "pack": [pack], "seed": 4}
            yield Call(f"roll_{ident}", "post", f"/roll/{slug}/{name}", body=body)
        first, *_, last = entry["inputs"] * 2
        yield Call(f"odds_{ident}", "get", f"/odds/{slug}/{name}", query=first)
        yield Call(f"odds_packs_{ident}", "post", f"/odds/{slug}/{name}", body={"inputs": last, "pack": [pack]})
    for name, inputs in inputs_of(game, "analyses").items():
        ident, body = f"{package}_{name.replace('-', '_')}", {"inputs": inputs, "pack": [pack]}
        yield Call(f"analysis_{ident}", "get", f"/analyses/{slug}/{name}", query=as_query(inputs))
        yield Call(f"analysis_packs_{ident}", "post", f"/analyses/{slug}/{name}", body=body)


def as_query(inputs):
    """Return inputs as a query writes them: a table's fields with a dot, counts and copies of a card as text."""
    flat = {}
    for name, value in inputs.items():
        if isinstance(value, dict) and all(isinstance(part, int) for part in value.values()):
            flat[name] = ", ".join(f"{count} {part}" for part, count in value.items())
        elif isinstance(value, dict):
            flat |= {f"{name}.{key}": part for key, part in value.items()}
        elif isinstance(value, list) and isinstance(value[0], dict):
            flat[name] = [f"{copies.get('count', 1)} {copies['card']}" for copies in value]
        else:
            flat[name] = value
    return flat


def _tables():
    for game in GAMES:
        yield Call("table_open", "post", "/tables/open/{game}", game.slug, body={"title": "Friday", "by_hand": True})
    game = GAMES[0]
    table = table_files.open_file(game, {"title": "Friday", "seats": 2, "by_hand": True, "one_phone": True})
    for seat, act in ((0, ["sit", "Anna"]), (1, ["sit", "Ben"])):
        table, _ = table.act(seat, act)
    begun = table.model_dump(mode="json")
    for act in (["result", "winners=[0]"], ["finish"]):
        table, _ = table.act(0, act)
    ended = table.model_dump(mode="json")
    for found in (begun, ended):
        yield Call("table_show", "post", "/tables/show", body={"table": found, "seat": 0})
        yield Call("table_export", "post", "/tables/export", body={"table": found})
        yield Call("table_verify", "post", "/tables/verify", body=found)
    for act in (["play", "dice", "expression=3d6"], ["counter", "what=Round", "value=2", "shared=true"]):
        yield Call("table_move", "post", "/tables/move", body={"table": begun, "seat": 1, "act": act})
    yield Call("table_report", "post", "/tables/report", body={"table": ended})
