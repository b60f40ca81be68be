"""The files of typefaces: those that ship, a player's own, and those in a folder of this machine; their letters.

A font is named `Barlow-bold`: a family and a style. Fonts of a player's own have names that no other has.
"""

import hashlib
import io
import os
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import BinaryIO
from weakref import WeakValueDictionary

import fontpkg_barlow_condensed
import fontpkg_fira_sans_condensed
import fontpkg_inter
import manimgx_fonts
from fontTools.ttLib import TTFont

from companion.base.findings import InputError
from companion.printing.faces.boxes import Weight
from companion.printing.text import typeface_cleaning

STYLES: dict[Weight, str] = {"regular": "Regular", "semibold": "SemiBold", "bold": "Bold"}
SHIPPED: dict[str, str] = {"barlow": "Barlow", "fira": "Fira", "inter": "Inter"}
"""The families that a layout may name, with the first word of their fonts; Inter has one weight and no italic."""
SCRIPTS = {
    "Hebr": "Hebrew", "Arab": "Arabic", "Armn": "Armenian", "Geor": "Georgian", "Ethi": "Ethiopic",
    "Deva": "Devanagari", "Beng": "Bengali", "Gujr": "Gujarati", "Guru": "Gurmukhi", "Knda": "Kannada",
    "Mlym": "Malayalam", "Orya": "Oriya", "Sinh": "Sinhala", "Taml": "Tamil", "Telu": "Telugu",
    "Khmr": "Khmer", "Laoo": "Lao", "Mymr": "Myanmar", "Thai": "Thai",
}  # fmt: skip
"""Scripts by their ISO 15924 code that only a face of Noto Sans has, with the name of that face."""
NOTO = "Noto"
_AXES: dict[str, float] = {"regular": 400, "semibold": 600, "bold": 700}
FOLDER = "COMPANION_TYPEFACES"
"""The setting that names a folder of typefaces, used after ours."""
MOST_IN_FOLDER = 40
"""The most files of that folder that are used."""
_OWN = "Own"
_OWN_FAMILIES: "WeakValueDictionary[str, OwnFamily]" = WeakValueDictionary()


@cache
def files() -> dict[str, Path]:
    """Return every shipped font by the name used for it: `Barlow-regular`, `Fira-bold`."""
    folders = {
        "Barlow": Path(fontpkg_barlow_condensed.ROOT) / "files/BarlowCondensed",
        "Fira": Path(fontpkg_fira_sans_condensed.ROOT) / "files/FiraSansCondensed",
    }
    noto = Path(manimgx_fonts.__file__).parent
    return {
        **{
            f"{family}-{weight}": path.with_name(f"{path.name}-{style}.ttf")
            for family, path in folders.items()
            for weight, style in STYLES.items()
        },
        **{
            f"{family}Italic-{weight}": path.with_name(f"{path.name}-{style.removesuffix('Regular')}Italic.ttf")
            for family, path in folders.items()
            for weight, style in STYLES.items()
        },
        "Inter-regular": Path(fontpkg_inter.ROOT) / "files/Inter[opsz,wght].ttf",
        "NotoSymbols-regular": noto / "NotoSansSymbols[wght].ttf",
        "NotoEmoji-regular": noto / "NotoEmoji[wght].ttf",
        **{
            f"{NOTO}{name}-{weight}": noto / f"NotoSans{name}[wght].ttf"
            for name in SCRIPTS.values()
            for weight in STYLES
        },
    }


def axis(font: str) -> float | None:
    """Return the weight at which a variable font is set, from 100 to 900; None for its default."""
    family, _, weight = font.partition("-")
    return _AXES[weight] if family.removeprefix(NOTO) in SCRIPTS.values() and family.startswith(NOTO) else None


