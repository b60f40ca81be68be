"""Builds that people send each other, read from a text: what an input of an analysis that takes a build may hold."""

import json
from contextlib import closing

import pytest
from pydantic import Field

from companion.base.findings import InvalidInput
from companion.data.documents import BUILD_TEXT, Record, to_document, to_toml
from companion.games import GAMES
from companion.storage import document_links
from companion.storage.store import Store
from companion.verbs import links
from companion.verbs.links import Server, find_links, is_own
from companion.verbs.shared_builds import read_shared, resolve_shared_builds
from companion.verbs.shared_texts import chat_text, csv_text

GAME = next(game for game in GAMES if game.slug == "techniconica")
NAME, BUILD = next(iter(GAME.examples.items()))


class Asked(Record):
    against: str = Field("", json_schema_extra={**BUILD_TEXT, "rare": True})
    title: str = ""


@pytest.fixture
def store(tmp_path):
    with closing(Store(f"sqlite:///{tmp_path / 'own.sqlite3'}")) as store:
        yield store


@pytest.fixture
def server(store):
    def find(reference, version):
        return document_links.find(store, b"a key", reference, version, lambda document: True)

    return Server(find, frozenset({"club.example.org"}))


@pytest.fixture
def link(store):
    kept = store.create("somebody", GAME.slug, to_document(BUILD))
    return f"https://club.example.org/mechs/{GAME.slug}/builds/{kept.id}"


def documents(server, **inputs):
    return resolve_shared_builds(GAME, Asked, inputs, server, lambda game: game.context())


def test_a_link_or_a_list_in_an_input_that_takes_a_build_is_its_document(server, link):
    summary = GAME.summary(BUILD, GAME.context())
    for text in (link, f"his: {link}, good luck", summary, "\n".join(f"> {line}" for line in summary.splitlines())):
        made = json.loads(documents(server, against=text)["against"])
        assert [mech["locomotor"] for mech in made["mech"]] == [
            mech["locomotor"] for mech in to_document(BUILD)["mech"]
        ]


def test_other_texts_and_other_inputs_stay_as_they_are(server, link):
    same = {"against": f"example:{NAME}", "title": link}
    assert documents(server, **same) == same
    for text in ("", "Lone wolf", to_toml(to_document(BUILD)), json.dumps(to_document(BUILD))):
        assert documents(server, against=text) == {"against": text}


def test_what_cannot_be_read_there_names_the_input(server):
    with pytest.raises(InvalidInput, match="against, the link: .* paste the list itself"):
        documents(server, against="http://other.example.org/techniconica/builds/x")


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("see http://a.example/x.", ["http://a.example/x"]),
        ("(https://a.example/x?y=1&z=2)", ["https://a.example/x?y=1&z=2"]),
        ("[mine](http://a.example/x) http://a.example/x", ["http://a.example/x"]),
        ("http://a.example/x, http://b.example/y!", ["http://a.example/x", "http://b.example/y"]),
        ("ftp://a.example/x and a.example/x", []),
    ],
)
def test_links_in_a_text(text, links):
    assert find_links(text) == links


@pytest.mark.parametrize(
    ("link", "own"),
    [
        ("http://localhost:8000/x", True),
        ("http://127.0.0.1/x", True),
        ("http://192.168.1.20:5000/x", True),
        ("http://[::1]:5000/x", True),
        ("https://CLUB.example.org/x", True),
        ("https://example.org/x", False),
        ("https://club.example.org.evil.example/x", False),
        ("https://club.example.org@evil.example/x", False),
        ("http://[broken/x", False),
    ],
)
def test_what_is_this_server(server, link, own):
    """A name has to be one of its own; a number is looked up in the store, which alone knows the build."""
    assert is_own(link, server) is own


def test_a_number_that_does_not_have_the_build_says_so(server):
    with pytest.raises(InvalidInput, match="deleted or belongs to another server"):
        read_shared("http://10.0.0.7/techniconica/builds/abc", server, GAME)


def test_a_stored_pack_or_a_damaged_build_is_no_side(server, store):
    kept = store.create("somebody", GAME.slug, {"game": GAME.slug, "title": "Pack"}, "pack")
    with pytest.raises(InvalidInput, match="deleted or belongs to another server"):
        read_shared(f"http://localhost/{GAME.slug}/builds/{kept.id}", server, GAME)


