"""Refusals of forgetting a person and of merging two entries."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

STILL_PLAYS = Refusal(
    "person.still_plays",
    "%(name)s is still playing: %(where)s. Finish or cancel that first so that nothing "
    "others need is lost.",
)
CHANGED_MEANWHILE = Refusal(
    "person.changed_meanwhile",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
)
SAME_ENTRY = Refusal(
    "merge.same_entry", "This is the same player. Choose the other one."
)
PAIRS_STAY = Refusal(
    "merge.pairs_stay",
    "%(name)s is a doubles pair. Merge the players instead; their pairs follow.",
)
ARE_TWO = Refusal(
    "merge.are_two",
    "%(name)s and %(other)s cannot be the same person: %(where)s.",
)
NOT_THE_NEWEST = Refusal(
    "merge.not_the_newest",
    "%(name)s has been merged again since. Undo the latest merge first.",
    status=HTTPStatus.CONFLICT,
)
