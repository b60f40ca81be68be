"""Spreadsheet files as programs write them, and the cards that are read from any file of rows."""

import io
import zipfile
from xml.sax.saxutils import escape

import pytest

from companion.base.findings import InvalidInput
from companion.printing.custom import custom_cards
from companion.printing.custom.card_columns import TITLES
from companion.printing.pdf import table_files

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def read(data, name, encoding="", sheet="", **more):
    """Return a file's stack, and the notes about how it was read."""
    file = table_files.read_file(data, name, "cards", encoding, sheet, TITLES)
    return custom_cards.read_stack(file.text, name, **more), file.notes


def cards(data, name, **more):
    """Return a file's cards: title, type, text, stats, copies."""
    stack, _ = read(data, name, **more)
    return [(card.title, card.type, card.text, dict(card.stats), card.copies) for _, card in stack.cards]


def refusal(data, name, **more):
    """Return the sentence with which a file is refused."""
    with pytest.raises(InvalidInput) as refused:
        read(data, name, **more)
    return str(refused.value)


def zipped(files):
    """Return a zip of texts by path."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return target.getvalue()


def shared(strings):
    """Return the table of shared strings; one that begins with `<` is rich text as it stands."""
    items = "".join(f"<si>{text if text.startswith('<') else f'<t>{escape(text)}</t>'}</si>" for text in strings)
    return f'{DECLARED}<sst xmlns="{MAIN}" count="{len(strings)}" uniqueCount="{len(strings)}">{items}</sst>'


def sheet_xml(rows, after="", dimension="A1:E9"):
    """Return a worksheet of `<row>` elements."""
    return (
        f'{DECLARED}<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}"><dimension ref="{dimension}"/><sheetViews>'
        f'<sheetView tabSelected="1" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="15"/>'
        f'<sheetData>{rows}</sheetData>{after}<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>'
    )


def xlsx(sheets, strings=(), formats=(), properties="", states=None):
    """Return an .xlsx of worksheets by name; `formats` are number formats of the styles 1, 2, … as Excel codes them."""
    names = [*sheets]
    own = "".join(
        f'<numFmt numFmtId="{164 + n}" formatCode="{escape(code, {chr(34): "&quot;"})}"/>'
        for n, code in enumerate(formats)
    )
    cells = "".join(
        f'<xf numFmtId="{164 + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
        for n in range(len(formats))
    )
    states = states or {}
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{n}"{f" state={chr(34)}{states[name]}{chr(34)}" if name in states else ""} r:id="rId{n}"/>'
        for n, name in enumerate(names, 1)
    )
    relations = "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    last = len(names)
    relations += f'<Relationship Id="rId{last + 1}" Type="{OFFICE}/styles" Target="styles.xml"/>'
    relations += f'<Relationship Id="rId{last + 2}" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    files = {
        "[Content_Types].xml": f'{DECLARED}<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'{DECLARED}<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "docProps/app.xml": f"{DECLARED}<Properties><Application>Microsoft Excel</Application></Properties>",
        "xl/workbook.xml": f'{DECLARED}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><workbookPr defaultThemeVersion="166925"{properties}/><bookViews><workbookView/></bookViews><sheets>{listed}</sheets><calcPr calcId="191029"/></workbook>',
        "xl/_rels/workbook.xml.rels": f'{DECLARED}<Relationships xmlns="{PACKAGE}/relationships">{relations}</Relationships>',
        "xl/styles.xml": f'{DECLARED}<styleSheet xmlns="{MAIN}"><numFmts count="{len(formats)}">{own}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="{len(formats) + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>{cells}</cellXfs></styleSheet>',
        "xl/sharedStrings.xml": shared(strings),
    }
    files |= {f"xl/worksheets/sheet{n}.xml": xml for n, xml in enumerate(sheets.values(), 1)}
    return zipped(files)


def row(number, *cells, attributes=""):
    """Return a row of cells from column A on: a number is a shared string, a pair its attributes and its content."""
    made = []
    for letter, cell in zip("ABCDEFGHIJ", cells, strict=False):
        if cell is None:
            continue
        attributes_of, content = ('t="s"', f"<v>{cell}</v>") if isinstance(cell, int) else cell
        made.append(f'<c r="{letter}{number}" {attributes_of}>{content}</c>')
    return f'<row r="{number}" spans="1:9"{attributes}>{"".join(made)}</row>'


_OF = "urn:oasis:names:tc:opendocument:xmlns"
SPACES = (
    f'xmlns:office="{_OF}:office:1.0" xmlns:style="{_OF}:style:1.0" xmlns:text="{_OF}:text:1.0" xmlns:table="{_OF}:table:1.0" '
    f'xmlns:draw="{_OF}:drawing:1.0" xmlns:of="{_OF}:of:1.2" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
)


def ods_content(tables, styles=""):
    """Return the content of an ODS: tables as XML, and automatic styles."""
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {SPACES} office:version="1.3">'
        f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:calculation-settings table:automatic-find-labels="false"/>{tables}<table:named-expressions/>'
        "</office:spreadsheet></office:body></office:document-content>"
    )


def ods(tables, styles="", manifest=""):
    """Return an .ods of tables as XML."""
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": ods_content(tables, styles),
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_OF}:manifest:1.0">{manifest}</manifest:manifest>',
        }
    )


def ods_cell(text, kind="string", attributes=""):
    """Return a cell as LibreOffice writes it; lines are paragraphs."""
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in text.split("\n"))
    return f'<table:table-cell office:value-type="{kind}" calcext:value-type="{kind}" {attributes}>{lines}</table:table-cell>'


def ods_row(*cells, attributes=""):
    """Return a row: a text is a cell of it, other XML stands as it is."""
    made = "".join(cell if cell.startswith("<") else ods_cell(cell) for cell in cells)
    return f"<table:table-row {attributes}>{made}</table:table-row>"
