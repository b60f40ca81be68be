"""Share: what the page of a build offers, what each form brings back, and what others see of the build."""

import io
import re
from html import unescape
from urllib.parse import urlsplit

import pytest

from companion.data.documents import to_document, to_toml
from companion.gamekit import build_form
from companion.games import GAMES
from companion.printing.pdf import attachments
from companion.storage.document_links import raise_generations
from companion.verbs.shared_texts import csv_text
from tests.pairs import BUILT, FIGHTS, few_first
from tests.web.conftest import link_to, token_of

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
FIGHTING = pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
TECHNICONICA = next(game for game in GAMES if game.slug == "techniconica")
TITLE = "Ours & *theirs*"


def save(post, game, title=TITLE):
    build = next(iter(game.examples.values()))
    return post("/import", {"text": to_toml({**to_document(build), "title": title})}).location


def stored(app, address):
    return app.extensions["store"].get(address.rpartition("/")[2]).data


def texts(page):
    found = re.findall(r'<textarea id="share-(\w+)"[^>]*>(.*?)</textarea>', page, re.S)
    return {name: unescape(text) for name, text in found}


def downloads(page):
    return {
        unescape(title): unescape(link)
        for link, title in re.findall(r'href="([^"]+)"[^>]*>Download<span class="hidden"> ([^<]+)<', page)
    }


@pytest.fixture
def other(app):
    return app.test_client()


@FIGHTING
def test_every_text_on_the_page_is_imported_as_the_same_build(app, client, post, game):
    address = save(post, game)
    page = client.get(f"{address}/share").text
    assert set(texts(page)) == {"txt", "md", "line", "toml", "json"}
    before = game.read(stored(app, address))
    for name, text in texts(page).items():
        again = post("/import", {"text": text})
        assert again.status_code == 303, name
        build = game.read(stored(app, again.location))
        assert build.title == TITLE, name
        assert game.summary(build, game.context_of(build)) == game.summary(before, game.context_of(before)), name
        answer = post("/import", {"text": text, "check": "1"})
        assert "The statement is true" in answer.text, name
    for kind in ("txt", "md", "line"):
        assert client.get(f"{address}/export.{kind}").text == texts(page)[kind]


@EACH
def test_the_pdf_and_the_link_are_imported_as_the_same_build(app, client, post, game):
    address = save(post, game)
    link = link_to(client, address)
    (sheet,) = [
        link for title, link in downloads(client.get(f"{address}/share").text).items() if title.startswith("PDF")
    ]
    data = client.get(sheet).data
    for sent in ({"file": (io.BytesIO(data), "sheet.pdf")}, {"text": f"http://localhost{link}"}):
        again = post("/import", sent)
        assert again.status_code == 303
        assert stored(app, again.location) == stored(app, address)
    assert "The statement is true" in post("/import", {"file": (io.BytesIO(data), "sheet.pdf"), "check": "1"}).text


def test_a_printed_pdf_is_a_side_of_a_matchup(client, post):
    address = save(post, TECHNICONICA, "Theirs")
    data = client.get(f"/techniconica/print.pdf?what=mech-sheets&build={address.rpartition('/')[2]}").data
    answer = post("/techniconica/matchup", {"file": (io.BytesIO(data), "sheet.pdf")})
    assert answer.status_code == 303 and "Theirs" in client.get(answer.location).text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"%PDF-1.7\nnothing", "a PDF without a build in it"),
        (b"%PDF-1.7\ntrailer << /Encrypt 5 0 R >>", "locked with a password"),
        (b"%PDF-1.7\nobj << /Type /EmbeddedFile /Filter /FlateDecode >>\nstream\nxx\nendstream", "is damaged"),
    ],
)
def test_a_pdf_that_cannot_be_read_says_why(post, data, said):
    answer = post("/import", {"file": (io.BytesIO(data), "sheet.pdf")})
    assert answer.status_code == 422 and said in unescape(answer.text) and "sheet.pdf" in answer.text


@pytest.mark.parametrize(("size", "said"), [(3_000_000, "a PDF without a build in it"), (9_000_000, "more than 9 MB")])
def test_a_pdf_may_be_larger_than_other_forms_and_not_too_large(post, size, said):
    answer = post("/import", {"file": (io.BytesIO(b"%PDF-1.7\n" + b" " * size), "x.pdf")})
    assert said in answer.text
    answer.request.environ["wsgi.input"].close()


def test_two_titles_that_print_alike_are_two_prints(client, post):
    """A letter that no typeface has is not on paper, and is in the attached build all the same."""
    addresses = [save(post, TECHNICONICA, title) for title in ("Wolf \U000f0000", "Wolf \U000f0001")]
    found = []
    for address in addresses:
        data = client.get(f"/techniconica/print.pdf?what=mech-sheets&build={address.rpartition('/')[2]}").data
        found.append(re.search('title = "(.*)"', attachments.read_build(data, "x.pdf"))[1])
    assert found == ["Wolf \U000f0000", "Wolf \U000f0001"]


