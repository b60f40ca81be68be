"""Small pictures for tests, as a player sends them and as they are stored."""

import io

from PIL import Image

from companion.printing.faces import pictures


def encoded(size, colour, kind="PNG", mode="RGB", **more):
    """Return a picture of one colour as a player's program writes it."""
    data = io.BytesIO()
    Image.new(mode, size, colour).save(data, kind, **more)
    return data.getvalue()


def png(size, colour):
    """Return such a picture as it is stored."""
    return pictures.clean_picture(encoded(size, colour), "picture")
