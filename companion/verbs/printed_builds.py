"""What a print carries of its build: the whole of it as an attached file, its statement, its credit, a link."""

from companion.cards import Catalogue
from companion.documents import CREDIT, STATEMENT, Build, to_document, to_toml
from companion.game import GameSystem
from companion.printing.sheets.jobs import PrintedBuild
from companion.verbs.statements import make_statement


def printed_build(game: GameSystem, build: Build, catalogue: Catalogue, link: str = "") -> PrintedBuild:
    """Return what a print carries of a build as it is saved; `link` is where a QR code leads to, if anywhere.

    `catalogue` has the game's cards with the build's packs merged in.
    """
    statement = make_statement(game, build, game.context_of(build, catalogue))
    document = {**to_document(build), STATEMENT: str(statement), CREDIT: game.credit.line}
    return PrintedBuild(to_toml(document), statement.short, game.credit.line, link)