def test_no_link_is_there_before_it_is_made(client, post, other):
    address = save(post, TECHNICONICA)
    page = client.get(f"{address}/share").text
    assert (
        'aria-label="View link"' not in page and 'aria-label="Edit link"' not in page and "data:image/svg" not in page
    )
    assert "Private." in page and "Private." in client.get(address).text
    assert other.get(address).status_code == 404
    link = link_to(client, address)
    assert "QR code of the view link" in client.get(f"{address}/share").text
    assert "View link is on." in client.get(address).text
    assert other.get(link).status_code == 200


@pytest.mark.parametrize("where", few_first(2, ["", "/export.toml", "/export.md", "/portrait.png", "/portrait.svg"]))
def test_a_link_that_was_taken_back_is_like_one_that_never_was(client, post, other, where):
    address = save(post, TECHNICONICA)
    link = link_to(client, address)
    assert other.get(link + where).status_code == 200
    post(f"{address}/links", {"kind": "view", "act": "renew"})
    never = f"{address}.{'A' * 22}"
    gone, none = other.get(link + where), other.get(never + where)
    assert gone.status_code == none.status_code == 404
    form_token = re.compile(r'name="csrf_token" value="[^"]+"|name="back" value="[^"]*"')
    assert form_token.sub("", gone.text) == form_token.sub("", none.text)
    assert other.get(link_to(client, address) + where).status_code == 200


@FIGHTING
def test_others_see_what_the_build_is(client, post, other, game):
    link = link_to(client, save(post, game))
    page = other.get(link).text
    assert unescape(re.search("<h1>(.*?)</h1>", page)[1]) == TITLE
    assert '<p class="verdict legal">' in page and "Checked: legal; " in page and 'class="portrait' in page
    assert page.count("<li>") > 3 and "Its cards" in page
    reference = link.rpartition("/")[2]
    links = {unescape(found) for found in re.findall(r'href="([^"]+)"', page)}
    assert f"/{game.slug}/roll?other={reference}" in links
    for resolver in game.resolvers:
        assert f"/{game.slug}/roll/{resolver.name}?build={reference}" in links or any(
            found.startswith(f"/{game.slug}/") and resolver.name in found and reference in found for found in links
        )
    assert set(texts(page)) == {"txt", "md", "line", "toml", "json"}
    own_id = reference.partition(".")[0]
    assert f'"/{game.slug}/builds/{own_id}"' not in page and f"/{own_id}/" not in page


