"""The command line: verbs that are loaded when they are called; exits 0 fine, 1 findings, 2 misuse or input error."""

import os

# Pydantic looks through every installed package for plugins before its first model, and there are none of ours.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

from companion.cli.group import main  # noqa: E402

__all__ = ["main"]
