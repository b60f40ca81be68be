"""Where templates and card data are: in a checkout, or inside an installed wheel."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = PACKAGE.parent
_IN_CHECKOUT = (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "card_data").is_dir()
_ROOT = _CHECKOUT if _IN_CHECKOUT else PACKAGE / "_shipped"

TEMPLATES = _ROOT / "templates"
CARD_DATA = _ROOT / "card_data"


def temporary_path(path: Path) -> Path:
    """Return an unused name in the folder of `path`: write there, then rename, and files appear whole or not at all."""
    import secrets

    return path.parent / f".{secrets.token_hex()}.part"


@contextmanager
def replacement(path: Path) -> Iterator[Path]:
    """Yield an unused name to write to: the file takes the place of `path` whole, or not at all."""
    part = temporary_path(path)
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def resolve_target(path: Path) -> Path:
    """Return the file that a name or a link leads to, there or not yet; OSError where it is a folder or a device.

    Run by root, a file that is renamed to a device's name would take its place.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(0, "is a directory")
    if target.exists() and not target.is_file():
        raise OSError(0, "is a device")
    return target