def test_others_see_its_problems_and_its_packs(app, client, post, other):
    owner = client
    pack = post("/techniconica/packs", {"title": "Tin lids", "text": ""}).location
    post(f"{pack}/card?kind=armour", {"name": "Tin Lid", "ar": "1", "dt": "1", "we": "1", "pc": "0"})
    form = {"title": "Lone wolf", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"}
    build = post("/techniconica/new", {**form, "mech-0-locomotor-attached": "tin-lid"}).location
    page = other.get(link_to(owner, build)).text
    assert "Not legal: " in page and 'class="finding error"' in page and 'name="fix"' not in page
    assert "Card packs: Tin lids" in page and "Add “Tin lids” to my packs" in page


def test_a_copy_is_ones_own(client, post, other):
    link = link_to(client, save(post, TECHNICONICA, "Theirs"))
    copy = other.post(f"{link}/duplicate", data={"csrf_token": token_of(other)}).location
    page = other.get(copy).text
    assert '<form id="build"' in page and "Copy of Theirs" in page and "Private." in page


def test_the_owner_sees_an_own_link_as_others_do(client, post):
    address = save(post, TECHNICONICA)
    page = client.get(link_to(client, address)).text
    assert "This is yours, as others see it." in page and f'href="{address}"' in page
    assert '<form id="build"' not in page and "Another browser made this" not in page


def test_a_build_of_an_earlier_release_is_seen_by_its_own_address(app, client, post, other):
    store = app.extensions["store"]
    copy = store.create("somebody", "techniconica", stored(app, save(post, TECHNICONICA)))
    with store.writing() as session:
        raise_generations(session, copy.id, is_open=True)
    page = other.get(f"/techniconica/builds/{copy.id}").text
    assert "Make my own copy" in page and '<form id="build"' not in page and "/versions" in page


def metas(page):
    return dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', page))


@pytest.mark.long
def test_what_a_chat_shows_is_that_of_the_view_link(app, client, post, other):
    app.config["COMPANION_URL"] = "https://mechs.example.org"
    address = save(post, TECHNICONICA)
    assert "og:url" not in metas(client.get(address).text)
    view, edit = link_to(client, address), link_to(client, address, "edit")
    assert "og:url" not in metas(other.get(edit).text) and view.rpartition("/")[2] not in other.get(edit).text
    for browser, page in ((client, address), (other, view)):
        found = metas(browser.get(page).text)
        assert found["og:url"] == f"https://mechs.example.org{view}"
        assert urlsplit(found["og:image"]).path == f"{view}/portrait.png"
    assert other.get(urlsplit(found["og:image"])._replace(scheme="", netloc="").geturl()).status_code == 200


@pytest.mark.long
def test_a_print_has_the_code_of_the_view_link_where_it_is_asked_for(app, client, post, other):
    address = save(post, TECHNICONICA)
    asked = f"/techniconica/print?what=mech-sheets&qr=yes&build={address.rpartition('/')[2]}"
    assert "No QR code is printed" not in client.get(asked).text
    link = link_to(client, address)
    assert "No QR code is printed" not in client.get(asked).text
    edit = link_to(client, address, "edit").rpartition("/")[2]
    theirs = f"/techniconica/print?what=mech-sheets&qr=yes&build={edit}"
    assert "No QR code is printed" not in other.get(theirs).text
    theirs = f"/techniconica/print?what=mech-sheets&qr=yes&build={link.rpartition('/')[2]}"
    assert "No QR code is printed" not in other.get(theirs).text
    assert 'name="qr"' in other.get(theirs).text and 'name="qr"' not in other.get("/techniconica/print").text


def test_a_build_that_cannot_be_read_any_more_still_has_its_document(app, client, post):
    store = app.extensions["store"]
    address = save(post, TECHNICONICA)
    document = store.get(address.rpartition("/")[2])
    store.save(document, {**document.data, "mech": [{"locomotor": "no-such\ncard"}]})
    page = client.get(f"{address}/share").text
    assert set(texts(page)) == {"toml", "json"} and "no-such" in page
    page = client.application.test_client().get(link_to(client, address))
    assert page.status_code == 200 and "no-such" in page.text and "Make my own copy" in page.text


def test_a_packs_share_page_has_its_links(client, post):
    pack = post("/techniconica/packs", {"title": "Tin lids", "text": ""}).location
    assert "Private." in client.get(pack).text
    link = link_to(client, pack)
    page = client.get(f"{pack}/share").text
    assert link in page and "QR code of the view link" in page and not texts(page)
    assert set(downloads(page)) == {"TOML", "JSON", "CSV"}
    assert client.get(f"{pack}/export.json").json["credit"].startswith("Techniconica.")


@EACH
def test_the_share_page_hands_out_a_csv_that_is_not_read_back(client, post, game):
    address = save(post, game)
    page = client.get(f"{address}/share").get_data(as_text=True)
    answer = client.get(downloads(page)["CSV for a spreadsheet; it is not read back"])
    document = to_document(next(iter(game.examples.values())))
    assert answer.mimetype == "text/csv"
    assert answer.get_data(as_text=True) == f"\ufeff{csv_text(game, document)}"


def with_notes(game, document):
    """Return the document with notes, how many of its parts have one of their own, and both as the form posts them."""
    document = {**document, "notes": "Hold <fire>.\nThen run."}
    part = {"mechastellar": "unit", "techniconica": "mech"}.get(game.slug)
    if part:
        document[part] = [{**entry, "note": "On the <left>"} for entry in document[part]]
    typed = {}
    for field in (build_form.TITLE, *game.form, build_form.NOTES):
        typed |= field.input_values(document, game.catalogue)
    return document, len(document[part]) if part else 0, typed


@EACH
def test_notes_are_typed_and_shown_to_others(app, client, other, post, game):
    address = save(post, game)
    page = client.get(address).get_data(as_text=True)
    assert 'id="notes"' in page
    document, parts, typed = with_notes(game, stored(app, address))
    assert post(address, {**typed, "notes": "  Hold <fire>.\r\nThen run.\r\n", "version": "1"}).status_code == 303
    assert stored(app, address) == document
    shown = other.get(link_to(client, address)).get_data(as_text=True)
    assert "Hold &lt;fire&gt;.\nThen run." in shown
    assert shown.count("“On the &lt;left&gt;”") == parts


@pytest.mark.parametrize("game", BUILT, ids=lambda game: game.slug)
def test_notes_are_kept_through_acts(app, post, game):
    _, parts, typed = with_notes(game, stored(app, save(post, game)))
    added = next(iter(game.builder.choices(game.context())))
    answer = post(f"/{game.slug}/check", {**typed, "notes": "Hold <fire>.", "act": f"add {added.card}"})
    acted = answer.get_data(as_text=True)
    assert "Hold &lt;fire&gt;.</textarea>" in acted
    assert acted.count('value="On the &lt;left&gt;"') == parts


@EACH
def test_notes_too_long_are_told_beside_their_field(client, post, game):
    answer = post(f"/{game.slug}/new", {"title": "x", "notes": "y" * 2001})
    assert answer.status_code == 422
    assert "Notes have at most 2000 characters; these have 2001. Shorten them." in answer.get_data(as_text=True)
