"""ReportLab's TrueType fonts, loaded without HarfBuzz: it would load it at once, and most prints shape no text.

This module is imported before any other part of ReportLab.
"""

import sys

_HARFBUZZ = "uharfbuzz"
_loaded = sys.modules.get(_HARFBUZZ)
sys.modules[_HARFBUZZ] = None  # type: ignore[assignment]
try:
    from reportlab.pdfbase.ttfonts import TTFont
finally:
    del sys.modules[_HARFBUZZ]
    if _loaded:
        sys.modules[_HARFBUZZ] = _loaded

__all__ = ["TTFont"]
