"""Each game keeps its rulebook's spelling of Armor and Defense: on its pages, in its rulebook, in all that it prints.

Ids, names of fields and keys of answers are contracts and are not held to it, whatever they are spelled like; so an
outcome, whose values are shown by their keys, is left out.
"""

import re

import lxml.html
import pytest

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from tests.printing.listing import list_job

BRITISH = re.compile(r"(?<![\w-])(?:armour\w*|defences?)(?![\w-])", re.I)
AMERICAN = re.compile(r"(?<![\w-])(?:armor\w*|defenses?)(?![\w-])", re.I)
BRITISH_RULEBOOKS = ("techniconica",)
"""Games that write Armour and Defence; all others, and pages that are of no game, write Armor and Defense."""
SHARED = ("/", "/credits", "/open", "/roll")
OWN = ("/", "/new", "/cards", "/print", "/rules", "/roll")
SOME = ("/play-tonight", "/roll?build=", "/analyse")
"""Pages that a game may do without."""
READ_ALOUD = ("title", "alt", "placeholder", "aria-label", "aria-description")
KEPT_NAMES = ("Point Defence",)
"""Names of cards that answers, links and saved builds of earlier releases have."""
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def misspelled(game, text):
    """Return what of a text a game does not spell so, with the words around it."""
    wrong = AMERICAN if game and game.slug in BRITISH_RULEBOOKS else BRITISH
    for name in KEPT_NAMES:
        text = text.replace(name, "")
    return [text[max(0, found.start() - 40) : found.end() + 40] for found in wrong.finditer(text)]


def words_of(client, address):
    """Return what a page shows and what a screen reader reads aloud."""
    answer = client.get(address)
    if answer.status_code == 404 and address.endswith(SOME):
        return ""
    assert answer.status_code == 200, address
    page = lxml.html.document_fromstring(answer.get_data(as_text=True))
    shown = page.xpath(
        "//text()[not(ancestor::script or ancestor::style or ancestor::dl[contains(@class, 'dice-outcome')])]"
    )
    aloud = page.xpath(" | ".join(f"//@{name}" for name in READ_ALOUD))
    return " ".join([*shown, *aloud])


def addresses(game):
    yield from (f"/{game.slug}{path}" for path in (*OWN, *SOME))
    yield from (f"/{game.slug}/{analysis.name}" for analysis in game.analyses)
    yield from (f"/{game.slug}/roll/{kind.name}" for kind in game.resolvers)
    yield from (f"/{game.slug}/examples/{name}" for name in game.examples)


@pytest.mark.long
@EACH
def test_pages_of_a_game_keep_its_spelling(client, game):
    wrong = {address: misspelled(game, words_of(client, address)) for address in addresses(game)}
    assert {address: found for address, found in wrong.items() if found} == {}


@pytest.mark.parametrize("address", SHARED)
def test_pages_of_no_game_write_armor_and_defense(client, address):
    assert misspelled(None, words_of(client, address)) == []


@EACH
def test_prints_of_a_game_keep_its_spelling(game):
    build = next(iter(game.examples.values()))
    wrong = {}
    for print_set in game.print_sets:
        parts = print_set.make(PrintSource(game.context(), build))
        printed = list_job(lay_out(game.title, parts, PrintOptions(), game.accent))
        wrong[print_set.name] = misspelled(game, printed.replace(" / ", " "))
    assert {name: found for name, found in wrong.items() if found} == {}


@EACH
def test_sentences_of_a_rulebook_keep_its_spelling(game):
    assert misspelled(game, game.rulebook.model_dump_json()) == []