class OwnFamily(str):
    """A family of a player's own typefaces; as a string it is its name.

    Its fonts can be used as long as a reference to it exists. `files` are its faces: `regular`, and perhaps `bold`,
    `italic` and `bold italic`; `typeface_cleaning` has checked them before. What they lack comes from the families in
    `others`, in their order, which are shipped ones or a player's own too.
    """

    files: Mapping[str, bytes]
    others: tuple[str, ...]
    is_of_machine = False

    @classmethod
    def of(cls, files: Mapping[str, bytes], others: tuple[str, ...] = ()) -> "OwnFamily":
        """Return the family of these faces, the same object for the same faces and others."""
        digest = hashlib.sha256()
        for style, data in sorted(files.items()):
            digest.update(style.encode() + hashlib.sha256(data).digest())
        for other in others:
            digest.update(f"+{other}".encode())
        name = f"{_OWN}{digest.hexdigest()[:16]}"
        family = _OWN_FAMILIES.get(name)
        if family is None:
            family = cls(name)
            family.files, family.others = dict(files), others
            _OWN_FAMILIES[name] = family
        return family

    def fonts(self, bold: bool, italic: bool) -> tuple[str, ...]:
        """Return its fonts for a style, in the order in which they are tried."""
        wanted = " ".join(word for word, is_so in (("bold", bold), ("italic", italic)) if is_so) or "regular"
        order = dict.fromkeys((wanted, *(["bold"] if bold else []), "regular"))
        return tuple(f"{self}-{style}" for style in order if style in self.files)


def own_family(font: str) -> OwnFamily | None:
    """Return the family of a player's own font; None for a shipped font."""
    return _OWN_FAMILIES[font.partition("-")[0]] if font.startswith(_OWN) else None


def source(font: str) -> Path | BinaryIO:
    """Return the path of a shipped font, or an open file of a player's own."""
    own = own_family(font)
    return io.BytesIO(own.files[font.partition("-")[2]]) if own else files()[font]


@lru_cache(maxsize=64)
def widths(font: str) -> dict[str, float]:
    """Return the advance widths of a font's characters in ems, each set by itself."""
    with TTFont(source(font), lazy=True) as ttf:
        advances, em = ttf["hmtx"].metrics, ttf["head"].unitsPerEm
        return {chr(code): advances[name][0] / em for code, name in ttf.getBestCmap().items()}


def is_always_shaped(font: str) -> bool:
    """Return whether all text in a font is shaped: in a player's own with PostScript outlines (CFF), or this machine's.

    Glyphs of such a font are embedded; letters of all others can be.
    """
    own = own_family(font)
    return own is not None and (own.is_of_machine or own.files[font.partition("-")[2]][:4] == b"OTTO")


@lru_cache(maxsize=4096)
def script_family(char: str) -> str | None:
    """Return the family that ships for a character's script, such as `NotoHebrew`; None where no face is for it alone.

    Characters that several scripts share, such as the Arabic comma, have the family of the first of them.
    """
    from fontTools import unicodedata

    for script in (unicodedata.script(char), *sorted(unicodedata.script_extension(char))):
        if script in SCRIPTS:
            return f"{NOTO}{SCRIPTS[script]}"
    return None


@cache
def machine_families() -> tuple[OwnFamily, ...]:
    """Return the typefaces in the folder that `COMPANION_TYPEFACES` names, a family for each file, in order of names.

    They are read once. Files that are no typefaces, or that cannot be used, are passed over; `companion doctor` says
    which.
    """
    families = tuple(family for _, family in read_folder() if isinstance(family, OwnFamily))
    for family in families:
        family.is_of_machine = True
    return families


def read_folder() -> list[tuple[str, "OwnFamily | InputError"]]:
    """Return the family, or the error, of each file in the folder of this machine's typefaces, by its name."""
    folder = os.environ.get(FOLDER, "")
    families: list[tuple[str, OwnFamily | InputError]] = []
    if not folder:
        return families
    try:
        paths = sorted(path for path in Path(folder).iterdir() if path.suffix.lower() in typeface_cleaning.ENDINGS)
    except OSError as error:
        return [(folder, InputError(FOLDER, f"{folder} ({error.strerror})", "a folder that can be read"))]
    for path in paths[:MOST_IN_FOLDER]:
        try:
            families.append((path.name, OwnFamily.of({"regular": typeface_cleaning.clean(path.read_bytes())})))
        except typeface_cleaning.RefusedTypeface as error:
            families.append((path.name, InputError(path.name, *error.args)))
        except OSError as error:
            families.append((path.name, InputError(path.name, f"no file that can be read ({error.strerror})", "one")))
    return families
