"""The build that a printed PDF carries: written for every viewer, read back whole, and nothing else is unpacked."""

import io
import tracemalloc
import zlib

import pikepdf
import pypdfium2
import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import LONGEST, parse, to_document
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.pdf import attachments, pdf_bytes
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import lay_out, print_job
from companion.printing.sheets.options import PrintOptions
from companion.verbs.printed_builds import printed_build

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def print_of(game, build=None, options=None):
    build = build or next(iter(game.examples.values()))
    source = PrintSource(game.context_of(build), build)
    carried = printed_build(game, build, game.context_of(build))
    return print_job(
        Printout(game.title, game.build_sheet.make(source), game.accent, build=carried), options or PrintOptions()
    )


def saved(document, **how):
    target = io.BytesIO()
    document.save(target, **how)
    return target.getvalue()


def other(name="notes.txt", data=b"hello"):
    document = pikepdf.new()
    document.attachments[name] = data
    return document


@EACH
def test_the_build_comes_back_as_it_was(game):
    for build in game.examples.values():
        data = pdf_bytes(print_of(game, build))
        back = parse(attachments.read_build(data, "x.pdf"))
        assert to_document(game.read(back)) == to_document(build)
        assert back["statement"].startswith("Checked: legal;") and back["credit"].startswith(game.credit.whose)


@EACH
def test_viewers_list_it_and_the_file_is_sound(game):
    job = print_of(game)
    data = pdf_bytes(job)
    with pikepdf.open(io.BytesIO(data)) as document:
        assert document.check_pdf_syntax() == []
        assert [*document.attachments] == ["build.toml"]
        assert document.attachments["build.toml"].get_file().read_bytes().decode() == job.build.document
        assert str(document.docinfo["/Subject"]) == game.credit.line
    seen = pypdfium2.PdfDocument(data)
    assert [seen.get_attachment(n).get_name() for n in range(seen.count_attachments())] == ["build.toml"]
    seen.close()


@EACH
def test_the_same_build_gives_the_same_bytes(game):
    assert pdf_bytes(print_of(game)) == pdf_bytes(print_of(game))


@EACH
def test_its_statement_is_on_paper(game):
    data = pdf_bytes(print_of(game))
    page = pypdfium2.PdfDocument(data)[0]
    words = page.get_textpage().get_text_bounded()
    assert "Checked: legal; " in words and f"{game.title} " in words and "50 mm on paper" in words


@pytest.mark.parametrize(
    "how",
    [
        {"object_stream_mode": pikepdf.ObjectStreamMode.generate, "recompress_flate": True},
        {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.generalized},
        {"linearize": True},
    ],
    ids=["packed", "unpacked", "for the web"],
)
def test_a_file_that_another_program_saved_anew_is_read(how):
    job = print_of(GAMES[0])
    with pikepdf.open(io.BytesIO(pdf_bytes(job))) as document:
        assert attachments.read_build(saved(document, **how), "x.pdf") == job.build.document


def test_other_attached_files_are_passed_over():
    job = print_of(GAMES[0])
    with pikepdf.open(io.BytesIO(pdf_bytes(job))) as document:
        document.attachments["notes.txt"] = b"hello"
        document.attachments["picture.png"] = b"\x89PNG\xff\xfe"
        assert attachments.read_build(saved(document), "x.pdf") == job.build.document


def refused(data):
    with pytest.raises(InvalidInput) as error:
        attachments.read_build(data, "x.pdf")
    return str(error.value)


def test_a_print_of_no_build_has_none(deck):
    data = pdf_bytes(lay_out("Test", [deck], PrintOptions()))
    assert b"EmbeddedFile" not in data
    assert "a PDF without a build in it" in refused(data)


@pytest.mark.parametrize(
    "data", [b"%PDF-1.7", b"%PDF-1.7\n/EmbeddedFile", b"%PDF-1.7\nobj <</EmbeddedFile", saved(other())]
)
def test_a_pdf_without_a_build_says_so(data):
    assert "a PDF without a build in it" in refused(data)


def test_a_locked_pdf_says_so():
    with pikepdf.open(io.BytesIO(pdf_bytes(print_of(GAMES[0])))) as document:
        locked = saved(document, encryption=pikepdf.Encryption(owner="o", user="u"))
    assert "locked with a password" in refused(locked)


def test_a_damaged_attachment_says_so():
    data = pdf_bytes(print_of(GAMES[0]))
    at = data.index(b"stream", data.index(b"/EmbeddedFile")) + 20
    assert "whose attached file is damaged" in refused(data[:at] + b"\0" * 40 + data[at + 40 :])
    assert "whose attached file is damaged" in refused(data[:at])


def bomb(size):
    packed = zlib.compress(b"game = 1\n" + b" " * size, 9)
    head = b"%%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode /Length %d >>\nstream\n" % len(packed)
    return head + packed + b"\nendstream\nendobj\n"


def test_a_document_of_the_most_bytes_is_read_and_one_past_it_is_not():
    most = 4 * LONGEST - len("game = 1\n")
    assert len(attachments.read_build(bomb(most), "x.pdf")) == 4 * LONGEST
    assert "a PDF without a build in it" in refused(bomb(most + 1))


def test_a_bomb_is_not_unpacked():
    data = bomb(60_000_000)
    tracemalloc.start()
    refused(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000_000


def test_so_many_attached_files_are_looked_at_and_no_more():
    one = b"1 0 obj << /Type /EmbeddedFile /Length 1 >>\nstream\nx\nendstream\n"
    build = b"2 0 obj << /Type /EmbeddedFile /Length 8 >>\nstream\ngame = 1\nendstream\n"
    assert attachments.read_build(b"%PDF-1.7\n" + one * (attachments.MOST - 1) + build, "x.pdf") == "game = 1"
    assert "a PDF without a build in it" in refused(b"%PDF-1.7\n" + one * attachments.MOST + build)


def test_the_largest_file_is_read_and_one_past_it_is_not():
    data = pdf_bytes(print_of(GAMES[0]))
    full = data + b"\n" * (attachments.LARGEST - len(data))
    assert attachments.read_build(full, "x.pdf").startswith("format = 1\ngame = ")
    assert "at most 8 MB" in refused(full + b"\n")
