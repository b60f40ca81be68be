"""Backups written by hand, with the files that a test is not about left empty."""

import zipfile
from contextlib import contextmanager

from companion.storage.backup_tables import NAMES


@contextmanager
def new_backup(target, packing=zipfile.ZIP_STORED):
    """Give an archive to write into; it gets an empty file for each one that a backup has and this one does not."""
    with zipfile.ZipFile(target, "w", packing) as archive:
        yield archive
        for name in set(NAMES) - set(archive.namelist()):
            archive.writestr(name, "")
