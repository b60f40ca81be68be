"""Pages of every game: there, linked, named, with strict headers; print, cards, rules, errors."""

import html
import re
from html.parser import HTMLParser
from urllib.parse import parse_qs

import pypdfium2
import pytest

from companion.games import GAMES
from tests import engines

SHARED = ("/", "/credits", "/open", "/roll")
OWN = ("/", "/new", "/cards", "/print", "/rules", "/roll")
PATHS = [*SHARED, *(f"/{game.slug}{path}" for game in GAMES for path in OWN)]
PATHS += [f"/{game.slug}/{analysis.name}" for game in GAMES for analysis in game.analyses]
PATHS += [f"/{game.slug}/roll/{kind.name}" for game in GAMES for kind in game.resolvers]


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


class Page(HTMLParser):
    """What a page links to, and whether it is well made."""

    VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}

    def __init__(self, source):
        super().__init__()
        self.links, self.ids, self.labels, self.inputs, self.open, self.wrong = set(), [], set(), [], [], []
        self.feed(source)
        assert self.open == [], self.open

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in self.VOID:
            self.open.append(tag)
        if "style" in given or any(name.startswith("on") for name in given):
            self.wrong.append(f"inline style or script on {tag}")
        if tag == "script" and "src" not in given:
            self.wrong.append("an inline script")
        if tag == "img" and not given.get("alt") and given.get("class") != "face-art":  # its words stand over it
            self.wrong.append(f"no words for {given.get('src')}")
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "label":
            self.labels.add(given.get("for"))
        if tag in ("input", "select", "textarea") and given.get("type") not in ("hidden", "checkbox", "radio", "file"):
            self.inputs.append((given.get("id"), "aria-label" in given, "label" in self.open))
        for name in ("href", "src", "action"):
            if given.get(name, "").startswith("/"):
                self.links.add((given[name], tag))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
        self.open.pop()


@pytest.mark.parametrize("path", PATHS)
def test_every_page_is_there_and_well_made(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    page = Page(answer.get_data(as_text=True))
    assert page.wrong == []
    assert len(page.ids) == len(set(page.ids)), sorted(i for i in page.ids if page.ids.count(i) > 1)
    for name, labelled, inside in page.inputs:
        assert name in page.labels or labelled or inside, f"no label for {name}"


def kind_of(routes, address):
    """Return what an address has in common with others: its route, its game, its name there, and its fields."""
    path, _, query = address.partition("?")
    if not routes.test(path, "GET"):
        return address
    endpoint, values = routes.match(path, "GET")
    named = tuple(values.get(key) for key in ("slug", "name", "filename"))
    return endpoint, *named, frozenset(parse_qs(query))


@pytest.mark.long
def test_no_link_leads_nowhere(client):
    """Of addresses that differ only in their card, their picture or what their query says, the first is opened."""
    routes, seen, kinds, waiting = client.application.url_map.bind(""), set(), set(), ["/"]
    while waiting:
        path = waiting.pop(0)
        bare = path.partition("#")[0]
        if bare in seen:
            continue
        seen.add(bare)
        kind = kind_of(routes, bare)
        if kind in kinds:
            continue
        kinds.add(kind)
        answer = client.get(bare)
        assert answer.status_code == 200, bare
        if answer.mimetype == "text/html":
            page = Page(answer.get_data(as_text=True))
            waiting += [link for link, tag in page.links if tag != "form"]
        answer.close()
    assert {f"/{game.slug}/rules" for game in GAMES} <= seen and len(kinds) > 300


@pytest.mark.parametrize("path", ["/", "/nothing/here", "/healthz", "/static/app.css", "/mecha-mettle/new"])
def test_strict_headers_on_every_answer(client, path):
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "unsafe-inline" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "path", ["/theme", "/open", "/mecha-mettle/new", "/mecha-mettle/check", "/mecha-mettle/rules", "/roll"]
)
def test_a_form_without_its_token_is_refused(client, path):
    client.get("/open")
    answer = client.post(path, data={"title": "x"})
    assert answer.status_code == 400 and "This form has expired" in text(answer)


@pytest.mark.parametrize(
    ("path", "code"), [("/chess/", 404), ("/mecha-mettle/nothing", 404), ("/credits/more/than", 404)]
)
def test_errors_look_like_the_product(client, path, code):
    answer = client.get(path)
    assert answer.status_code == code
    assert "Nothing here" in text(answer) and "Mech Companion" in text(answer)


def test_another_kind_of_request(client):
    answer = client.delete("/credits")
    assert answer.status_code == 405 and "Not this way" in text(answer)


@pytest.mark.long
def test_too_many_requests_are_told(tmp_path):
    from companion.web import create_app

    app = create_app(engines.address(tmp_path / "limited.sqlite3"), "key", TESTING=True)
    client = app.test_client()
    codes = [client.get("/api/v1/games").status_code for _ in range(400)]
    assert codes[0] == 200 and 429 in codes
    app.extensions["store"].close()


def test_health(client):
    assert client.get("/healthz").get_json()["database"] == "ok"


def test_the_theme_is_kept_and_leads_back_home_only(client, post):
    assert post("/theme", {"theme": "dark", "back": "/credits"}).location == "/credits"
    assert 'data-theme="dark"' in text(client.get("/"))
    for away in ("//evil.example", "/\\evil.example", "/\t/evil.example", "/\n//evil.example", "evil", "/\r\nX: y", ""):
        assert post("/theme", {"theme": "dark", "back": away}).location == "/"
    assert post("/theme", {"theme": "dark", "back": "/mecha-mettle/roll?x=%20#y"}).location.endswith("roll?x=%20#y")
    post("/theme", {"theme": "plaid"})
    assert 'data-theme="auto"' in text(client.get("/"))


