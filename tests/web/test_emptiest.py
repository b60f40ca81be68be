"""Strange builds: they lie in a browser's library while every address and every seat of a table is asked. None breaks.

Every page about a build is asked, then every address that these pages name, every form that they show, as it stands,
and every form of the table of forms. A document is one of `tests.strange_builds`; a browser that can save it has it by
its form or its import, any other as a database may hold it.
"""

import html
import re
from collections import Counter
from urllib.parse import parse_qs, urljoin, urlsplit

import lxml.html
import pytest

from companion.base.json_types import to_json
from companion.games import GAMES
from tests.apps import empty_database, lent
from tests.pairs import few_first, paired
from tests.strange_builds import STRANGE, fields_missing
from tests.web import test_addresses, test_ownership, test_tables
from tests.web.conftest import token_of
from tests.web.test_tables import Evening
from tests.web.test_wayfinding import pages_of

ROWS = {**test_addresses.TABLE, **test_addresses.QUERIES}
OTHER_DOCUMENTS = (test_addresses.PACK, test_addresses.RULES)
FORMS = {**{name: path for name, (path, _) in test_ownership.CHANGES.items()}, **test_ownership.OWN}
LAST = (
    "keys.make",
    "keys.enter",
    "keys.leave",
    "keys.end_others",
    "everything.restore",
    "everything.delete",
    "home.empty_trash",
)
"""Forms after which the browser is another owner, or has no library any more."""
NAMED = "//@href | //@src | //@action | //@data-check | //@data-workshop"
"""Where a page names addresses."""
ABOUT_A_BUILD = (
    "?build={0}",
    "?build={0}&other={0}",
    "?other={0}",
    "?my={0}&a={0}&start.mine={0}&start.theirs={0}",
)
"""How pages are asked about a saved build."""
NAMES_OF_A_BUILD = {name for query in ABOUT_A_BUILD for name in parse_qs(query[1:])}


class Library:
    """A browser with strange builds of a game, by name; `asked` counts what was answered, by status."""

    def __init__(self, app, game, documents, client=None):
        self.app, self.game, self.asked = app, game, Counter()
        self.client = client or app.test_client()
        self.token = token_of(self.client)
        self.post(f"/{game.slug}/new", {"title": ""})
        with self.client.session_transaction() as session:
            owner = session["owner"]
        store = app.extensions["store"]
        self.builds = {name: store.create(owner, game.slug, data, "build").id for name, data in documents.items()}

    def note(self, address, answer):
        assert answer.status_code < 500, (address, answer.status_code)
        assert answer.mimetype != "text/html" or "data-fault" not in answer.text, address
        self.asked[answer.status_code] += 1
        return answer

    def get(self, address):
        return self.note(address, self.client.get(address, buffered=True))

    def post(self, address, form=None):
        data = {"csrf_token": self.token, **(form or {})}
        return self.note((address, form), self.client.post(address, data=data, buffered=True))

    def ask_addresses(self, build, follows=True):
        """Ask every address of the tables for a build, each print set in turn; with `follows` what their pages name too."""
        sets = [one.name for one in self.game.print_sets if one.needs_build or one.takes_build]
        named = {
            row.address.replace(test_addresses.GAME.slug, self.game.slug, 1).replace("<id>", build)
            for row in ROWS.values()
            if row.form is None and not row.address.startswith(OTHER_DOCUMENTS)
        }
        printed = sorted(address for address in named if "what=" in address)
        one_set_each = {re.sub(r"what=[\w-]+", f"what={name}", address) for address, name in paired(printed, sets)}
        self._follow(named.difference(printed) | one_set_each, build, follows)

    def ask_pages(self, build, queries=ABOUT_A_BUILD):
        """Ask every page of the game about a build in each way, and what the pages name and show."""
        nothing = dict.fromkeys(("packs", "house-rules", "tables", "finished"), "/none")
        pages = pages_of(self.app, {one.slug: {**nothing, "builds": f"/{build}"} for one in GAMES})
        others = tuple(f"/{one.slug}/" for one in GAMES if one is not self.game)
        ours = [page for page in pages if not page.startswith(others) and "/none" not in page]
        self._follow(
            {page + query.format(build) for page in ours for query in queries}, build, follows=queries is ABOUT_A_BUILD
        )

    def _follow(self, addresses, build, follows=True):
        seen, forms = set(), {}
        for address in sorted(addresses):
            answer = self.get(address)
            if answer.mimetype != "text/html" or not follows:
                continue
            page = lxml.html.fromstring(answer.text)
            for value in page.xpath(NAMED):
                path = urljoin(address, value)
                if build in path and not urlsplit(path).scheme and _kind(path) not in seen:
                    seen.add(_kind(path))
                    self.get(path)
            forms |= {(form.action, _button(form)): form for form in page.forms if form.method == "POST"}
        for (action, button), form in sorted(forms.items(), key=lambda entry: str(entry[0])):
            if action and build in action and not action.endswith("/delete"):
                self.post(
                    action, {**dict(form.form_values()), **dict([button] if button else []), "csrf_token": self.token}
                )

    def send_every_form(self, build):
        """Send each form of the table of forms with the fields of all of them, for a build."""
        fields = {name: value for _, form in test_ownership.CHANGES.values() for name, value in form.items()}
        fields |= {"id": build, "build": build, "other": build, "one": build, "tags": "x", "do": "show", "sure": "1"}
        fields |= {"start.mine": build, "change": "{}", "phones": "one"}
        document = self.client.get(f"/{self.game.slug}/builds/{build}/export.json").text
        for text in (document, f"http://localhost/{self.game.slug}/builds/{build}", ""):
            for name, path in FORMS.items():
                if name in LAST or path.startswith(OTHER_DOCUMENTS):
                    continue
                path = path.replace(test_ownership.GAME, self.game.slug, 1).replace("<id>", build)
                paths = (
                    [path.replace("bottle-test", kind.name) for kind in self.game.resolvers]
                    if "bottle" in path
                    else [path]
                )
                for one in paths:
                    self.post(one, {**fields, "text": text})
                    self.post(one, {"text": text})

    def send_last_forms(self):
        """Send what takes the library away, each once, with nothing and with a word of consent."""
        for name in LAST:
            self.post(FORMS[name])
            self.post(FORMS[name], {"sure": "1", "confirm": "delete", "words": "none"})

    def ask_programs(self, document):
        """Send a document to the verbs for programs that take one."""
        slug, inputs = self.game.slug, {"inputs": {"mine": document, "theirs": document}}
        bodies = {"check": document, f"matchup/{slug}": {"mine": document, "theirs": document}}
        bodies |= {f"analyses/{slug}/{analysis.name}": inputs for analysis in self.game.analyses}
        bodies |= {f"tables/open/{slug}": {"builds": [document, document]}}
        for verb, body in bodies.items():
            answer = self.client.post(f"/api/v1/{verb}", data=to_json(body), content_type="application/json")
            self.note(verb, answer)


