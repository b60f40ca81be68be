"""The releases whose data is kept here, one folder each; README.md beside it says what is in a folder."""

from pathlib import Path

RELEASES = sorted(path.parent for path in Path(__file__).parent.glob("*/expected.json"))
