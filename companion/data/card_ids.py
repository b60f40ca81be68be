"""Ids of cards in models: a field declares which kind of card it names, and an unknown id is an input error.

A build that names an unknown card is read all the same: `find_unknown_cards` returns these cards from its errors.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn
from unicodedata import normalize

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationError, ValidationInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from companion.base.json_types import JsonObject
from companion.base.wording import perhaps
from companion.data.cards import Card, CardT, Catalogue
from companion.data.input_errors import EXPECTED, UNKNOWN_CARD

MOST_LISTED = 30
"""The most ids that a message lists."""


def validation_catalogue(info: ValidationInfo) -> Catalogue | None:
    """Return the catalogue that validation was given, or None."""
    catalogue: Catalogue | None = (info.context or {}).get("catalogue")
    return catalogue


CARD_IDS, CARD_NAMES = "card_ids", "card_names"
"""Words of a field's JSON Schema: the kinds of cards whose ids it takes, and whether it takes their names too."""
_ACCENTS = re.compile("[\u0300-\u036f]")
"""Marks over and under letters of Latin, Greek and Cyrillic; those of other scripts make other letters of them."""


def plain_name(text: str) -> str:
    """Return a name's letters and digits, in any script, without case and accents: different spellings match."""
    if not text.isascii():
        text = normalize("NFKC", _ACCENTS.sub("", normalize("NFKD", text)))
    return "".join(filter(str.isalnum, text.casefold()))


def name_key(text: str) -> str:
    """Return what two names have in common that a player reads as the same one; also where no letter is in them."""
    return plain_name(text) or " ".join(text.split())


def find_card(catalogue: Catalogue, model: type[CardT], text: str) -> CardT | None:
    """Return the card of that kind with this id, else with this name; None where there is none."""
    card = catalogue.find(model, text)
    if card:
        return card
    plain = plain_name(text)
    return next((c for c in catalogue.all(model) if plain and plain in (plain_name(c.id), plain_name(c.name))), None)


def card_values(
    kinds: Iterable[str], named: str | Mapping[str, str] | None, catalogue: Catalogue
) -> Iterator[tuple[str, Card, str]]:
    """Return the values of a field that names cards: each with its card, and the field of the card that it stands for.

    `named` is the field that such a card has to have, several by the endings of their values, or None for any card.
    """
    endings = named if isinstance(named, Mapping) else {"": named or "id"}
    for kind in kinds:
        for card in catalogue.all(catalogue.kinds[kind]):
            for ending, name in endings.items():
                if getattr(card, name, None):
                    yield card.id + ending, card, name


@dataclass(frozen=True)
class UnknownCard:
    """A card that a document names and nobody here knows: its id or name, its possible kinds, and where it stands."""

    text: str
    kinds: tuple[str, ...]
    location: tuple[int | str, ...]


def find_unknown_cards(error: ValidationError) -> Iterator[UnknownCard]:
    """Yield the unknown cards among the errors of a document."""
    for one in error.errors(include_url=False):
        if one["type"] == UNKNOWN_CARD:
            context = one["ctx"]
            yield UnknownCard(one["input"], context["kinds"], one["loc"])


@dataclass(frozen=True)
class CardId:
    """Declares that a text in a model is the id of a card: `Annotated[str, CardId("a part", "weapon", "armour")]`.

    `what` is the card in words, `kinds` are its possible kinds. With `or_name` a card's name is read as its id, and an
    empty text stays empty.
    """

    what: str
    kinds: tuple[str, ...]
    or_name: bool = False

    def __init__(self, what: str, *kinds: str, or_name: bool = False) -> None:
        """Take the words for such a card, and its possible kinds."""
        object.__setattr__(self, "what", what)
        object.__setattr__(self, "kinds", kinds)
        object.__setattr__(self, "or_name", or_name)

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Check the text once it has been read."""
        return core_schema.with_info_after_validator_function(self._check_id, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonObject:
        """Name the kind, or a list of several, from which `companion.game_system.schema` lists the ids."""
        named = {CARD_NAMES: True} if self.or_name else {}
        return {**handler(schema), CARD_IDS: self.kinds[0] if len(self.kinds) == 1 else list(self.kinds), **named}

    def _check_id(self, text: str, info: ValidationInfo) -> str:
        catalogue = validation_catalogue(info)
        if catalogue is None or (self.or_name and not text):
            return text
        models = [catalogue.kinds[kind] for kind in self.kinds]
        if self.or_name:
            return self._id_of_name(text, catalogue, models)
        if any(catalogue.find(model, text) for model in models):
            return text
        return self._refuse(text, lambda: self._expected_id(text, catalogue, models))

    def _expected_id(self, text: str, catalogue: Catalogue, models: list[type[Card]]) -> str:
        ids = [card.id for model in models for card in catalogue.all(model)]
        listed = f": {', '.join(ids)}" if len(ids) <= MOST_LISTED else "; the list of cards has them all"
        return f"{self.what}'s id{perhaps(text, ids, ', ') or listed}"

    def _id_of_name(self, text: str, catalogue: Catalogue, models: list[type[Card]]) -> str:
        card = next((card for model in models if (card := find_card(catalogue, model, text))), None)
        if card is None:
            return self._refuse(text, lambda: f"the id or the name of {self.what}")
        return card.id

    def _refuse(self, text: str, expected: Callable[[], str]) -> NoReturn:
        """Raise the error about an unknown card; what was expected is put in words only where it is shown."""
        if not text.strip() or not text.isprintable():
            raise ValueError(expected())
        raise PydanticCustomError(UNKNOWN_CARD, "an unknown card", {EXPECTED: expected, "kinds": self.kinds})
