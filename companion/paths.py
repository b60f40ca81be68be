"""Where templates, card data and printed output are: in a checkout, or inside an installed wheel."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = PACKAGE.parent
_IN_CHECKOUT = (_CHECKOUT / "pyproject.toml").is_file() and (_CHECKOUT / "card_data").is_dir()
_ROOT = _CHECKOUT if _IN_CHECKOUT else PACKAGE / "_shipped"

TEMPLATES = _ROOT / "templates"
CARD_DATA = _ROOT / "card_data"


def output() -> Path:
    """Return the folder printed PDFs go to by default: `output/` of a checkout, else the working folder."""
    return _CHECKOUT / "output" if _IN_CHECKOUT else Path.cwd()


def beside(path: Path) -> Path:
    """Return an unused name in the folder of `path`, to be renamed to it: a file appears whole or not at all."""
    import secrets

    return path.parent / f".{secrets.token_hex(8)}.part"
