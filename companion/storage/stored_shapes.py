"""The shape of stored documents by kind, without any game's models: every page relies on it.

A document of the right shape may still be unreadable for its game's models.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from companion.base.json_types import JsonMapping, JsonObject
from companion.play.log import Setup

_Name = Annotated[str, Field(max_length=2000)]


class _Row(BaseModel):
    """A row of a pack that cannot be used yet."""

    kind: _Name = ""
    cells: dict[str, str] = Field(default_factory=dict)
    place: _Name = ""
    said: list[str] = Field(default_factory=list)


class _Pack(BaseModel):
    """A pack: its own fields, and a list of tables for each kind of card."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, list[JsonObject]]

    game: _Name = ""
    kind: _Name = ""
    title: _Name = ""
    key: _Name = ""
    unfinished: list[_Row] = Field(default_factory=list)


class _Collection(BaseModel):
    """A collection: numbers of cards by id."""

    owned: dict[str, Annotated[int, Field(ge=0, le=10**6)]] = Field(default_factory=dict)


class _HouseRules(BaseModel):
    """A set of house rules: its title, rulings, limits and packs."""

    title: _Name
    key: _Name = ""
    rulings: dict[str, str] = Field(default_factory=dict)
    limits: JsonObject = Field(default_factory=dict)
    pack: list[_Pack] = Field(default_factory=list)


_MODELS: Mapping[str, type[BaseModel]] = {
    "pack": _Pack,
    "collection": _Collection,
    "house-rules": _HouseRules,
    "table": Setup,
}
_NOUNS = {"house-rules": "set of house rules"}


def damage(kind: str, data: JsonMapping) -> str:
    """Return a sentence why data does not have the shape of its kind; empty if it has."""
    model = _MODELS.get(kind)
    if model is None:
        return ""
    try:
        model.model_validate(dict(data))
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        return f"{place} is not what a {_NOUNS.get(kind, kind)} has there."
    return ""
