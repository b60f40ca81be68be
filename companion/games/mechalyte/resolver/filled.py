"""The card numbers that a spec in an input uses: the base of each rating, and the `adds` of its letters."""

from collections.abc import Callable, Iterable
from typing import Any

from companion.gamekit.contract import CardNumber, Context
from companion.games.mechalyte.model import Module


def spec_card_numbers(*names: str) -> Callable[[Any, Context], Iterable[CardNumber]]:
    """Return the function that yields the card numbers of the specs in these inputs; levels may follow a spec."""

    def card_numbers(inputs: Any, context: Context) -> Iterable[CardNumber]:
        for name in names:
            spec = (getattr(inputs, name) or "").partition(":")[0].upper()
            for module in context.catalogue.all(Module) if spec else ():
                yield CardNumber(name, module.id, "base")
                if module.letter in spec:
                    yield CardNumber(name, module.id, "adds")

    return card_numbers
