"""The rules page is the booklet on a screen: the order of play, diagrams, the told game, and ways to paper and to a PDF."""

import pytest

from companion.games import GAMES
from companion.verbs.lessons import positions
from tests.web.conftest import page_of

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
TAUGHT = pytest.mark.parametrize("game", [game for game in GAMES if game.lesson], ids=lambda game: game.slug)


def words(element):
    return " ".join(element.text_content().split())


@EACH
def test_the_booklet_is_read_from_top_to_bottom(client, game):
    page = page_of(client, f"/{game.slug}/rules")
    titles = [section.title for section in game.rulebook.reading_order]
    headings = [words(heading) for heading in page.xpath("//article[contains(@class, 'rule-section')]/h2")]
    assert [heading.startswith(title) for heading, title in zip(headings, titles, strict=True)] == [True] * len(titles)
    listed = page.xpath("//nav[@aria-labelledby='contents']//a")
    assert [title for title in map(words, listed) if title in titles] == titles
    assert all(page.xpath(f"//*[@id='{link.get('href').removeprefix('#')}']") for link in listed)
    said = words(page)
    for section in game.rulebook.section:
        for line in [*game.rulebook.fill_in(section.summary).split("\n"), *(rule.text for rule in section.rule)]:
            assert " ".join(line.split()) in said


@TAUGHT
def test_play_tonight_leads_to_the_booklet(client, game):
    page = page_of(client, f"/{game.slug}/play-tonight")
    assert page.xpath("//main//a[text()='Read the booklet']/@href") == [f"/{game.slug}/rules"]


@EACH
def test_each_diagram_stands_at_its_section_and_says_what_it_shows(client, game):
    page = page_of(client, f"/{game.slug}/rules")
    diagrams = game.load_views().sheets.DIAGRAMS(game.context())
    assert diagrams
    for section in {one.section for one in diagrams}:
        figures = page.xpath(f"//article[@id='{section}']//figure")
        captions = [one.caption for one in diagrams if one.section == section]
        assert [words(figure.xpath(".//*[local-name()='title']")[0]) for figure in figures] == captions
        assert [words(figure.xpath("./figcaption")[0]) for figure in figures] == captions


@TAUGHT
def test_the_told_game_has_every_step_of_the_first_scene_of_the_lesson(client, game):
    page = page_of(client, f"/{game.slug}/rules")
    listed = positions(game)
    steps = [one.step for one in listed if one.step and one.scene == listed[0].scene]
    told = page.xpath("//*[contains(@class, 'told')]/ol/li")
    assert [words(step.xpath("./h3")[0]).partition(": ")[2] for step in told] == [step.title for step in steps]
    for shown_step, step in zip(told, steps, strict=True):
        assert " ".join(step.why.split()) in words(shown_step)
    assert any(step.xpath("./p[@class='happened']") for step in told)


def test_from_there_one_tap_prints_it_and_one_saves_it_page_by_page(client):
    page = page_of(client, "/mechalyte/rules")
    (prints,) = page.xpath("//main//a[text()='Print it as a booklet']/@href")
    (saved,) = page.xpath("//main//a[text()='Save it as a PDF']/@href")
    assert "what=booklet" in prints and client.get(prints).status_code == 200
    assert "what=booklet-for-screen" in saved and client.get(saved).data.startswith(b"%PDF")
