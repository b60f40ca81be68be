"""Readers of files that others made: drawings and pages. They run in the process of `pdf.untrusted`, within its limits.

They import nothing heavy of ours, so that the process starts at once.
"""


class RefusedFile(Exception):
    """A file is not drawn: what was found, what was expected."""
