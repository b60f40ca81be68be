"""Types of plain data, as JSON, TOML and the verbs' answers have it; nothing here is validated.

What a model has read is typed by its fields. An answer of a verb is a TypedDict beside the function that makes it: the
type checker holds the function to it, and the API's document describes it from there.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:  # Pydantic reads what is said here to it, and loads slowly: a verb that needs no model goes without.
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

JsonObject = dict[str, Any]
"""Plain data by name: a document, an answer."""
JsonMapping = Mapping[str, Any]
"""The same for readers, who leave it as it is."""
AnswerT = TypeVar("AnswerT", bound=type)


def answer(shape: AnswerT) -> AnswerT:
    """Mark a TypedDict as an answer, or a part of one: the declared keys and no others."""
    setattr(shape, "__pydantic_config__", {"extra": "forbid"})  # noqa: B010, it is no attribute that a type declares
    return shape


def to_json(data: object) -> str:
    """Return plain data as JSON, indented for reading."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


class Schema:
    """Adds to the schema of plain data: `Annotated[str, Schema(description="A sentence.")]`."""

    def __init__(self, **keywords: object) -> None:
        self.keywords = keywords

    def __get_pydantic_json_schema__(self, schema: "CoreSchema", handler: "GetJsonSchemaHandler") -> "JsonSchemaValue":
        """Describe the data with the keywords added."""
        return {**handler(schema), **self.keywords}


class Written:
    """Says whose schema plain data has: `Annotated[JsonObject, Written(Setup)]` is what that model writes."""

    def __init__(self, model: type) -> None:
        self.model = model

    def __get_pydantic_core_schema__(self, _source: object, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        """Describe it as the model."""
        return handler(self.model)
