"""Casebooks: a game's worked examples as data, each done by the verb it names."""

import tomllib
from pathlib import Path

GAMES = Path(__file__).parent / "games"


def read(package):
    return tomllib.loads((GAMES / package / "cases.toml").read_text("utf-8"))["case"]


def hold(case, verbs):
    found = verbs[case["do"]](case["input"])
    assert {name: found[name] for name in case["expected"]} == case["expected"]


def finds(case):
    """Whether a case expects a finding of its rule; None where it expects nothing of findings."""
    for name in ("rules", "findings"):
        if name in case["expected"]:
            return case["rule"] in case["expected"][name]
    return None
