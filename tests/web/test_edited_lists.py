"""A list that was edited above its build code: the import page asks which of the two is meant, and takes it."""

from companion.data.documents import to_document
from companion.games import GAMES
from companion.verbs.shared_texts import chat_text

GAME = next(game for game in GAMES if game.slug == "techniconica")
BUILD = next(iter(GAME.examples.values()))


def test_an_edited_list_is_imported_as_the_reader_chooses(client, post):
    edited = chat_text(GAME, to_document(BUILD)).replace(BUILD.title, "Borrowed", 1)
    asked = post("/import", {"text": edited})
    assert asked.status_code == 422 and "Borrowed" in asked.text
    assert "expected your choice: the lines as they are now, or the build as it was shared." in asked.text
    assert 'value="lines"' in asked.text and 'value="code"' in asked.text
    for take, title in (("lines", "Borrowed"), ("code", BUILD.title)):
        imported = post("/import", {"text": edited, "take": take})
        assert imported.status_code == 303 and title in client.get(imported.location).text


def test_a_code_alone_is_imported(client, post):
    code = next(line for line in chat_text(GAME, to_document(BUILD)).splitlines() if line.startswith("mech1"))
    imported = post("/import", {"text": f"look at this: {code}!"})
    assert imported.status_code == 303 and BUILD.title in client.get(imported.location).text
