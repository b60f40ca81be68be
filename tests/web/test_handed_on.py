"""Random builds of every game as they leave a server otherwise than as text: by link, print, backup, everything of mine.

What comes back is the same document with the same findings. The texts have a law of their own (`test_whole_lists`).
"""

import io
import random

import pytest

from companion.base.json_types import to_json
from companion.data.documents import parse, to_document
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.pdf import attachments, pdf_bytes
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from companion.storage import owner_file, owners
from companion.storage.backup import backup
from companion.storage.restore import restore
from companion.storage.store import Store
from companion.verbs.printed_builds import printed_build
from companion.verbs.stored_documents import read_stored
from tests.apps import empty_database
from tests.random_builds import random_build
from tests.web.conftest import link_to, token_of

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
PARTS = pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 10))], ids="part {}".format
)


def builds(game, part, count):
    source = random.Random(f"{game.slug} handed on {part}")
    return [made for made in (random_build(game, source) for _ in range(count)) if made]


def findings(game, document):
    return game.check(*game.read_in_context(document)).findings


@pytest.fixture
def others(tmp_path):
    """Return the stores of two other servers."""
    found = [Store(empty_database(tmp_path / f"{name}.sqlite3")) for name in ("there", "elsewhere")]
    yield found
    for store in found:
        store.close()


def mine_alone(here, comes):
    return comes


@PARTS
def test_a_backup_and_everything_of_mine_bring_every_build_back(app, others, tmp_path, part):
    there, elsewhere = others
    store = app.extensions["store"]
    walked = [(game, document) for game in GAMES for document in builds(game, part, 12)]
    assert len(walked) > 50
    kept = [store.create("me", game.slug, document).id for game, document in walked]
    everything = b"".join(owner_file.pieces(store, "me", owners.find(store, "me")[0].belongings))
    backup(store, tmp_path / "all.zip")
    assert restore(there, tmp_path / "all.zip", read_stored).restored == len(walked)
    found = owner_file.read_file(io.BytesIO(everything), "mine.zip", read_stored, elsewhere.quota)
    assert owner_file.restore_file(elsewhere, "me", found, mine_alone).new == len(walked)
    for (game, document), one in zip(walked, kept, strict=True):
        for other in (there, elsewhere):
            back = other.get(one).data
            assert back == document and findings(game, back) == findings(game, document)


@EACH_GAME
@PARTS
def test_a_link_gives_another_browser_the_same_build(app, client, post, game, part):
    store, other = app.extensions["store"], app.test_client()
    token = token_of(other)
    for document in builds(game, part, 3):
        address = post("/import", {"text": to_json(document)}).location
        saved = store.get(address.rpartition("/")[2]).data
        assert saved == document
        sent = other.post("/import", data={"csrf_token": token, "text": f"http://localhost{link_to(client, address)}"})
        back = store.get(sent.location.rpartition("/")[2]).data
        assert back == document and findings(game, back) == findings(game, document)


@EACH_GAME
@PARTS
def test_a_print_carries_its_build(game, part):
    for document in builds(game, part, 3):
        build, context = game.read_in_context(document)
        parts = game.build_sheet.make(PrintSource(context, build))
        carried = printed_build(game, build, context)
        data = pdf_bytes(print_job(Printout(game.title, parts, game.accent, build=carried), PrintOptions()))
        back = to_document(game.read(parse(attachments.read_build(data, "x.pdf"))))
        assert back == document and findings(game, back) == findings(game, document)
