"""A crawler on the whole product: links lead somewhere, and whatever a form is sent, the answer is a page of ours."""

import json
from pathlib import Path

import pytest

from companion.web import create_app
from tests.abuse.amount import at_length, rounds
from tests.abuse.crawler import Crawler

RELEASE = max(Path(__file__).parents[1].glob("releases/[0-9]*"))
"""What the newest release left behind."""
OPENED = at_length(200, 400)
"""Requests of a walk along the links."""
SENT = at_length(150, 400)
"""Forms sent in a round."""


@pytest.fixture
def app(tmp_path):
    app = create_app(f"sqlite:///{tmp_path / 'crawl.sqlite3'}", "key", RATELIMIT_ENABLED=False)
    yield app
    app.extensions["store"].close()


def furnished(crawler):
    """Give the browser builds and packs of every game, as a player has them."""
    for path in sorted(RELEASE.glob("builds/*.json")):
        crawler.enter("/open", path.read_text("utf-8"))
    for path in sorted(RELEASE.glob("packs/*.json")):
        text = path.read_text("utf-8")
        crawler.enter(f"/{json.loads(text)['game']}/cards?tab=packs", text)
    return crawler


def told(crawler):
    """Return what was wrong, a line each."""
    return "\n".join(f"{what}\n    {where}" for what, where in crawler.wrong.items())


def test_every_link_from_home_leads_to_a_page(app, tally):
    crawler = furnished(Crawler(app))
    crawler.crawl(OPENED)
    tally(crawler.requests)
    assert not crawler.wrong, told(crawler)
    assert crawler.dead == []


def test_whatever_a_form_is_sent_the_answer_is_a_page_of_ours(app, tally):
    for seed in rounds():
        crawler = furnished(Crawler(app, seed))
        crawler.crawl(120)
        crawler.abuse(SENT)
        crawler.crawl(120)  # what was saved stands escaped on every page that lists it
        tally(crawler.requests)
        assert not crawler.wrong, f"seed {seed}\n{told(crawler)}"
