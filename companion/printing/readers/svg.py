"""Drawings in SVG as pictures, as a browser shows them; what resvg cannot draw, or sets in other letters, is told."""

import re
import struct
import zlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element, tostring

from companion.printing.readers import RefusedFile, svg_styles

EMBEDDED = re.compile(r"data:(?:image/(?:png|jpe?g|gif|webp)|img/(?:png|jpe?g))[;,]", re.IGNORECASE)
_DRAWING = re.compile(r"data:image/svg\+xml([^,]*),(.*)", re.IGNORECASE | re.DOTALL)
MOST_ENTITIES, LONGEST_ENTITY, DEEPEST_ENTITY = 100, 20_000, 3
"""Bounds of a drawing's own entities: how many, the characters of each once expanded, one in another."""
MOST_EXPANDED = 1_000_000
"""Most characters that all uses of entities may add to a drawing."""
DEEPEST_DRAWING = 2
"""How deep drawings may stand in each other as pictures."""
_SVG, _XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
_XML = "{http://www.w3.org/XML/1998/namespace}"
_UNDRAWN = {
    "foreignObject": "HTML text (foreignObject)",
    "flowRoot": "flowed text (flowRoot)",
    "script": "scripts",
    "animate": "animation",
    "animateTransform": "animation",
    "animateMotion": "animation",
    "set": "animation",
    "video": "videos",
    "meshgradient": "mesh gradients",
    "mesh": "mesh gradients",
    "hatch": "hatches",
    "font": "typefaces in it (font)",
    "tref": "text from elsewhere (tref)",
}
"""Elements that are not drawn, as notes call them."""
_NOT_NEEDED = frozenset((*_UNDRAWN, "metadata", "font-face", "title", "desc")) - {"hatch", "mesh", "meshgradient"}
_PAINTS = ("fill", "stroke", "stop-color", "flood-color", "lighting-color", "color")
_GENERIC = frozenset(("inherit", "initial", "unset", ""))
_FAMILY = re.compile(r"font-family\s*:\s*([^;}]+)", re.IGNORECASE)
_FONT = re.compile(r"(?:^|[;{\s])font\s*:\s*[^;}]*?\d(?:\.\d+)?(?:px|pt|em|mm|%|rem)(?:\s*/\s*[\w.%]+)?\s+([^;}]+)")
_MOST_NAMES = 4
_UNITS = {
    "": 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 960 / 25.4,
    "in": 96.0,
    "q": 24 / 25.4,
}


def draw(data: bytes, options: dict[str, Any], close_files: Callable[[], None]) -> bytes:
    """Return a drawing as PNG, its longer side `options["side"]` dots, with notes in its text `options["note"]`.

    References to other files are refused. `close_files` is called before it is drawn, unless it has letters.
    """
    import resvg_py

    root = parse(data)
    size = drawing_size(root)
    dots = [round(options["side"] * side / max(size)) for side in size]
    notes = [*prepare(root, options["known"], options["family"]), *options["notes"]]
    set_dots(root, size, dots)
    text = tostring(root, encoding="unicode")
    has_text = any(_local(element.tag) == "text" for element in root.iter())
    families = ("font_family", "sans_serif_family", "serif_family", "monospace_family")
    fonts = {"font_files": options["fonts"], **dict.fromkeys(families, options["family"])} if has_text else {}
    if not has_text:
        close_files()
    try:
        drawn = resvg_py.svg_to_bytes(svg_string=text, dpi=96, skip_system_fonts=True, languages=["en"], **fonts)
    except ValueError as error:
        raise RefusedFile(f"an SVG that cannot be drawn ({error})", "a drawing in SVG") from None
    return add_note(bytes(drawn), options["note"], "\n".join(notes))


def add_note(png: bytes, name: str, words: str) -> bytes:
    """Return a PNG with a text behind its header; the same PNG for no words."""
    if not words:
        return png
    content = name.encode("latin-1") + b"\0\0\0\0\0" + words.encode()
    chunk = struct.pack(">I", len(content)) + b"iTXt" + content
    chunk += struct.pack(">I", zlib.crc32(chunk[4:]))
    return png[:33] + chunk + png[33:]


def parse(data: bytes) -> Element:
    """Return the root of an SVG; its own entities are filled in, within bounds, and none leads out of it."""
    from defusedxml import ElementTree
    from defusedxml.common import DefusedXmlException

    class Parser(ElementTree.DefusedXMLParser):  # type: ignore[misc]
        def defused_entity_decl(self, name: str, is_parameter: bool, value: str | None, *about: Any) -> None:
            if is_parameter or value is None:
                raise RefusedFile("an SVG that asks for other files by entities", "one without: save it as plain SVG")
            lengths[name] = _expanded(value, lengths)

    lengths: dict[str, tuple[int, int]] = {}
    parser = Parser(target=_BoundedBuilder(len(data)), forbid_dtd=False, forbid_entities=True, forbid_external=True)
    try:
        parser.feed(data)
        root: Element = parser.close()
    except DefusedXmlException:
        raise RefusedFile("an SVG that asks for other files by entities", "one without: save it as plain SVG") from None
    except (ElementTree.ParseError, UnicodeDecodeError, LookupError, ValueError) as error:
        raise RefusedFile(f"an SVG that cannot be read ({error})", "a whole SVG") from None
    if _local(root.tag) != "svg":
        raise RefusedFile("XML that is no SVG", "a drawing in SVG")
    return root


