"""What the owner of an unused thing is told: when it will be removed, and how to keep it.

`COMPANION_RETENTION` says after how many days without a save that is; without it nothing is announced. A server removes
nothing by itself: its operator runs `companion admin retention`.
"""

import os
from datetime import datetime

from flask import Flask, current_app

from companion.base.findings import InputError, InvalidInput, quote
from companion.storage import retention
from companion.storage.store import Document
from companion.web.shell import browser
from companion.web.shell.access import is_mine

SETTING = "COMPANION_RETENTION"
MOST = 36_500


def read_setting(app: Flask) -> None:
    """Read how many days; InvalidInput where that cannot be read."""
    text = os.environ.get(SETTING, "").strip()
    if text and not (text.isascii() and text.isdigit() and retention.LEAST <= int(text[:9]) <= MOST):
        raise InvalidInput(InputError(SETTING, quote(text), f"a number of days from {retention.LEAST} to {MOST:,}"))
    app.config.setdefault("RETENTION", int(text) if text else 0)


def days() -> int:
    """Return after how many days what is unused may be removed; 0 where nothing is."""
    return int(current_app.config["RETENTION"])


def removal_date(document: Document | None) -> datetime | None:
    """Return when a document of this browser goes, where that is to be announced; None where it is not."""
    if not days() or document is None or not is_mine(document):
        return None
    return retention.removal_date(browser.store(), document.owner, days())
