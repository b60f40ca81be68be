"""Pictures of cards in a store, as a source for faces: sizes are read at once, bytes when a picture is drawn."""

from contextlib import suppress
from functools import partial
from weakref import WeakValueDictionary

from sqlalchemy import select

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.printing.faces.boxes import PictureFile
from companion.storage import card_pictures
from companion.storage.config import StorageError
from companion.storage.schema import CardPictureRow
from companion.storage.store import Store

_MOST_READ = 32 * 2**20
"""Bytes of pictures that are cached."""


class StoredPictures:
    """A source of pictures for faces: those in a store."""

    def __init__(self, store: Store) -> None:
        """Take the store."""
        self._store = store
        self._in_use: WeakValueDictionary[str, PictureFile] = WeakValueDictionary()

    def find_picture(self, name: str) -> PictureFile | None:
        """Return a picture by its hash; None where it is not stored, or the database does not answer."""
        with suppress(StorageError), self._store.reading() as session:
            size = select(CardPictureRow.wide, CardPictureRow.high).where(CardPictureRow.hash == name)
            if row := session.execute(size).one_or_none():
                file = PictureFile(name, partial(read, self._store, name), *row)
                return self._in_use.setdefault(name, file)
        return None

    def find_names(self, names: set[str]) -> set[str]:
        """Return which pictures are stored; none where the database does not answer."""
        with suppress(StorageError), self._store.reading() as session:
            return card_pictures.names_stored(session, names)
        return set()


@caches.keep(_MOST_READ, lambda store, name: name, len)
def read(store: Store, name: str) -> bytes:
    """Return a picture's bytes; InvalidInput where it is gone."""
    with store.reading() as session:
        data = session.scalar(select(CardPictureRow.data).where(CardPictureRow.hash == name))
    if data is None:
        raise InvalidInput(
            InputError("picture", f"{name[:12]}… that is not here any more", "one that is: send it again")
        )
    return data