def _kind(path):
    """Return what tells addresses apart that a page names: the path, the last print set, and what else is said."""
    query = parse_qs(urlsplit(path).query)
    return urlsplit(path).path, tuple(query.get("what", ())[-1:]), tuple(sorted(query.keys() - NAMES_OF_A_BUILD))


def _button(form):
    """Return the last button with a name that sends a form, as name and value."""
    named = form.xpath(".//button[@name]")
    return (named[-1].get("name"), named[-1].get("value", "")) if named else ()


# A library of strange builds: every address outside of tables.


def ask_everything(app, game, documents):
    library = Library(app, game, documents)
    for name, build in library.builds.items():
        library.ask_addresses(build)
        library.ask_pages(build)
        library.ask_programs(documents[name])
        library.send_every_form(build)
    library.send_last_forms()
    return library.asked


@pytest.mark.parametrize("name", few_first(1, list(STRANGE)))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_address_breaks_on_a_strange_build(hasty, game, name):
    asked = ask_everything(hasty, game, {name: STRANGE[name](game)})
    assert asked[200] > 100 and asked.total() > 400


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_no_address_breaks_on_a_build_without_one_of_its_fields(hasty, game):
    documents = fields_missing(game)
    library = Library(hasty, game, documents)
    for name, build in library.builds.items():
        library.ask_addresses(build, follows=False)
        library.ask_pages(build, ["?build={0}&other={0}"])
        library.ask_programs(documents[name])
    assert library.asked[200] > 20 * len(documents)


@pytest.fixture
def hasty(tmp_path):
    """Return an application that waits one second for what takes long."""
    with lent(empty_database(tmp_path / "web.sqlite3"), TESTING=True, RATELIMIT_ENABLED=False, PATIENCE=1) as app:
        yield app


# Seats of tables in every phase.


def make_strange(game):
    return {name: make(game) for name, make in STRANGE.items()}


OPTIONS = {"wreck-a-mech": ({"option.start": "a-saved-mech"}, {"option.cards": "on-your-table"})}
"""How tables of a game are opened besides the usual way."""
TABLES = [
    pytest.param(game, asked, make, id=f"{game.slug}-{'-'.join(asked.values()) or 'phones'}-{title}")
    for game in GAMES
    for asked in ({}, {"phones": "one"}, *OPTIONS.get(game.slug, ()))
    for title, make in (("strange", make_strange), ("fields missing", fields_missing))
]
STEPS = 6
"""Rounds of both seats that a table is played."""


