"""Types of plain data, as JSON, TOML and the verbs' answers have it; nothing here is validated.

What a model has read is typed by its fields. An answer of a verb is a TypedDict beside the function that makes it: the
type checker holds the function to it, and the API's document describes it from there.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:  # Pydantic reads what is said here to it, and loads slowly: a verb that needs no model goes without.
    from pydantic import GetCoreSchemaHandler
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


class Written:
    """Says whose schema plain data has: `Annotated[JsonObject, Written(Setup)]` is what that model writes."""

    def __init__(self, model: type) -> None:
        self.model = model

    def __get_pydantic_core_schema__(self, _source: object, handler: "GetCoreSchemaHandler") -> "CoreSchema":
        """Describe it as the model."""
        return handler(self.model)
