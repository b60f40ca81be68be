"""Every form that a browser sent to an earlier release does today what it did then: the same documents come of it.

A journey begins on an empty data folder and is sent again form by form. Ids are made anew, so each old id is replaced
by the one that this release gave instead, and so are the words of a key.
"""

import json
import re

import lxml.html
import pytest

from companion.web import create_app
from tests import engines
from tests.models import FORMER_NAMES
from tests.releases.journey import opened
from tests.releases.sameness import differences
from tests.releases.shelf import RELEASES
from tests.releases.test_releases import EXPECTED, assert_judged, kept, token

EACH = pytest.mark.parametrize(
    "release",
    [
        pytest.param(release, marks=[pytest.mark.xdist_group(f"journey {release.name}"), pytest.mark.long])
        for release in RELEASES
    ],
)
"""One process tries a release, for its forms are sent once."""

CUT = ["name", "losses"]
"""A move of before 0.18, at a table that was kept by hand: what is lost stood there in words, today on records."""
ANSWER = ["act", "answer"]
"""What a table's dice ask of one seat or the other; today they fall anew."""
OPPONENT = r"[?&]other=([\w-]{20,})"
"""The id of a pasted opponent in the address that bringing it leads to."""
MOVED = {
    r"/packs$": "/cards?tab=packs",
    r"/collection$": "/cards?tab=collection",
    r"/rules$": "/house-rules",
    r"/matchup(?=\?|$)": "/roll",
}
"""Pages that a form leads to and that had addresses of their own before 0.19."""


class Journey:
    """A journey sent again: the clients by the names of the browsers, the new id of each old one, the new key."""

    def __init__(self, app, forms):
        self.app, self.forms = app, forms
        self.clients = {form["browser"]: app.test_client() for form in forms}
        self.ids = {}

    def go(self):
        """Send every form; return what differs from the answers of then."""
        return [
            f"{form['address']} {told}"
            for form in self.forms
            if CUT not in form.get("fields", ())
            for told in self._sent(form)
        ]

    def _sent(self, form):
        client = self.clients[form["browser"]]
        if "json" in form:
            answer = client.post(form["address"], json=form["json"])
            assert answer.status_code == form["status"], answer.get_data(as_text=True)
            return list(differences(form["answer"], answer.get_json()))
        if ANSWER in form["fields"]:
            form = by_seat_that_owes(form, client.get(self.renamed(form["address"])))
        fields = {"csrf_token": token(client)}
        for name, value in form["fields"]:
            fields.setdefault(name, []).append(self.ids.get(value, value))
        if "file" in form:
            fields[form["file"][0]] = opened(form["file"])
        answer = client.post(self.renamed(form["address"]), data=fields)
        to = answer.headers.get("Location", "")
        (place, _, old), (now_at, _, new) = form["to"].rpartition("/"), to.rpartition("/")
        if place == now_at and place.endswith(("/builds", "/packs", "/tables")):
            self.ids.setdefault(old, new)
        if new_id := re.search(OPPONENT, to):
            self.ids.setdefault(re.search(OPPONENT, form["to"])[1], new_id[1])
        if "key" in form:
            self.ids[form["key"]] = words_of(answer.get_data(as_text=True))
        then = {"status": form["status"], "kind": form["kind"], "to": today(self.renamed(form["to"]))}
        now = {"status": answer.status_code, "kind": answer.mimetype, "to": to}
        changed = [f"{key}: {value} became {now[key]}" for key, value in then.items() if value != now[key]]
        return changed + not_shown(form.get("shown", ()), answer)

    def renamed(self, text):
        """Return an address with today's ids."""
        return re.sub(r"[^/?&=]+", lambda part: self.ids.get(part[0], part[0]), text)


def by_seat_that_owes(form, page):
    """Return a form that answers a question, sent by the seat that the table's page asks."""
    shown = lxml.html.document_fromstring(page.get_data(as_text=True))
    (seat,) = shown.xpath("//form[input[@name='act' and @value='answer']]/input[@name='seat']/@value")
    fields = [["seat", seat] if name == "seat" else [name, value] for name, value in form["fields"]]
    return {**form, "fields": fields, "to": re.sub(r"(?<=seat=)\d", seat, form["to"])}


def today(address):
    """Return an address as it is today: pages that have moved, and the names of inputs."""
    for former, now in MOVED.items():
        address = re.sub(former, now, address)
    return re.sub(r"(?<=[?&])\w+(?==)", lambda name: FORMER_NAMES.get(name[0], name[0]), address)


def not_shown(fields, answer):
    """Return the fields of a build after an act that the page it leads to does not show any more.

    How a pack in use is named there may change, as long as the old name is read.
    """
    if not fields:
        return []
    page = lxml.html.document_fromstring(answer.get_data(as_text=True))
    shown = {(name, value.removeprefix("\n")) for form in page.forms for name, value in form.form_values()}
    return [
        f"{name}: {value!r} is not in the page"
        for name, value in fields
        if name != "pack" and (name, value) not in shown
    ]


def words_of(page):
    """Return the words of the key that a page shows this once."""
    shown = re.search(r'<ol class="key-words">(.*?)</ol>', page, re.DOTALL)[1]
    return " ".join(re.findall(r"<li>([a-z]+)</li>", shown))


@pytest.fixture(scope="module")
def travelled(tmp_path_factory):
    """Return a function that sends a release's journey again, once; give the journey, and what went otherwise."""
    made = {}

    def go(release):
        if release not in made:
            address = engines.address(tmp_path_factory.mktemp("go") / "d.sqlite3")
            app = create_app(address, "k", TESTING=True, RATELIMIT_ENABLED=False)
            forms = map(json.loads, (release / "journey.jsonl").read_text("utf-8").splitlines())
            journey = Journey(app, list(forms))
            made[release] = journey, journey.go()
        return made[release]

    yield go
    for journey, _ in made.values():
        journey.app.extensions["store"].close()


@EACH
def test_every_form_is_answered_as_it_was(travelled, release):
    assert travelled(release)[1] == []


@EACH
def test_the_same_documents_come_of_it(travelled, release):
    journey, _ = travelled(release)
    store = journey.app.extensions["store"]
    expected = EXPECTED[release]["documents"]
    for old in (name for name, document in expected.items() if document["kind"] != "collection"):
        assert kept(store.get(journey.ids[old])) == expected[old]


@EACH
def test_the_same_builds_come_of_it(travelled, release):
    journey, _ = travelled(release)
    store = journey.app.extensions["store"]
    for old, versions in EXPECTED[release]["builds"].items():
        for number, then in enumerate(versions, 1):
            assert_judged(store.get(journey.ids[old], number).data, then)


@EACH
def test_the_same_cards_are_counted(travelled, release):
    journey, _ = travelled(release)
    for slug, expected in EXPECTED[release]["session"].items():
        owned = journey.clients["me"].get(f"/{slug}/collection.csv").get_data(as_text=True).split()[1:]
        assert owned == expected["owned"]
