"""The command line as tests call it: what it answers as JSON, and what it says to a misuse."""

import json

from click.testing import CliRunner

from companion.cli import main


def run(*words):
    """Return the result of a command of some words."""
    return CliRunner().invoke(main, [str(word) for word in words])


def answered(*words, code=0):
    """Return the JSON that a command answers with; it says nothing beside it."""
    done = run(*words, "--json")
    assert (done.exit_code, done.stderr) == (code, ""), done.output
    return json.loads(done.stdout)


def refused(*words):
    """Return what a misuse was told: a sentence on stderr, exit 2, nothing on stdout."""
    done = run(*words)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    assert "Traceback" not in done.stderr
    return done.stderr
