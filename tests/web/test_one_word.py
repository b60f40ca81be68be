"""One word each: a problem names its rule by a title, a mark has its word, a table asks three rulings first."""

import re

import pytest

from companion.games import GAMES, game
from tests.pairs import EVENINGS
from tests.web.conftest import page_of

WRONG = {
    "mecha-mettle": {"components": ["recombinator", "comms-system"]},
    "mechalyte": {"spec": "P"},
    "techniconica": {"mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"},
    "mechastellar": {},
    "wreck-a-mech": {},
}
"""What a player may type that breaks a rule."""


@pytest.mark.parametrize("slug", WRONG)
def test_a_problem_leads_to_its_rule_by_the_title_of_the_section(client, post, slug):
    page = page_of(client, post(f"/{slug}/new", {"title": "Wrong", **WRONG[slug]}).location)
    links = page.xpath("//li[contains(@class, 'finding')]//*[contains(@class, 'finding-rule')]")
    book = game(slug).rulebook
    assert links
    for link in links:
        (section,) = {one.title for one in book.section for rule in one.rule if rule.id == link.get("title")}
        assert link.text == section and link.get("href") == f"/{slug}/rules#rule-{link.get('title')}"
        assert len(page_of(client, link.get("href")).xpath(f"//li[@id='rule-{link.get('title')}']")) == 1


@pytest.mark.parametrize("one", EVENINGS, ids=lambda one: one.slug)
def test_a_first_evening_names_rules_by_their_titles(client, one):
    page = page_of(client, f"/{one.slug}/play-tonight")
    words = {link.text for link in page.xpath("//a[contains(@class, 'finding-rule')]")}
    assert words and not words & set(one.rulebook.rules)


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.slug)
def test_opening_a_table_asks_three_rulings_and_has_the_others_behind_one_tap(client, one):
    page = page_of(client, f"/{one.slug}/tables/new")
    every = page.xpath("//fieldset[contains(@class, 'ruling')]/@id")
    folded = page.xpath("//details//fieldset[contains(@class, 'ruling')]/@id")
    assert sorted(every) == sorted(f"ruling-{ruling.id}" for ruling in one.rulebook.ruling)
    assert [name for name in every if name not in folded] == [
        f"ruling-{ruling.id}" for ruling in one.rulebook.ruling if ruling.matters
    ]
    assert len(every) - len(folded) == min(3, len(every))


def test_a_mark_has_its_word_beside_it_where_everybody_sees_it(client):
    page = client.get("/wreck-a-mech/examples/first-mech").get_data(as_text=True)
    signs = re.findall(
        r'<abbr class="origin-sign"[^>]*><span aria-hidden="true">(.)</span><span class="([^"]*)"> (\w+)<', page
    )
    assert ("⌂", "origin-word", "house") in signs and all("hidden" not in names for _, names, _ in signs)
