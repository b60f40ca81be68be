"""The library for `make bench`: a page of it with ten thousand builds beside one with ten, and a search in both."""

from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import insert

from companion.data.documents import to_document
from companion.games import GAMES
from companion.storage.decode import json_text
from companion.storage.schema import DocumentRow, VersionRow
from companion.web import create_app
from tests.bench_builders import least

FEW, MANY = 10, 10_000


def rows():
    """Return rows of name, ours, theirs, ratio, aim: the 48 builds that a page shows are judged before."""
    app = create_app(RATELIMIT_ENABLED=False)
    clients = {count: _client_with(app, count) for count in (FEW, MANY)}
    found = []
    for name, address in (("page", "/"), ("search, sorted by title", "/?q=wolf+league&sort=title")):
        few, many = (least(partial(clients[count].get, address)) for count in (FEW, MANY))
        found.append((f"library of {MANY:,} builds, {name} / of {FEW}", many, few, many / few, "<= 6"))
    return found


def _client_with(app, count):
    """Return a client of an owner with so many builds: the examples over and over, a third of them tagged."""
    owner, now = f"owner of {count}", datetime.now(UTC)
    examples = [(game.slug, to_document(build)) for game in GAMES for build in game.examples.values()]
    documents, versions = [], []
    for number in range(count):
        game, data = examples[number % len(examples)]
        key, saved = f"{number:012}-of-{count:012}", (now - timedelta(minutes=number)).isoformat()
        tags = json_text(["league"] if number % 3 == 0 else [])
        head = {"id": key, "owner": owner, "game": game, "kind": "build", "title": data["title"], "current": 1}
        documents.append({**head, "changed": saved, "tags": tags, "versions": 1, "bytes": 1000})
        versions.append({"document_id": key, "number": 1, "saved": saved, "data": json_text(data)})
    with app.extensions["store"].writing() as session:
        session.execute(insert(DocumentRow), documents)
        session.execute(insert(VersionRow), versions)
    client = app.test_client()
    with client.session_transaction() as cookie:
        cookie["owner"] = owner
    return client
