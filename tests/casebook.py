"""Casebooks: a game's worked examples as data, each done by the verb it names."""

import tomllib
from pathlib import Path

GAMES = Path(__file__).parent / "games"


def read(package):
    return tomllib.loads((GAMES / package / "cases.toml").read_text("utf-8"))["case"]


def hold(case, verbs):
    found = verbs[case["do"]](case["input"])
    assert {name: found[name] for name in case["expected"]} == case["expected"]
