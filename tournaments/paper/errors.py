"""Refusals of the print centre."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

NOTHING_NEW = Refusal(
    "print_centre.nothing_new",
    gettext_noop(
        "Everything has already been printed. To print again, choose Print all."
    ),
    status=HTTPStatus.CONFLICT,
)
"""There are no new or changed sheets, perhaps since another page printed them."""

NO_SUCH_PAPER = Refusal(
    "print_centre.no_such_paper",
    gettext_noop("This document no longer exists. Choose another one."),
    status=HTTPStatus.CONFLICT,
)
"""The document, its round or its match does not exist, perhaps any more."""
