"""The colours of pictures in the inks of a press (CMYK), the same on every screen, in files and for every renderer.

A picture's own colour profile says how its inks look. Without one, or with one that cannot be read, inks are taken as
plain: each takes its share of the light away, so that full magenta and yellow are a pure red.
"""

import io
from typing import Any

from PIL import Image, ImageChops

LONGEST_PROFILE = 4_000_000
"""Most bytes of a colour profile."""
_FOR_CMYK = b"CMYK"
_UNMARKED = "unmarked inks"


def mark_inks(picture: Image.Image) -> None:
    """Note in an opened picture that its inks are the right way round, though Pillow reads them as inverted.

    Adobe's programs write a CMYK JPEG inverted and with their mark; Pillow takes others for inverted too.
    """
    if picture.format == "JPEG" and picture.mode == "CMYK" and "adobe" not in picture.info:
        picture.info[_UNMARKED] = True


def convert_inks(picture: Image.Image) -> Image.Image:
    """Return a picture in CMYK, marked by `mark_inks` when it was opened, as RGB: by its profile, or as plain inks."""
    if picture.info.get(_UNMARKED):
        picture.load()
        about = picture.info
        picture = ImageChops.invert(picture)
        picture.info = about
    profile = picture.info.get("icc_profile", b"")
    converted = _by_profile(picture, profile) or picture.convert("RGB")
    converted.info.pop("icc_profile", None)  # That of the inks, or one with a date in it.
    return converted


def has_profile(data: bytes) -> bool:
    """Return whether bytes begin like a profile of inks, in full."""
    is_one = 128 < len(data) <= LONGEST_PROFILE and data[16:20] == _FOR_CMYK and data[36:40] == b"acsp"
    return is_one and int.from_bytes(data[:4], "big") == len(data)


def _by_profile(picture: Image.Image, profile: Any) -> Image.Image | None:
    """Return a picture converted to sRGB by a profile; None if that is none for inks, or damaged."""
    if not isinstance(profile, bytes) or not has_profile(profile):
        return None
    from PIL import ImageCms

    try:
        inks = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        return ImageCms.profileToProfile(
            picture,
            inks,
            ImageCms.createProfile("sRGB"),
            renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
            outputMode="RGB",
            flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError):
        return None
