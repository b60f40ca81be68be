"""Files beside a list of cards, found by their names however these are spelled."""

from pathlib import Path


def find_beside(folder: Path, name: str) -> Path:
    """Return the file in a folder that a name means, as `find_file` does folder by folder; it may not be there."""
    if (folder / name).exists():
        return folder / name
    from companion.printing.custom.picture_names import find_file  # only where a name is spelled otherwise

    place = folder
    for part in name.replace("\\", "/").split("/"):
        there = place.is_dir() and find_file(part, (file.name for file in place.iterdir()))
        place = place / (there or part)
    return place
