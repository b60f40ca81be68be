"""Values that no honest player types or uploads: each is sent as it stands, half characters and all."""

import random
import struct
import zlib

MARK = "<x-mark>"
"""Stands unescaped in a page only where the page forgot to escape what was typed."""

TEXTS = (
    "",
    " ",
    MARK,
    f'">{MARK}',
    f"'>{MARK}",
    '" x-mark="',
    f"</textarea>{MARK}",
    f"</script>{MARK}",
    f"{{{{ 7 * 7 }}}}{MARK}",
    f"{{d6}}{MARK}{{",
    "a\0b",
    "\0",
    "\ud800",
    f"\udfff{MARK}",
    f"\u202e{MARK}\u2066",
    "e" + "\u0301" * 500,
    "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 50,
    f"one\r\nSet-Cookie: x-mark=1\r\n\r\n{MARK}",
    "\x1b[2J\x07\x7f",
    "%00%ed%a0%80",
    "../../../../etc/passwd",
    "javascript:alert(1)",
    "//evil.example/",
    "/\\evil.example",
    "http://evil.example/x",
    "=1+1",
    "x" * 5_000,
    "9" * 5_000,
    "<" * 20_000,
    "[" * 2_000,
    "{" * 2_000,
    '{"a": "\\ud800"}',
    "a" + ".a" * 2_000 + " = 1",
    "[[a]]\n" * 2_000,
    "," * 4_000,
    "\n" * 4_000,
    '"' * 999,
    "null",
    "true",
    "[]",
    "{}",
    "None",
    "a=b&c=d",
    ";",
    "|",
)
NUMBERS = (
    "-1",
    "0",
    "-0",
    "1",
    "01",
    "1.5",
    "1,5",
    "1e999",
    "-1e999",
    "nan",
    "inf",
    "0x10",
    "1_000",
    "\N{ARABIC-INDIC DIGIT THREE}",
    "\N{SUPERSCRIPT TWO}",
    "\N{FULLWIDTH DIGIT FIVE}",
    "999999999999",
    str(2**31),
    str(2**63),
    str(2**64),
    "-" + "9" * 400,
)
NAMES = (
    "cards.csv",
    "pack.toml",
    "pack.json",
    "",
    ".",
    "..",
    ".csv",
    "../../evil.toml",
    "C:\\evil\\pack.json",
    f"{MARK}.csv",
    f'"{MARK}.toml',
    "a\0b.csv",
    "\ud800.csv",
    "a" * 400 + ".toml",
    "CON",
    "cards.csv.exe",
    "\u202ecsv.exe",
    "a\r\nb.csv",
    "\N{SNOWMAN}.png",
)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, data: bytes = b"\0\0\0\0") -> bytes:
    """Return a PNG of that size in RGB; its rows are `data`, too few of them unless it is one pixel."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + _chunk(b"IDAT", zlib.compress(data)) + _chunk(b"IEND", b"")


FILES = (
    b"",
    b"\0" * 1_000,
    b"\xff\xfe\x00\x41",
    b"\xed\xa0\x80",
    "title,text\nA,B\n".encode("utf-16"),
    b"\xef\xbb\xbftitle,text\nA,B\n",
    f"title,text\n{MARK},{MARK}\n".encode(),
    f"name,id\n{MARK},{MARK}\n".encode(),
    f'title = "{MARK}"\n'.encode(),
    f'{{"title": "{MARK}"}}'.encode(),
    b"title," * 3_000 + b"\nA",
    b"name,name,name\nA,B,C\n",
    b"title\n" + b'"' * 9_999,
    b"a" + b".a" * 3_000 + b" = 1",
    b"[" * 5_000,
    b'{"a":' * 5_000,
    b"{" * 5_000,
    png(1, 1),
    png(60_000, 60_000),
    png(0, 0),
    png(1, 1)[:30],
    b"GIF89a\xff\xff\xff\xff\x80\0\0" + b"\0" * 20,
    b"\xff\xd8\xff\xe0\x00\x10JFIF\0" + b"\xff" * 40,
    b"RIFF\xff\xff\xff\xffWEBPVP8 " + b"\0" * 40,
    b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    b"%PDF-1.7\n%%EOF",
    b"PK\x03\x04" + b"\0" * 60,
    b"SQLite format 3\0" + b"\0" * 200,
    bytes(random.Random(5).randbytes(20_000)),
)
