"""What others can be given of a build: a list for a chat in three forms, its document, a sheet, a picture, a CSV."""

from flask import url_for

from companion.base.findings import InvalidInput
from companion.game_system.system import GameSystem
from companion.storage.store import Document
from companion.verbs import shared_texts
from companion.web.shared.sharing import LONGEST_TEXT, SharedFile, SharedForms, SharedText

CHATS = {"txt": "Plain text", "md": "Markdown", "line": "One line"}
"""The forms of a list for a chat, by the ending of their address."""


def shared_forms(game: GameSystem, document: Document) -> SharedForms:
    """Return everything that can be handed on of a build; of one that its game cannot read, only its document."""
    toml, json = (
        SharedText(name, name.upper(), write(game, document.data), _export(document, name))
        for name, write in (("toml", shared_texts.toml_text), ("json", shared_texts.json_text))
    )
    documents = (toml, json) if len(json.text) <= LONGEST_TEXT else ()
    files = () if documents else tuple(SharedFile(t.name, t.title, t.file, "text/plain") for t in (toml, json))
    try:
        chat = shared_texts.chat_list(game, document.data)
    except InvalidInput:
        return SharedForms(documents, files)
    lists = zip(CHATS.items(), (chat.plain(), chat.markdown(), chat.one_line()), strict=True)
    chats = tuple(SharedText(name, title, text, _export(document, name)) for (name, title), text in lists)
    rows = SharedFile("csv", "CSV for a spreadsheet; it is not read back", _export(document, "csv"), "text/csv")
    files = (*files, rows, *_sheet_and_picture(game, document))
    return SharedForms((*chats, *documents), files, str(chat.statement))


def _export(document: Document, kind: str) -> str:
    return url_for("builds.export", slug=document.game, document_id=document.reference, kind=kind)


def _sheet_and_picture(game: GameSystem, document: Document) -> tuple[SharedFile, ...]:
    """Return the sheet that shows a build at a glance, and its picture."""
    printed = game.build_sheet
    picture = url_for("portraits.png", slug=game.slug, document_id=document.reference, version=document.version)
    drawn = (SharedFile("png", "Picture", picture, "image/png"),)
    if printed is None:
        return drawn
    sheet = url_for("printing.download", slug=game.slug, what=printed.name, build=document.reference)
    return (SharedFile("pdf", f"PDF: {printed.title}", sheet, "application/pdf"), *drawn)
