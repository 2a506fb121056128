"""Refusals of forgetting a person."""

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

STILL_PLAYS = Refusal(
    "person.still_plays",
    gettext_noop(
        "%(name)s still plays: %(where)s. Finish or cancel that first, then nothing "
        "is lost that others need."
    ),
)
"""A person to be forgotten has open matches, or is entered in an open tournament."""

CHANGED_MEANWHILE = Refusal(
    "person.changed_meanwhile",
    gettext_noop("%(name)s was changed meanwhile. Look at the page again."),
)
"""The name on the page is not the present one any more."""
