"""Decks of pictures as other tools write them, and what is printed of them."""

import io

from companion.printing.custom import deck_lists, picture_decks, picture_names, picture_sources
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.faces.boxes import POKER
from tests.pictures import encoded

COLOURS = ("#8b1e1e", "#1e8b3a", "#1e3a8b", "#8b7a1e", "#6a1e8b", "#1e7a8b")


def picture(name, number=0):
    """Return a picture of a poker card in the format that its name says, in one of six colours."""
    kind = {"jpg": "JPEG", "webp": "WEBP"}.get(name.rpartition(".")[2], "PNG")
    return encoded((252, 352), COLOURS[number % len(COLOURS)], kind)


def source(*names, title="Game", **texts):
    """Return pictures of these names, and other files by their names with `__` for a dot, each with its text."""
    files = [(name, picture(name, number)) for number, name in enumerate(names)]
    files += [(name.replace("__", "."), text.encode()) for name, text in texts.items()]
    return picture_sources.sort_pictures(
        title,
        [picture_sources.NamedFile(name, len(data), lambda data=data: io.BytesIO(data)) for name, data in files],
    )


def printed(pictures, deck_list="", skip_bad=False, **options):
    """Return what is printed, as {front: (copies, back or "")} with the paths of pictures, and the notes but for dots."""
    decks = picture_decks.decks(pictures, POKER, PictureOptions(**options), deck_list, skip_bad=skip_bad)
    cards = {
        piece.id: (piece.copies, piece.back.boxes[0].file.name if piece.back else "")
        for deck in decks.decks
        for piece in deck.pieces
    }
    return cards, [note for note in decks.notes if "dots per inch" not in note]


def chosen(text, files, **more):
    """Return the counts of a deck list by the files' names without endings, and the notes."""
    decks, notes = deck_lists.choose_cards(text, picture_names.decks(files, "Deck")[0], **more)
    return {card.front.rpartition(".")[0]: card.copies for deck in decks for card in deck.cards}, notes
