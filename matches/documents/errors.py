"""Refusals of making a document, which pages must know too."""

from matches.rules.refusals import Refusal

PRINTING_UNAVAILABLE = Refusal(
    "document.printing_unavailable",
    "This server cannot create PDFs yet. Ask your administrator to install these "
    "packages and restart Crawford: %(packages)s",
)
"""The libraries that make PDFs are not installed on this machine."""
