"""Refusals of making a document, which pages must know too."""

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

PRINTING_UNAVAILABLE = Refusal(
    "document.printing_unavailable",
    gettext_noop(
        "PDFs cannot be made on this server yet. Ask the person who runs it to "
        "install these packages and to start it again: %(packages)s"
    ),
)
"""The libraries that make PDFs are not installed on this machine."""