class Seats(Evening):
    """A table whose guests' library holds strange builds; whatever its seats ask and send is answered."""

    def __init__(self, app, game, asked, documents):
        super().__init__(app, game.slug, **asked)
        self.game, self.documents, self.seen, self.phases = game, documents, set(), set()
        self.is_one_phone = asked.get("phones") == "one"
        client = self.host if self.is_one_phone else self.guest
        self.library = Library(app, game, documents, client)

    @property
    def place(self):
        return (
            {0: self.home, 1: self.home} if self.is_one_phone else {seat: self.link(f"seat-{seat}") for seat in (0, 1)}
        )

    def ask_all(self, phase):
        """Ask every address of the table as each who may open it, and what the pages name."""
        self.phases.add(phase)
        roles = ("host",) if self.is_one_phone else ("host", "seat-0", "seat-1", "join", "watch")
        rolls = [f"/roll/{kind.name}" for kind in self.game.resolvers]
        for role in roles:
            for path in (*test_tables.READ, *rolls):
                answer = self.library.note(
                    (phase, role, path), self.client(role).get(self.path(role) + path, buffered=True)
                )
                for link in re.findall(r'href="(/[^"#]*)', answer.text if answer.mimetype == "text/html" else ""):
                    link = link.replace("&amp;", "&")
                    if (phase, link) not in self.seen and not link.startswith("/static"):
                        self.seen.add((phase, link))
                        self.library.note((phase, link), self.client(role).get(link, buffered=True))

    def send_all(self, phase):
        """Bring and seal each of the builds from each seat; and send every form of the seats, but those that end it."""
        for seat, path in self.place.items():
            page = lxml.html.fromstring(self.library.get(f"{path}?seat={seat}").text)
            for build in self.library.builds.values():
                self.library.post(path, {"act": "bring", "seat": seat, "build": build})
            for document in self.documents.values():
                self.library.post(path, {"act": "seal", "seat": seat, **_as_sealed(document)})
            for form in page.forms:
                fields = dict(form.form_values())
                if fields.get("act") not in (None, "concede", "draw", "leave", "move", "pause", "result"):
                    self.library.post(form.action, {**fields, "csrf_token": self.library.token})

    def step(self, seat):
        """Do what a seat's page asks for first, as the page offers it."""
        path = self.place[seat]
        page = self.library.get(f"{path}?seat={seat}").text
        if covered := re.search(r"shown=[0-9]+", page):
            page = self.library.get(f"{path}?seat={seat}&{covered[0]}").text
        if 'name="act" value="seal"' in page and (sealed := SEALED.get(self.slug)):
            if SEALS not in self.phases:
                self.ask_all(SEALS)
                self.send_all(SEALS)
            self.library.post(path, {"act": "seal", "seat": seat, **sealed})
        elif 'name="act" value="answer"' in page:
            self.library.post(path, {"act": "answer", "seat": seat, "faces": "1"})
        elif move := re.search(r'name="move" value="([^"]*)"', page):
            self.library.post(path, {"act": "move", "seat": seat, "move": html.unescape(html.unescape(move[1]))})


def _as_sealed(document):
    """Return a build's fields as a form seals them."""
    fields = {name: " ".join(map(str, value)) if isinstance(value, list) else value for name, value in document.items()}
    return {f"sealed.{name}": str(value) for name, value in fields.items()}


SEALS = "seals owed"
SEALED = {
    "mechalyte": {"sealed.spec": "MIPASA"},
    "mecha-mettle": {"sealed.components": " ".join(GAMES[0].examples[sorted(GAMES[0].examples)[0]].components)},
}


@pytest.mark.long
@pytest.mark.parametrize(("game", "asked", "make"), TABLES)
def test_no_seat_breaks_on_a_library_of_strange_builds(hasty, game, asked, make):
    table = Seats(hasty, game, asked, make(game))
    table.ask_all("invited")
    if not table.is_one_phone:
        table.sit(0, "Ana")
        table.ask_all("joined by one")
        table.sit(1, "Ben")
    table.ask_all("joined")
    if game.slug not in SEALED:
        table.send_all("joined")
        table.ask_all("brought")
    for _ in range(STEPS):
        for seat in (0, 1):
            table.step(seat)
    table.ask_all("playing")
    table.send_all("playing")
    table.library.post(table.place[0], {"act": "concede", "seat": 0, "sure": "yes"})
    assert "end" in [event["kind"] for event in table.events("host")]
    table.ask_all("ended")
    assert (SEALS in table.phases) is (game.slug in SEALED)
    assert table.library.asked[200] > 50