def test_credits_name_all_five_games_their_makers_and_licences(client):
    page = text(client.get("/credits"))
    for name in ("Mecha Mettle", "Mechalyte", "Techniconica", "MechaStellar", "Wreck-A-Mech"):
        assert name in page
    for name in ("Nathan McCoy", "Steve Vilbig", "Kayla Christine", "CC BY-NC-SA", "Entire Prize Enterprises"):
        assert name in page


def test_fonts_come_from_their_package(client):
    assert client.get("/fonts/Barlow-regular.ttf").get_data()[:4] == b"\x00\x01\x00\x00"
    assert client.get("/fonts/Comic.ttf").status_code == 404


def test_the_typefaces_of_every_page_come_packed_and_are_asked_for_at_once(client):
    wanted = re.findall(
        r'<link rel="preload" as="font" type="font/woff2" href="([^"]+)" crossorigin>', text(client.get("/"))
    )
    assert len(wanted) == 3 and all(client.get(address).get_data()[:4] == b"wOF2" for address in wanted)
    assert client.get("/fonts/Fira-bold.woff2").status_code == 404


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_credit_says_nothing_twice(game):
    """`Revision 0.81. Revision 0.81.`: what is named with its number stands in one of the two sentences."""
    numbered = re.findall(r"[A-Za-z]+ \d[\d.]*", game.credit.whose)
    assert [name for name in numbered if name.lower().rstrip(".") in game.credit.note.lower()] == []


@pytest.mark.long
def test_print_shows_every_sheet_and_gives_the_pdf(client):
    page = text(client.get("/mecha-mettle/print?what=tiles&paper=letter"))
    sheets = re.findall(r'<img src="([^"]+sheet-\d+\.png[^"]*)"', page)
    data = client.get("/mecha-mettle/print.pdf?what=tiles&paper=letter")
    document = pypdfium2.PdfDocument(data.get_data())
    assert data.mimetype == "application/pdf" and len(document) == len(sheets) > 1
    assert document[0].get_size() == pytest.approx((612, 792), abs=0.1)
    document.close()
    small, large = (client.get(address).get_data() for address in (sheets[0], f"{sheets[0]}&dpi=150"))
    assert small[:4] == large[:4] == b"\x89PNG" and len(large) > len(small)
    assert client.get("/mecha-mettle/print/sheet-99.png?what=tiles").status_code == 404


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("what=castle", "“Print sets”: found 'castle', expected one of modules"),
        ("what=tiles&paper=a9", "one of a4, letter"),
        ("what=tiles&ink=gold", "expected full, saver or grey"),
        ("what=tiles&colour=red", "The address: found colour, expected only options of this page"),
        ("what=drafts", "Draft: found no build"),
    ],
)
def test_what_cannot_be_printed_is_said(client, query, said):
    answer = client.get(f"/mecha-mettle/print?{query}")
    assert answer.status_code == 422 and said in text(answer)
    sent = client.get(f"/mecha-mettle/print.pdf?{query}")
    assert sent.status_code == 422 and said in text(sent) and 'action="/mecha-mettle/print#sheets"' in text(sent)


def test_a_draft_prints_its_own_cards(client, post):
    made = post("/mecha-mettle/new", {"title": "Mine", "components": ["flux-engine", "light-thrusters"]}).location
    build = made.rpartition("/")[2]
    page = text(client.get(f"/mecha-mettle/print?what=drafts&build={build}&backs=no"))
    assert "1 sheet of A4, 2 pieces to cut" in re.sub(r"</?strong>", "", page)
    assert client.get("/mecha-mettle/print?what=drafts&build=nothing").status_code == 404


def test_the_gallery_shows_each_face_with_words(client):
    page = text(client.get("/mecha-mettle/cards"))
    assert len(re.findall(r'class="face"', page)) == 10 + 16 + 2
    assert 'aria-label="Recombinator, reconfigure component of level 1: ' in page
    face = "/mecha-mettle/cards/modules/reactor.png"
    answer = client.get(face)
    assert answer.mimetype == "image/png"
    again = client.get(face, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/mecha-mettle/cards/modules/castle.png").status_code == 404


def test_rules_show_coverage_and_switch_rulings(client, post):
    page = text(client.get("/mecha-mettle/rules"))
    assert "✓ Applied" in page and "◐ Applied in part" in page and "second page of special cases is cut off" in page
    answer = post("/mecha-mettle/rules", {"sideways-row": "front-meets-back"}, follow_redirects=True)
    assert "This browser uses these rulings" in text(answer)
    assert re.search(r'value="front-meets-back" checked', text(client.get("/mecha-mettle/house-rules")))
    bad = post("/mecha-mettle/rules", {"sideways-row": "above"})
    assert bad.status_code == 422 and "found 'above'" in text(bad)


def test_rulings_reach_line_of_sight(client, post):
    sight = "/mecha-mettle/line-of-sight?at=front-left&facing=right&weapon=hammer"
    assert "their front row" in text(client.get(sight))
    post("/mecha-mettle/rules", {"sideways-row": "front-meets-back"})
    assert "their back row" in text(client.get(sight))


def test_a_browser_without_cookies_is_told_to_allow_them(app):
    stranger = app.test_client(use_cookies=False)
    answer = stranger.post("/techniconica/new", data={"csrf_token": "any"})
    assert answer.status_code == 400
    assert "Allow cookies for this site" in answer.text
    known = app.test_client()
    known.get("/open")
    assert "This form has expired" in known.post("/techniconica/new", data={"csrf_token": "any"}).text
