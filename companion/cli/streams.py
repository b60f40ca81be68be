"""The standard streams: closed before the start, closed by their reader, on a full disk; each ends in a sentence."""

import errno
import os
import sys
from collections.abc import Callable

from companion.base.findings import shown_name

UNWRITABLE = 2
CLOSED = 141
"""The exit code of a program whose reader is gone, as shells count SIGPIPE; `head` closes its input early."""
INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells count SIGINT."""


def open_closed_streams() -> None:
    """Open the null device for each standard stream that was closed, so that no file gets its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # Open to the end; pathlib would take longer to load than `--version` to answer.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


def report(error: OSError, tell: Callable[[str], None]) -> int:
    """Say what could not be read or written, by `tell` on stderr; return the exit code.

    An error that names no file is one of the output: whoever writes a file names it in an InvalidInput.
    """
    if error.filename is not None:
        code, message = UNWRITABLE, _file_message(error)
    elif error.errno == errno.EPIPE:
        code, message = CLOSED, "The output was closed early: the rest of it is not printed."
    else:
        code, message = UNWRITABLE, f"The output cannot be written: {_reason(error)}. Make room, or send it elsewhere."
    _give_up_broken_streams()
    try:
        tell(message)
    except OSError:  # nobody reads messages, or there is no room for them: the exit code is left to say it
        _give_up_broken_streams()
    return code


def _give_up_broken_streams() -> None:
    """Turn output streams that cannot be written to the null device, so that Python does not try again at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _file_message(error: OSError) -> str:
    name = shown_name(str(error.filename) or "a file name")
    if error.errno == errno.ENAMETOOLONG:
        return f"{name}: found a name that is too long, expected a shorter one."
    return f"{name}: found {_reason(error)}, expected a file or a place that can be used."


def _reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return reason[:1].lower() + reason[1:]
