"""The table of tools in docs/pictures.md: each tool that it names has a test of its own files here."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "pictures.md").read_text("utf-8")
TABLE = PAGE.partition("## What other tools write\n")[2].partition("\n## ")[0]
NAMED = [first.strip() for first in re.findall(r"^\| ([^|*-][^|]*)\|", TABLE, re.MULTILINE)[1:]]
TOOLS = sorted({name for row in NAMED for name in row.split(", ")})


def test_the_table_is_read():
    assert len(TOOLS) > 25 and {"MTGO", "Squib", "Boxy SVG", "by hand"} <= {*TOOLS}


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_in_the_table_has_a_test_of_what_it_writes(tool):
    others = (file.read_text("utf-8") for file in HERE.glob("test_*.py") if file != Path(__file__))
    assert any(tool.casefold() in text.casefold() for text in others)
