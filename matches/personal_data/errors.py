"""Refusals of forgetting a person and of merging two entries."""

from http import HTTPStatus

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
    gettext_noop("%(name)s was changed in the meantime. Look at the page again."),
)
"""The name on the page is not the present one any more."""

SAME_ENTRY = Refusal(
    "merge.same_entry",
    gettext_noop("This is the same entry. Choose the other one of the person."),
)
"""An entry of the directory cannot be merged with itself."""

PAIRS_STAY = Refusal(
    "merge.pairs_stay",
    gettext_noop(
        "%(name)s is a pair in doubles. Merge the people: their pairs go with them."
    ),
)
"""A pair is named by its members, who are merged."""

ARE_TWO = Refusal(
    "merge.are_two",
    gettext_noop("%(name)s and %(other)s cannot be one person: %(where)s."),
)
"""Both were in the same division, match or closed table, so they are two people."""

NOT_THE_NEWEST = Refusal(
    "merge.not_the_newest",
    gettext_noop("%(name)s was merged again since. Undo the newest merge first."),
    status=HTTPStatus.CONFLICT,
)
"""A later merge depends on this one."""
