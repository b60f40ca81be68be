"""What the build makes besides copying files: the tables of the dice notation."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NotationTables(BuildHookInterface):
    """Saves the parser's tables, which would take each command longer to make than all else that it does."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the tables into the package, from which the wheel takes them."""
        spec = importlib.util.spec_from_file_location("tables", Path(self.root) / "companion/dice/tables.py")
        assert spec and spec.loader
        tables = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(tables)
        tables.save()
