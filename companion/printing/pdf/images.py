"""Pictures as image objects of a PDF: a JPEG or a plain PNG as it is, without decoding.

Other pictures (transparent, 16 bits, interlaced, in CMYK, unusual JPEGs) are decoded and written again by `pictures`.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

_COLOURS = {1: "/DeviceGray", 3: "/DeviceRGB"}
_SPACES = {1: b"GRAY", 3: b"RGB "}
"""The colour space in a colour profile, by the number of components."""
_FRAMES = (0xC0, 0xC1, 0xC2)
"""JPEG frames that PDF supports: baseline, extended and progressive, Huffman coded."""
_OTHER_FRAMES = frozenset(range(0xC3, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class ImageObject:
    """An image's dictionary entries without length and colours, its colours, its stream, and its colour profile."""

    entries: str
    colours: str
    data: bytes
    components: int
    profile: bytes = b""


def keep_as_image(data: bytes) -> ImageObject | None:
    """Return a picture's bytes as an image object; None if they have to be decoded."""
    if data.startswith(b"\xff\xd8"):
        return _jpeg(data)
    return _png(data) if data.startswith(_PNG) else None


def _jpeg(data: bytes) -> ImageObject | None:
    frame, profile = b"", {}
    for marker, start, end in _segments(data):
        if marker in _OTHER_FRAMES:
            return None
        if marker in _FRAMES:
            frame = data[start:end]
        elif marker == 0xE2 and data[start : start + 12] == b"ICC_PROFILE\0" and end > start + 14:
            profile[data[start + 12]] = data[start + 14 : end]
    if len(frame) < 6:
        return None
    bits, high, wide, components = struct.unpack(">BHHB", frame[:6])
    if bits != 8 or components not in _COLOURS or not high or not wide:
        return None
    entries = f"/Width {wide} /Height {high} /BitsPerComponent 8 /Filter /DCTDecode"
    profile_bytes = b"".join(profile[number] for number in sorted(profile))
    return ImageObject(entries, _COLOURS[components], data, components, _check_profile(profile_bytes, components))


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield a JPEG's markers before its dots, each with the start and the end of its contents."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xDA:
            return
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        yield marker, at + 4, at + 2 + length
        at += 2 + length


def _check_profile(profile: bytes, components: int) -> bytes:
    """Return a colour profile if it is complete and matches the number of components; else empty bytes."""
    has_header = len(profile) >= 128 and profile[16:20] == _SPACES[components] and profile[36:40] == b"acsp"
    return profile if has_header and int.from_bytes(profile[:4], "big") == len(profile) else b""


def _png(data: bytes) -> ImageObject | None:
    head, colours, parts = b"", b"", []
    for kind, start, end in _chunks(data):
        if kind == b"IHDR":
            head = data[start:end]
        elif kind == b"PLTE":
            colours = data[start:end]
        elif kind == b"tRNS":
            return None
        elif kind == b"IDAT":
            parts.append(data[start:end])
    if len(head) != 13 or not parts:
        return None
    wide, high, bits, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", head)
    if interlaced or bits > 8 or colour_type not in (0, 2, 3) or (colour_type == 3 and not colours):
        return None
    components = 3 if colour_type == 2 else 1
    space = _COLOURS[components]
    if colour_type == 3:
        space = f"[/Indexed /DeviceRGB {len(colours) // 3 - 1} <{colours.hex()}>]"
    rows = f"<< /Predictor 15 /Colors {components} /BitsPerComponent {bits} /Columns {wide} >>"
    entries = f"/Width {wide} /Height {high} /BitsPerComponent {bits} /Filter /FlateDecode /DecodeParms {rows}"
    return ImageObject(entries, space, b"".join(parts), components)


def _chunks(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    at = len(_PNG)
    while at + 8 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if at + 12 + length > len(data):
            return
        yield data[at + 4 : at + 8], at + 8, at + 8 + length
        at += 12 + length
