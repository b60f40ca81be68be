"""Storage: documents and their versions, kept as plain data in a database; it knows no game's models."""

from companion.storage.backup import backup, restore
from companion.storage.place import StorageTrouble, data_folder, database_url, secret_key
from companion.storage.store import Document, Stale, Store, Unknown, Version, refuse_large

__all__ = [
    "Document",
    "Stale",
    "StorageTrouble",
    "Store",
    "Unknown",
    "Version",
    "backup",
    "data_folder",
    "database_url",
    "refuse_large",
    "restore",
    "secret_key",
]
