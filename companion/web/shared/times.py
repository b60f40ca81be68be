"""Times on pages: in UTC as the server writes them, and in the reader's own time where scripts run (`app.js`).

Prints and exports have no `<time>`: what they say of a time is a date or says that it is UTC.
"""

from datetime import datetime, timedelta
from typing import Literal

from markupsafe import Markup, escape

Detail = Literal["day", "minute", "second"]
_FORMATS: dict[Detail, str] = {
    "day": "%d %b %Y",
    "minute": "%d %b %Y, %H:%M UTC",
    "second": "%d %b %Y, %H:%M:%S UTC",
}
_TIME = Markup('<time datetime="{}" data-time="{}">{}</time>')


def as_time(moment: datetime | str, detail: Detail = "minute") -> Markup:
    """Return a moment as `<time>`, exact to a day, a minute or a second; without a zone it is UTC.

    Text is ISO 8601, as logs of tables have it. A log that comes from elsewhere may have any text as its time: that is
    returned as it is.
    """
    try:
        utc = _in_utc(datetime.fromisoformat(moment) if isinstance(moment, str) else moment)
    except (ValueError, OverflowError):
        return escape(moment)
    return _TIME.format(f"{utc.isoformat(timespec='seconds')}+00:00", detail, utc.strftime(_FORMATS[detail]))


def _in_utc(moment: datetime) -> datetime:
    """Return a moment in UTC, without its zone."""
    return (moment - (moment.utcoffset() or timedelta())).replace(tzinfo=None)
