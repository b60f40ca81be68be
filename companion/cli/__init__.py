"""The command line: verbs that are loaded when they are called; exits 0 fine, 1 findings, 2 misuse or input error."""

from companion.cli.group import main

__all__ = ["main"]
