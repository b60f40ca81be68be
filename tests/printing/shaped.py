"""What tests of scripts share: letters with their places, as fitted here and as a browser sets them."""

import base64
import io
from unicodedata import category

from fontTools.ttLib import TTFont

from companion.printing.text import direction, fonts, typeface_files
from companion.printing.text.fitting import MM_PER_PT

PAGE = """<!doctype html><meta charset="utf-8"><style>
{faces}
body {{ margin: 0 }}
p {{ margin: 0; width: {width}px; font: {size}px/1.5 {families}; font-kerning: none; white-space: pre-line }}
</style><p dir="{direction}">{text}</p>"""
PLACES = """() => {
  const places = [];
  const walk = document.createTreeWalker(document.querySelector("p"), NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode()); ) {
    for (let at = 0; at < node.data.length; at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const [box] = range.getClientRects();
      if (box) places.push([node.data[at], box.left, box.top]);
    }
  }
  return places;
}"""
SIZE = 100
"""Pixels of an em in the browser."""


def font_bytes(font):
    """Return the file of a shipped font without its kerning: Latin letters are kerned by a browser and not here."""
    ttf = TTFont(typeface_files.files()[font])
    for record in ttf["GPOS"].table.FeatureList.FeatureRecord:
        if record.FeatureTag == "kern":
            record.Feature.LookupListIndex, record.Feature.LookupCount = [], 0
    ttf.save(target := io.BytesIO())
    return target.getvalue()


def is_seen(char):
    """Return whether a character takes room of its own on a line."""
    return not char.isspace() and category(char)[0] not in "MC"


def letters_here(words):
    """Return each line's letters from left to right, with their left edges in ems: those of a cluster have one."""
    em = words.size * MM_PER_PT
    lines = []
    for _, runs in words.lines:
        line = []
        for run in runs:
            x = run.x / em
            if run.clusters:
                for cluster in run.clusters:
                    letters = [letter for letter in cluster.text if is_seen(letter)]
                    line += [
                        (letter, x)
                        for letter in (letters[::-1] if direction.has_right_to_left(cluster.text) else letters)
                    ]
                    x += cluster.advance
                continue
            for char in run.text:
                if is_seen(char):
                    line.append((char, x))
                x += typeface_files.widths(run.font)[char]
        lines.append(sorted(line, key=lambda pair: pair[1]))
    return lines


def letters_in_browser(page, text, own_fonts, ems, direction="auto"):
    """Return each line's letters from left to right, with their left edges in ems, as a browser sets the text."""
    page.set_content(browser_page(text, own_fonts, ems, direction))
    page.evaluate("() => document.fonts.ready")
    by_line = {}
    for letter, left, top in page.evaluate(PLACES):
        if is_seen(letter):
            by_line.setdefault(round(top / (SIZE * 1.5)), []).append((letter, left / SIZE))
    return [sorted(line, key=lambda pair: pair[1]) for _, line in sorted(by_line.items())]


def browser_page(text, own_fonts, ems, direction="auto"):
    """Return a page with a text in fonts of which each letter is set in the first that has it."""
    faces = "".join(
        f'@font-face {{ font-family: "face{number}"; src: url("data:font/ttf;base64,{base64.b64encode(data).decode()}") }}\n'
        for number, data in enumerate(own_fonts)
    )
    families = ", ".join(f'"face{number}"' for number in range(len(own_fonts)))
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return PAGE.format(faces=faces, width=ems * SIZE, size=SIZE, families=families, direction=direction, text=escaped)


def family_of(*own_fonts):
    """Return the family that sets each letter in the first of some fonts that has it."""
    families = [fonts.OwnFamily.of({"regular": data}) for data in own_fonts]
    return fonts.OwnFamily.of(families[0].files, tuple(families[1:])) if families[1:] else families[0]
