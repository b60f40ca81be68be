"""Types of plain data, as JSON, TOML and the verbs' answers have it; nothing here is validated.

What a model has read is typed by its fields: these two are for data on its way in or out.
"""

from collections.abc import Mapping
from typing import Any

JsonObject = dict[str, Any]
"""Plain data by name: a document, an answer."""
JsonMapping = Mapping[str, Any]
"""The same for readers, who leave it as it is."""
