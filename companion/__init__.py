"""A print-and-play companion for five tabletop mech games.

What other programs may use is in `__all__`; docs/python.md shows it. It is loaded when it is first used.

All else is internal. CONTRIBUTING.md draws its structure from the import contracts; each package's first line says what
it contains.
"""

__version__ = "0.22.1"
__all__ = [
    "Distribution",
    "Finding",
    "Fix",
    "Game",
    "InputError",
    "InvalidInput",
    "Outcome",
    "Printed",
    "UserError",
    "Verdict",
    "__version__",
    "game",
    "odds",
]


def __getattr__(name: str) -> object:
    """Return a public name; its module is loaded now, so that importing the package stays quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("companion.python_api"), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return __all__
