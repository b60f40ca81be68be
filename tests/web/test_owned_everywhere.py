"""A collection is used in every game once it was entered: what is missing is told, what nobody owns is not asked for."""

import html
import json
import re

import pytest

from companion.data.documents import to_document
from companion.games import GAMES

CASES = {
    "mecha-mettle": ({"components": ["long-range-scanner", "flux-engine"]}, "flux-engine", 1),
    "mechastellar": (
        {"commands": ["opening-bombardment"], "modules": ["strategic-commands"],
         "unit": [{"profile": "green-viking", "count": 4}, {"profile": "dervish"}]}, "green-viking", 4,
    ),
    "wreck-a-mech": ({"mech": {"head": "laugh-track"}, "deck": ["2 keg-hull"]}, "keg-hull", 2),
}  # fmt: skip
"""By game: a build, a card of it, and how many of the card it takes."""


def page_of(client, post, game, document):
    document = {"game": game.slug, "title": "Mine", **document}
    sent = post("/import", {"text": json.dumps(document)})
    assert sent.status_code == 303
    return html.unescape(client.get(sent.location).get_data(as_text=True))


def own(post, game, **counts):
    answer = post(f"/{game.slug}/collection", {f"own.{card}": str(n) for card, n in counts.items()})
    assert answer.status_code == 303


def told(page):
    return sorted({one.strip() for one in re.findall(r"[^>.\"]* used and you own [^<\".]*", page)})


@pytest.mark.parametrize("slug", CASES)
def test_what_the_collection_lacks_is_told_with_how_many(client, post, slug):
    game = next(game for game in GAMES if game.slug == slug)
    document, card, count = CASES[slug]
    assert told(page_of(client, post, game, document)) == []  # nothing was counted yet
    build = game.read({"game": slug, "title": "", **document})
    used = dict.fromkeys(game.catalogue.cards, 9)
    own(post, game, **used)
    assert told(page_of(client, post, game, document)) == []
    own(post, game, **{**used, card: count - 1})
    (message,) = told(page_of(client, post, game, document))
    name = game.catalogue.cards[card].name
    owned = str(count - 1) if count > 1 else "none"
    assert f"{count} of {name}" in message and f"you own {owned}" in message
    assert build == game.read(to_document(build))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_nobody_owns_is_not_asked_for(client, game):
    page = client.get(f"/{game.slug}/cards?tab=collection").get_data(as_text=True)
    asked = set(re.findall(r'name="own\.([^"]+)"', page))
    kinds = game.builder.NOT_OWNED if game.builder else ()
    left_out = {card for card, (kind, _) in game.catalogue.raw.items() if kind in kinds}
    assert asked == set(game.catalogue.cards) - left_out


@pytest.mark.parametrize("slug", ["mecha-mettle", "wreck-a-mech"])
def test_a_fix_takes_out_what_is_missing_and_cards_are_counted(client, post, slug):
    game = next(game for game in GAMES if game.slug == slug)
    document, card, count = CASES[slug]
    assert "data-own=" not in client.get(f"/{slug}/new").get_data(as_text=True)
    own(post, game, **{**dict.fromkeys(game.catalogue.cards, 9), card: count - 1})
    page = page_of(client, post, game, document)
    assert f'value="add {card}"' in page and f'data-own="{count - 1}"' in page and "data-owned" in page
    name = re.escape(game.catalogue.cards[card].name)
    (change,) = set(re.findall(rf'name="fix" value="([^>]*)" form="build">Remove 1 of {name}<', page))
    fixed = game.read({"game": slug, "title": "", **document, **json.loads(change)})
    used = json.dumps(to_document(fixed))
    assert card not in used if count == 1 else f'"2 {card}"' not in used
    assert told(page_of(client, post, game, json.loads(used))) == []
