"""The guide to what can be typed: every example works, and the docs, the page and the command line show the same guide."""

import html
import os
import re
from fractions import Fraction
from urllib.parse import parse_qsl

import pytest

from companion.dice.expression import parse
from companion.dice.guide import GUIDE
from companion.dice.odds import exact
from companion.dice.readings import readings
from companion.dice.roller import roll
from tests.commands import run
from tests.layers import ROOT

DOCS = ROOT / "docs/dice.md"
EXAMPLES = [example for lines in GUIDE.values() for line in lines for example in line.examples]
DIFFERENCES = re.findall(r"^\| `([^|]*)` \| ([^|]*) \| ([^|]*) \|$", DOCS.read_text("utf-8"), re.MULTILINE)


def listed():
    """Return the guide as docs show it."""
    lines = ["| typed | means |\n| --- | --- |\n"]
    for heading, entries in GUIDE.items():
        lines.append(f"| **{heading}** | |\n")
        lines += [f"| {', '.join(f'`{one}`' for one in entry.examples)} | {entry.meaning} |\n" for entry in entries]
    return "".join(lines)


@pytest.mark.golden
def test_the_docs_have_the_whole_guide():
    text = DOCS.read_text("utf-8")
    whole = re.sub(r"(?<=<!-- guide -->\n).*(?=<!-- /guide -->)", lambda _: listed(), text, flags=re.DOTALL)
    if os.environ.get("RENEW"):
        DOCS.write_text(whole, "utf-8")
    assert DOCS.read_text("utf-8") == whole


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_has_odds_and_can_be_thrown(example):
    expression = parse(example)
    odds = exact(expression)
    followed = Fraction(sum(weight for _, weight in odds.outcomes), odds.total)
    assert 1 - 1e-7 < followed < 1 if "!" in example else followed == 1
    thrown = roll(expression, 1).outcome
    assert "totals" in thrown or {key: thrown[key] for key in odds.outcomes[0][0]} in [one for one, _ in odds.outcomes]


def test_the_page_and_the_command_line_show_the_whole_guide(client):
    page, told = client.get("/roll").get_data(as_text=True), run("roll", "--help").stdout
    linked = [html.unescape(one) for one in re.findall(r'href="/roll\?([^"#]*)#result"><code>', page)]
    assert [dict(parse_qsl(one))["expression"] for one in linked] == EXAMPLES
    for entries in GUIDE.values():
        for entry in entries:
            assert f"{', '.join(entry.examples)}: {entry.meaning}" in told
            assert all(f"<code>{html.escape(example)}</code>" in page for example in entry.examples)
            assert f"<dd>{html.escape(entry.meaning)}</dd>" in page


@pytest.mark.parametrize(("typed", "here", "elsewhere"), DIFFERENCES)
def test_what_differs_elsewhere_is_read_here_and_said_beside_its_answer(typed, here, elsewhere):
    said = " ".join(readings(parse(typed)))
    peers = re.findall("Avrae|Roll20|Foundry", elsewhere)
    assert said and (not peers or any(peer in said for peer in peers)), said
    assert all(map(parse, re.findall(r"`([^`]*)`", here + elsewhere)))
