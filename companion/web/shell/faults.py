"""Faults: what breaks while an answer is made is logged under a reference, which the page shows to whoever met it."""

import secrets

from flask import current_app, g

REFERENCE = "reference"
"""What a record of the log calls it."""


def new_reference() -> str:
    """Return a reference that a player can read out, and remember it as that of the request's newest fault."""
    g.fault_reference = secrets.token_hex(4)
    return str(g.fault_reference)


def shown_reference() -> str:
    """Return the reference of the request's newest fault; empty where nothing broke."""
    return str(g.get("fault_reference", ""))


def log_fault(what: str) -> str:
    """Log the exception that is being handled, with what it broke, and return its reference."""
    reference = new_reference()
    current_app.logger.exception("%s (reference %s)", what, reference, extra={REFERENCE: reference})
    return reference
