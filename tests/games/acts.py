"""Acts in a builder as the tests of all games play them: what has no place changes nothing."""

from companion.gamekit.workshop import Act, CannotPlace


def played(builder, context, document, texts):
    """Return the document after acts as buttons write them; one that cannot be done is passed over."""
    for text in texts:
        try:
            document = builder.act(document, Act.read(text), context)
        except CannotPlace:
            continue
    return document