_MANY = ("an SVG whose entities grow without end", "one without: save it as plain SVG")


def _expanded(value: str, earlier: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """Return the characters of an entity once expanded, and its depth; refuse what is beyond the bounds."""
    length, depth = len(value), 1
    for name in re.findall(r"&([^#;&\s][^;&\s]*);", value):
        inner = earlier.get(name, (0, 0))
        length, depth = length + inner[0], max(depth, inner[1] + 1)
    if length > LONGEST_ENTITY or depth > DEEPEST_ENTITY or len(earlier) >= MOST_ENTITIES:
        raise RefusedFile(*_MANY)
    return length, depth


class _BoundedBuilder:
    """Builds the tree, and stops where it has more characters than its file by too many."""

    def __init__(self, size: int) -> None:
        from xml.etree.ElementTree import TreeBuilder

        builder = TreeBuilder()
        self.left, self._data, self._start = size + MOST_EXPANDED, builder.data, builder.start
        self.end, self.close = builder.end, builder.close

    def data(self, text: str) -> None:
        """Take words between tags."""
        self._spend(len(text))
        self._data(text)

    def start(self, tag: str, attributes: dict[str, str]) -> Any:
        """Take a tag."""
        self._spend(sum(map(len, attributes.values())))
        return self._start(tag, attributes)

    def _spend(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise RefusedFile(*_MANY)


def _local(name: object) -> str:
    """Return the name of an element or attribute without its namespace."""
    return str(name).rpartition("}")[2]


def prepare(root: Element, known: list[str], family: str, depth: int = 0) -> list[str]:
    """Change a drawing to what resvg reads, and return notes about what differs from a browser's picture."""
    missing = dict.fromkeys(_drop_undrawn(root))
    sheets = [element for element in root.iter() if _local(element.tag) == "style"]
    styles = " ".join("".join(element.itertext()) for element in sheets)
    own = ";".join(element.get("style", "") for element in root.iter())
    own += "".join(f";{name}:{one.get(name)}" for one in root.iter() for name in ("vector-effect",) if one.get(name))
    missing |= dict.fromkeys(svg_styles.undrawn(styles, own))
    try:
        values = svg_styles.variables(f"{styles};{own}") if "var(" in styles + own else {}
        for element in sheets:
            element.text = svg_styles.plain_style("".join(element.itertext()), values)
            del element[:]
        for element in root.iter():
            if _plain_attributes(element, values):
                missing["some colours"] = None
    except ValueError as error:
        raise RefusedFile(f"an SVG that cannot be read ({error})", "a simpler drawing") from None
    for element in root.iter():
        _embed(element, known, family, depth)
    notes = [f"not drawn as in a browser: {', '.join(missing)}."] if missing else []
    if any(_local(element.tag) == "text" for element in root.iter()):
        swapped = [name for name in families_named(root, styles) if name.casefold() not in known]
        if swapped:
            others = [f"{len(swapped) - _MOST_NAMES} others"] if len(swapped) > _MOST_NAMES else []
            names = " and ".join(filter(None, (", ".join(swapped[:_MOST_NAMES]), *others)))
            notes.append(
                f"its letters are set in {family} instead of {names}. Turn them into paths to keep their look."
            )
    return notes


def _drop_undrawn(root: Element) -> Iterator[str]:
    """Remove elements of other programs and those that are not drawn; yield what a reader would miss."""
    for parent in list(root.iter()):
        has_other = _local(parent.tag) == "switch" and len(parent) > 1
        for element in list(parent):
            name = _local(element.tag)
            is_ours = isinstance(element.tag, str) and element.tag.startswith(_SVG)
            if not is_ours or name in _NOT_NEEDED:
                if is_ours and name in _UNDRAWN and not (has_other and name == "foreignObject"):
                    yield _UNDRAWN[name]
                _remove(parent, element)
            elif name in _UNDRAWN:
                yield _UNDRAWN[name]


def _remove(parent: Element, element: Element) -> None:
    """Remove an element; the words behind it stay, for in a text they are its next ones."""
    at = list(parent).index(element)
    if element.tail:
        if at:
            parent[at - 1].tail = (parent[at - 1].tail or "") + element.tail
        else:
            parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _plain_attributes(element: Element, values: dict[str, str]) -> bool:
    """Write an element's colours and style in the words that resvg knows; return whether one is not known to it."""
    for name in list(element.attrib):
        if name.startswith("{") and not name.startswith((_XLINK, _XML)):
            del element.attrib[name]
    unknown = False
    for name in _PAINTS:
        if name in element.attrib:
            element.attrib[name] = svg_styles.plain_style(element.attrib[name], values)
            unknown |= svg_styles.has_unknown_colour(element.attrib[name])
    if "style" not in element.attrib:
        return unknown
    kept = []
    for name, value in svg_styles.declarations(svg_styles.plain_style(element.attrib["style"], values)):
        if svg_styles.has_unknown_colour(value):
            unknown = True
        elif name in svg_styles.GEOMETRY:
            element.attrib[name] = value[6:-2].strip("'\"") if name == "d" and value.startswith("path(") else value
        else:
            kept.append(f"{name}:{value}")
    element.attrib["style"] = ";".join(kept)
    return unknown


def _embed(element: Element, known: list[str], family: str, depth: int) -> None:
    """Refuse a reference to another file; a drawing within this one is prepared as this one is."""
    if _local(element.tag) == "a":
        return  # A link, which is not drawn.
    for key, value in list(element.attrib.items()):
        if _local(key) != "href" or value.startswith("#"):
            continue
        value = value.strip()
        if not value:
            del element.attrib[key]
        elif drawing := _DRAWING.match(value):
            element.attrib[key] = _drawing_within(drawing[1], drawing[2], known, family, depth + 1)
        elif EMBEDDED.match(value):
            element.attrib[key] = re.sub(r"^data:img/", "data:image/", value)
        else:
            raise RefusedFile(f"an SVG that asks for {value[:60]!r}", "one with its pictures embedded, not linked")


def _drawing_within(about: str, content: str, known: list[str], family: str, depth: int) -> str:
    if depth > DEEPEST_DRAWING:
        raise RefusedFile("an SVG with drawings in each other without end", "a simpler drawing")
    try:
        data = b64decode(content) if "base64" in about.lower() else unquote_to_bytes(content)
    except (Base64Error, ValueError):
        raise RefusedFile("an SVG with a damaged drawing in it", "a whole SVG") from None
    inner = parse(data)
    prepare(inner, known, family, depth)
    return f"data:image/svg+xml;base64,{b64encode(tostring(inner)).decode()}"


def families_named(root: Element, styles: str) -> list[str]:
    """Return the typefaces that a drawing asks for first, in order, each once."""
    texts = [styles, *(element.get("style", "") for element in root.iter())]
    stacks = [stack for text in texts for pattern in (_FAMILY, _FONT) for stack in pattern.findall(text)]
    stacks += [element.attrib["font-family"] for element in root.iter() if "font-family" in element.attrib]
    names = (re.sub(r"\s*!important", "", stack).split(",")[0].strip(" '\"\n\t") for stack in stacks)
    return list(dict.fromkeys(" ".join(name.split())[:60] for name in names if name.lower() not in _GENERIC))


def _view_box(root: Element) -> list[float]:
    try:
        box = [float(side) for side in re.split(r"[\s,]+", root.get("viewBox", "").strip()) if side]
    except ValueError:
        return []
    return box if len(box) == 4 else []


def set_dots(root: Element, size: tuple[float, float], dots: list[int]) -> None:
    """Make a drawing as large as these dots; one without a view box gets that of its size."""
    if not _view_box(root):
        root.set("viewBox", f"0 0 {size[0]:.6g} {size[1]:.6g}")
    box = _view_box(root)
    if box[2] > 0 and box[3] > 0 and 0.99 < box[2] / box[3] * dots[1] / dots[0] < 1.01:
        root.set("preserveAspectRatio", "none")
    root.set("width", str(dots[0]))
    root.set("height", str(dots[1]))


def drawing_size(root: Element) -> tuple[float, float]:
    """Return the width and height of an SVG in pixels, or the proportions of its view box."""
    box = _view_box(root)
    sides = [_length(root.get(side, "")) for side in ("width", "height")]
    if box and box[2] > 0 and box[3] > 0:
        share = box[2] / box[3]
        size = sides[0] or (sides[1] or box[3]) * share, sides[1] or (sides[0] or box[2]) / share
    else:
        size = sides[0] or 0.0, sides[1] or 0.0
        if not all(size):
            wanted = "width and height, or a viewBox: in the program that wrote it, set the page to the card’s size"
            raise RefusedFile("an SVG without a size", wanted)
    if not all(0 < side < 1e6 for side in size) or not 1 / 20 <= size[0] / size[1] <= 20:
        raise RefusedFile(f"an SVG of {size[0]:g} × {size[1]:g}", "a drawing in the proportions of a card")
    return size


def _length(text: str) -> float:
    """Return a length in pixels; 0 for shares, units of letters, and what is no length."""
    match = re.fullmatch(r"\s*\+?(\d+\.?\d*|\.\d+)(?:e([-+]?\d+))?\s*([a-z]*)\s*", text, re.IGNORECASE)
    unit = _UNITS.get(match[3].lower()) if match else None
    return float(match[1]) * 10.0 ** int(match[2] or 0) * unit if match and unit else 0.0
