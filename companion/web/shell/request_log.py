"""The request log: one line of JSON an answer on stderr, and one an exception, where `COMPANION_LOG` is `json`.

A line says which page it was, never which document: no address, key word or title is in it, nor an error's own words,
which may quote one. Visitors are told apart for a day, by a hash that is another one the next day.
"""

import hashlib
import hmac
import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from functools import partial

from flask import Flask
from flask.logging import default_handler

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.web.shell import answers
from companion.web.shell.answers import SentAnswer
from companion.web.shell.faults import REFERENCE

SETTING, JSON = "COMPANION_LOG", "json"
_FIELDS = "fields"
_log = logging.getLogger("companion.requests")


def start(app: Flask) -> None:
    """Log what the app answers, where the setting says so; InvalidInput where that cannot be read."""
    setting = os.environ.get(SETTING, "").strip()
    if not setting:
        return
    if setting != JSON:
        raise InvalidInput(InputError(SETTING, quote(setting), f"{JSON}, or nothing for no log"))
    log_to_stderr()
    app.logger.removeHandler(default_handler)
    answers.observe(app, partial(_write, app))


def log_to_stderr() -> None:
    """Let all that the product and its server log go to stderr as lines of JSON."""
    handler = _Stderr()
    handler.setFormatter(JsonLines())
    for name, level in (("companion", logging.INFO), ("uvicorn", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False


def _write(app: Flask, answer: SentAnswer) -> None:
    # The hash changes every day, so that a log tells a day's visitors apart and follows nobody longer.
    visitor_today = f"{datetime.now(UTC):%Y-%m-%d} {answer.visitor}"
    fields = {
        "method": answer.method,
        "endpoint": answer.endpoint,
        "status": answer.status,
        "ms": round(answer.seconds * 1000, 1),
        "bytes": answer.size,
        "visitor": hmac.new(str(app.secret_key).encode(), visitor_today.encode(), hashlib.sha256).hexdigest()[:12],
    }
    _log.info("answered", extra={_FIELDS: fields})


class _Stderr(logging.Handler):
    """Writes each record to what is stderr then, in one piece, so that no two lines of two workers mix."""

    def emit(self, record: logging.LogRecord) -> None:
        sys.stderr.write(f"{self.format(record)}\n")
        sys.stderr.flush()


class JsonLines(logging.Formatter):
    """Writes a record as a line of JSON; of an exception its type and where it was raised, without any value."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        fields: JsonObject = {"time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")}
        answered = record.__dict__.get(_FIELDS)
        if answered:
            return json.dumps(fields | answered)
        fields |= {"level": record.levelname.lower(), "logger": record.name}
        if reference := record.__dict__.get(REFERENCE):
            fields[REFERENCE] = reference
        error = record.exc_info[1] if record.exc_info else None
        return json.dumps(fields | (_describe_error(error) if error else {"message": record.getMessage()}))


def _describe_error(error: BaseException) -> JsonObject:
    """Return an exception's type, the lines it came through, and what caused it."""
    frames = traceback.extract_tb(error.__traceback__)
    kind = type(error)
    fields: JsonObject = {
        "error": f"{kind.__module__}.{kind.__qualname__}",
        "traceback": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return fields | ({"cause": _describe_error(cause)} if cause else {})