def test_a_text_of_too_many_lines_is_no_list(server):
    with pytest.raises(InvalidInput, match="501 lines, expected a list of at most 500 lines"):
        read_shared("\n" * 500 + "2 x Green Viking", server)
    assert read_shared("\n" * 499 + "2 x Green Viking", server).game.slug == "mechastellar"


def test_many_links_are_not_looked_up(server):
    with pytest.raises(InvalidInput, match="11 links, expected one link"):
        read_shared(" ".join(f"http://localhost/{GAME.slug}/builds/b{n}" for n in range(11)), server, GAME)


@pytest.mark.parametrize("game", [None, *GAMES], ids=lambda game: game.slug if game else "any")
@pytest.mark.parametrize("text", [">", "> >\n>", "- ", "• "])
def test_quotes_and_bullets_around_nothing_are_no_list(game, text):
    with pytest.raises(InvalidInput, match=f"found '{text[0]}"):
        read_shared(text, None, game)


@pytest.mark.parametrize("version", ["0", "9", "9" * 25, "9" * 5000, "٩"])
def test_a_link_to_a_version_that_never_was_says_so(server, link, version):
    with pytest.raises(InvalidInput, match="the address of a build that is here"):
        read_shared(f"{link}?version={version}", server, GAME)


def test_a_name_server_is_asked_once_for_the_name_of_this_machine(server, monkeypatch):
    asked = []
    monkeypatch.setattr(links.socket, "getfqdn", lambda: asked.append(1) or "here.example.org")
    links._own_names.cache_clear()
    try:
        with pytest.raises(InvalidInput, match="paste the list itself"):
            read_shared(" ".join(f"http://h{n}.example.org/x" for n in range(1000)), server, GAME)
        assert links.is_this_machine("HERE.example.org")
    finally:
        links._own_names.cache_clear()
    assert asked == [1]


MECHASTELLAR = next(game for game in GAMES if game.slug == "mechastellar")


def theirs(server, text):
    inputs = next(one.inputs for one in MECHASTELLAR.analyses if one.name == "whole-turn")
    return resolve_shared_builds(MECHASTELLAR, inputs, {"theirs": text}, server, lambda game: game.context())["theirs"]


@pytest.mark.parametrize(
    "text", ["3 Green Viking", "> Ann: 3 Green Viking", "12:03 Ann: 3x Green Viking", "- 3 × Green Viking"]
)
def test_typed_lines_in_an_input_that_takes_a_list_are_read_as_everywhere(server, text):
    unit = json.loads(theirs(server, text))["unit"]
    assert [(one["profile"], one["count"]) for one in unit] == [("green-viking", 3)]


def test_a_nearly_right_name_in_such_an_input_gets_did_you_mean(server):
    with pytest.raises(InvalidInput, match=r"theirs, line 2: found .*; did you mean Jet Black Lancer\?"):
        theirs(server, "> Ann: 3 Green Viking\n> 2 Jet Black Lancr")


def test_a_nearly_right_name_is_told_also_where_no_game_is_said(server):
    with pytest.raises(InvalidInput, match=r"found '3 Jet Black Lancr'.*; did you mean Jet Black Lancer\?"):
        read_shared("3 Jet Black Lancr", server)


@pytest.mark.parametrize("between", [",", ";", "\t"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_rows_for_a_spreadsheet_are_refused_whatever_their_notes_look_like(game, between):
    """A note that begins like a list made an empty build of them, silently."""
    document = to_document(next(iter(game.examples.values())))
    heads, *_ = csv_text(game, document).splitlines()
    note = chat_text(game, document).splitlines()[0]
    text = f"{heads}\r\nThick skin,2,{note},house\r\n".replace(",", between)
    for pasted in (text, f"\ufeff{text}", text.replace(heads.partition(",")[0], f'"{heads.partition(",")[0]}"', 1)):
        with pytest.raises(InvalidInput, match="rows for a spreadsheet, which are not read back"):
            read_shared(pasted, None)
