"""What a shell offers for an incomplete word; bash itself asks for it once, in a terminal."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.games import GAMES


def offered(*words):
    """Return what zsh is offered for the last of some words."""
    variables = {
        "_COMPANION_COMPLETE": "zsh_complete",
        "COMP_WORDS": " ".join(words),
        "COMP_CWORD": str(len(words) - 1),
    }
    done = CliRunner().invoke(main, prog_name="companion", env=variables)
    assert done.exit_code == 0, done.output
    lines = done.stdout.strip("\n").splitlines()
    return [value if kind == "plain" else kind for kind, value in zip(lines[::3], lines[1::3], strict=True)]


def offered_in_bash(*words):
    """Return what bash is offered: it breaks words at `=`."""
    broken = [part for word in words for part in re.split("(=)", word) if part or not word]
    if words[-1].endswith("=") and len(words[-1]) > 1:
        broken.append("")
    variables = {"COMP_WORDS": "\n".join(broken), "COMP_CWORD": str(len(broken) - 1)}
    done = CliRunner().invoke(main, prog_name="companion", env={"_COMPANION_COMPLETE": "bash_complete", **variables})
    assert done.exit_code == 0, done.output
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line.startswith("plain,")]


SLUGS = [game.slug for game in GAMES]


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["odds", "mechal"], ["mechalyte"]),
        (["random", ""], SLUGS),
        (["schema", ""], SLUGS),
        (["table", "open", "wre"], ["wreck-a-mech"]),
        (["odds", "mechalyte", ""], ["combat", "opportunity-shot"]),
        (["analyze", "mechalyte", "du"], ["duels"]),
        (["roll", "mecha-mettle", "attack", "attack"], ["attack=", "attack_die="]),
        (["roll", "mecha-mettle", "attack", "attack=3", "attack"], ["attack_die="]),
        (["roll", "mecha-mettle", "attack", "side="], ["side=body", "side=shield"]),
        (["roll", "mecha-mettle", "attack", "weapon=ham"], ["weapon=hammer"]),
        (["roll", "mecha-mettle", "attack", "frob=x"], []),
        (["random", "mechastellar", "theatre=s"], ["theatre=space"]),
        (
            ["analyze", "mecha-mettle", "draft-plan", "keep=light-thrusters,hyd"],
            ["keep=light-thrusters,hydrostatic-bearings"],
        ),
        (["analyze", "mechastellar", "unit-matchup", "mine=lists/"], ["file"]),
        (["odds", "mecha-mettle", "attack", "--ruling", "added-dice="], ["added-dice=own", "added-dice=pool"]),
        (["print", "mecha-mettle", "--what", "ti"], ["tiles"]),
        (["print", "mecha-mettle", "--only", "ham"], ["hammer"]),
        (["print", "mecha-m"], ["mecha-mettle"]),
        (["print", "lists/my"], ["file"]),
        (["check", "my"], ["file"]),
        (["check", "my.toml", "--pack", ""], ["file"]),
        (["odds", "3d6", ""], []),
        (["od"], ["odds"]),
    ],
    ids=" ".join,
)
def test_words_are_completed(words, values):
    assert offered("companion", *words) == values


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["roll", "mecha-mettle", "attack", "weapon=ham"], ["hammer"]),
        (["roll", "mecha-mettle", "attack", "side="], ["body", "shield"]),
        (["roll", "mecha-mettle", "attack", "weapon=hammer", "side="], ["body", "shield"]),
        (["roll", "mecha-mettle", "attack", "side=body", "attack"], ["attack=", "attack_die="]),
    ],
    ids=" ".join,
)
def test_bash_breaks_words_at_the_equals_sign(words, values):
    assert offered_in_bash("companion", *words) == values


@pytest.mark.skipif(not shutil.which("bash"), reason="this system has no bash")
def test_bash_completes_a_key_without_a_space_and_then_its_value(tmp_path):
    command = tmp_path / "companion"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m companion "$@"\n', "utf-8")
    command.chmod(0o755)
    setup = tmp_path / "bashrc"
    setup.write_text('eval "$(_COMPANION_COMPLETE=bash_source companion)"; PS1="ready> "\n', "utf-8")
    terminal, other = pty.openpty()
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "TERM": "dumb", "COLUMNS": "200"}
    bash = subprocess.Popen(
        ["bash", "--noprofile", "--rcfile", str(setup), "-i"],
        stdin=other,
        stdout=other,
        stderr=other,
        env=environment,
        start_new_session=True,
    )
    os.close(other)
    try:
        _read_until(terminal, "ready> ")
        os.write(terminal, b"companion roll mecha-mettle attack wea\t")
        _read_until(terminal, "weapon=")
        os.write(terminal, b"ham\t")
        _read_until(terminal, "hammer ")
    finally:
        bash.kill()
        bash.wait()
        os.close(terminal)


def _read_until(terminal, wanted):
    """Read what a terminal shows until it ends with this."""
    shown, end = "", time.monotonic() + 60
    while not shown.endswith(wanted):
        assert select.select([terminal], [], [], max(0, end - time.monotonic()))[0], shown
        shown += os.read(terminal, 4096).decode()
