"""Storage: documents and their versions, kept as plain data in a database; it knows no game's models."""
