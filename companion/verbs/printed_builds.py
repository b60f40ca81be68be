"""The data of a build that goes into its print: the build as an attached file, its statement, its credit, a link."""

from dataclasses import replace

from companion.data.build_code import newest_dictionary, write_code
from companion.data.documents import CREDIT, FORMAT, STATEMENT, Build, to_document, to_toml
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, printed_texts
from companion.printing.sheets.jobs import PrintedBuild
from companion.verbs.statements import make_statement

LONGEST_IN_QR = 154
"""The characters of a QR code of 18 mm whose squares are 0.4 mm: what a phone reads off a sheet at arm's length."""


def printed_build(game: GameSystem, build: Build, context: Context, link: str = "") -> PrintedBuild:
    """Return the data of a build that goes into its print.

    Its QR code has the address `link`, which opens with one tap; without one the build code, which any companion reads.

    `context` has the build's packs. The statement is about the build's own rulings, whichever the print shows.
    """
    own = {ruling.id: ruling.default for ruling in game.rulebook.ruling} | dict(build.rulings)
    statement = make_statement(game, build, replace(context, rulings=own, house_rules=build.house_rules))
    document = {"format": FORMAT, **to_document(build), STATEMENT: str(statement), CREDIT: game.credit.line}
    code = write_code(to_document(build), "", newest_dictionary(game.package))
    qr_text = link or (code if len(code) <= LONGEST_IN_QR else "")
    return PrintedBuild(to_toml(document), str(statement), game.credit.line, qr_text, tuple(printed_texts(build)))
