"""A build with unknown cards in the browser: its form, saved as it is shown, changes nothing."""

import json
from html.parser import HTMLParser

import pytest

from companion.data.documents import to_document
from companion.games import game

BUILDS = {
    "mecha-mettle": {"components": ["lost-thing", "Lost Thing"]},
    "techniconica": {"mech": [{"locomotor": "lost-legs", "pilot": {"card": "Lost Thing", "attached": ["lost-too"]}}]},
    "mechastellar": {
        "event": ["lost-event"],
        "commands": ["Lost Command"],
        "unit": [{"profile": "Lost Thing", "name": "Zed", "count": 2}],
    },
    "wreck-a-mech": {
        "mech": {"head": "Lost Thing"},
        "deck": [{"card": "Lost Thing", "count": 2}, "2 lost-two", "junk-cannon"],
        "junked": [{"card": "Lost Thing"}],
    },
}


class Fields(HTMLParser):
    """The values of a page's largest form, as a browser would send them."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.select, self.area = [[]], None, None
        self.feed(text)
        self.fields = max(self.forms, key=len)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self.forms.append([])
        name, kind = given.get("name"), given.get("type", "text")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select and "selected" in given:
            self.forms[-1].append((self.select, given.get("value", "")))
        elif tag == "textarea":
            self.area = (name, "")
        elif tag == "input" and name and (kind in ("text", "number", "hidden") or "checked" in given):
            self.forms[-1].append((name, given.get("value") or ("on" if kind == "checkbox" else "")))

    def handle_data(self, data):
        if self.area:
            self.area = (self.area[0], self.area[1] + data)

    def handle_endtag(self, tag):
        if tag == "select":
            self.select = None
        elif tag == "textarea" and self.area:
            self.forms[-1].append((self.area[0], self.area[1].removeprefix("\n")))
            self.area = None


@pytest.mark.parametrize("slug", BUILDS)
def test_a_form_that_is_saved_as_it_is_shown_keeps_each_unknown_card(app, client, post, slug):
    document = to_document(game(slug).read({"game": slug, "title": "Found", **BUILDS[slug]}))
    address = post("/import", {"text": json.dumps(document)}).location
    store, build = app.extensions["store"], address.rpartition("/")[2]
    sent = {}
    for name, value in Fields(client.get(address).text).fields:
        sent.setdefault(name, []).append(value)
    answer = post(address, {**sent, "title": "Renamed"})
    assert answer.status_code == 303, answer.text
    assert store.get(build).data == {**document, "title": "Renamed"}


def test_its_finding_names_no_rule_of_the_rulebook(client, post):
    text = json.dumps({"game": "wreck-a-mech", "title": "Found", **BUILDS["wreck-a-mech"]})
    page = client.get(post("/import", {"text": text}).location).text
    assert (
        '<span class="finding-rule" title="unknown-card">Unknown card</span>' in page
        and "#rule-unknown-card" not in page
    )
