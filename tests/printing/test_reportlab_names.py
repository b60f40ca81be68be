"""Names inside ReportLab that it does not promise: each one used here is listed, and there in the pinned series."""

import ast
import io
from pathlib import Path

import pytest
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen import canvas

from companion.printing import pdf
from companion.printing.pdf import pen
from companion.printing.pdf.pen import Pen

USED = {
    "_doc": "the document a canvas draws on, written page by page by ours",
    "_timeStamp": "when a document was made; the same for the same job",
    "_pdfVersion": "what the file's first line says",
    "__InternalName__": "what an object is called in the file",
    "__NoDefault__": "which entries a document's root may have",
}


@pytest.mark.parametrize("name", USED)
def test_reportlab_still_has_it(name):
    document = canvas.Canvas(io.BytesIO())._doc if name != "_doc" else None
    known = pdfdoc.PDFDictionary()
    if name == "__InternalName__":
        document.Reference(known)
    holders = {
        "_doc": canvas.Canvas(io.BytesIO()),
        "_timeStamp": document,
        "_pdfVersion": document,
        "__InternalName__": known,
        "__NoDefault__": pdfdoc.PDFCatalog,
    }
    assert hasattr(holders[name], name), f"ReportLab has no {name} any more: {USED[name]}"


def test_no_other_is_used():
    """Every name with an underscore that is asked of something else than `self`, or imported."""
    found = set()
    for path in Path(pdf.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Attribute)
                and node.attr.startswith("_")
                and node.attr not in ("__class__", "__file__", "__init__")
            ):
                own = isinstance(node.value, ast.Name) and node.value.id == "self"
                if not own or node.attr in USED:
                    found.add(node.attr)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reportlab"):
                found |= {alias.name for alias in node.names if alias.name.startswith("_")}
    assert found == set(USED)


def test_a_bookmark_a_form_and_a_label_go_through_them():
    """The whole way once, so that a method that is overridden and no longer called is noticed."""
    target = io.BytesIO()
    made = Pen(target, "Test", "#1f3f77", "full")
    made.start(50, 50, "1")
    made.bookmark("Part", 1)
    made.canvas.beginForm("face1", 0, 0, 10, 10)
    made.canvas.endForm()
    made.canvas.doForm("face1")
    made.end()
    begun = len(target.getvalue())
    made.save()
    assert begun > 0 and b"/MediaBox" in target.getvalue()[:begun], "a page goes to the file as it ends"
    assert isinstance(made.canvas._doc, pen.DocumentWrittenAsDrawn)
