"""Parts of a table's page, each made by itself: where one breaks, a sentence takes its place, and the others stay."""

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

from companion.limits.budget import OverBudget
from companion.limits.heavy_slots import Busy
from companion.play.table import StateLost
from companion.storage.config import StorageError
from companion.web.shell.faults import log_fault

ANSWERED = (HTTPException, StateLost, OverBudget, Busy, StorageError)
"""What is no fault: the whole request has an answer of its own to it."""


@pass_context
def render_part(context: Context, template: str, what: str) -> Markup:
    """Return a part of the page that uses it; where it breaks, what says so, and the fault is logged."""
    values = context.get_all()
    try:
        return _render(context, template, values)
    except ANSWERED:
        raise
    except Exception:
        reference = log_fault(f"A part of a table's page cannot be shown: {what}")
        return _render(context, "tables/fault.html", {**values, "broken_part": what, "fault_reference": reference})


def _render(context: Context, template: str, values: dict[str, object]) -> Markup:
    return Markup(context.environment.get_template(template).render(values))
