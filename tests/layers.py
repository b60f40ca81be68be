"""The picture of the layers in CONTRIBUTING.md, made from the import contracts and each module's first line.

Nothing of it is drawn by hand: a layer that moves in pyproject.toml moves in the picture.
"""

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "CONTRIBUTING.md"
_EXAMPLE = "mechalyte"
"""The game whose rooms stand for all in the picture: the smallest one."""


def contracts() -> dict[str, dict[str, object]]:
    """Return the layer contracts by the container they order: `companion`, `companion.printing`, `companion.games.*`."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    return {c.get("containers", ["companion"])[0]: c for c in listed if c["type"] == "layers"}


def picture(container: str) -> str:
    """Return a container's layers, highest first: a line a module, modules of one layer under each other."""
    lines = []
    for layer in contracts()[container]["layers"]:  # type: ignore[attr-defined]
        names = [name.strip() for name in re.split(r"[:|]", layer)]
        for index, name in enumerate(names):
            plain = name.strip("()").removeprefix("companion.")
            mark = "│" if index else "┌" if len(names) > 1 else " "
            words = _first_line(container, plain)
            assert words or name.startswith("("), f"{name} has no first line"
            lines.append(f"{mark} {plain:12} {words or 'where a game needs it'}")
    return "\n".join(lines) + "\n"


def _first_line(container: str, name: str) -> str:
    folder = ROOT / container.replace(".*", f".{_EXAMPLE}").replace(".", "/")
    for path in (folder / f"{name}.py", folder / name / "__init__.py"):
        if path.is_file():
            words = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
            return words.splitlines()[0]
    return ""


def renewed(text: str) -> str:
    """Return the guide with every picture as the contracts have it now."""
    for container in contracts():
        pattern = re.compile(rf"(<!-- {re.escape(container)} -->\n```text\n)(.*?)(```)", re.DOTALL)
        text = pattern.sub(lambda m, c=container: m[1] + picture(c) + m[3], text)  # type: ignore[misc]
    return text
