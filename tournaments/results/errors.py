"""Refusals of entering and correcting a result, of undo and redo."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

WINNER_ADVANCED = Refusal(
    "result.winner_advanced",
    "This would change the winner, but later matches (from round %(round)s) depend on "
    "it. Use “Correct this result” to see the effects and choose.",
)
"""A correction would change who plays a round that is already drawn."""

LINE_UNREADABLE = Refusal(
    "result.line_unreadable",
    "“%(typed)s” is not a result. Enter the match number and both scores in "
    "score-sheet order, for example 23 7 5.",
)
"""The result box was given something else than a match and two scores."""

NO_SUCH_MATCH = Refusal(
    "result.no_such_match",
    "There is no match M%(number)s in this tournament. The number is in the top right "
    "corner of the score sheet.",
)
"""No match of this tournament has the number."""

NOT_OPEN_YET = Refusal(
    "result.not_open_yet",
    "M%(number)s cannot be played yet because its players are not known. Enter the "
    "earlier results first.",
)
"""The number is kept for a match of a bracket whose players are not known."""

RESULT_FED = Refusal(
    "result.fed",
    "This would change the winner, but %(name)s was drawn from these standings. Use "
    "“Correct this result” to see the effects and choose.",
)
"""A stage was drawn from standings in which the result counts."""


AMENDMENT_PLAYED = Refusal(
    "amendment.played",
    "This can no longer be undone or redone because play has continued: %(labels)s. "
    "Correct the result, or choose again for the player.",
    status=HTTPStatus.CONFLICT,
)
"""Matches that an undo or redo would set aside have begun."""


AMENDMENT_FOLLOWED = Refusal(
    "amendment.followed",
    "This can no longer be undone or redone because rounds have been published or "
    "unpublished since. Unpublish the last round first, or correct the result.",
    status=HTTPStatus.CONFLICT,
)
"""Rounds were published or taken back since."""


AMENDMENT_NOT_LAST = Refusal(
    "amendment.not_last",
    "%(label)s was corrected later. Undo that correction first.",
    status=HTTPStatus.CONFLICT,
)
"""A later correction in the same division is in force."""


AMENDMENT_CHANGED = Refusal(
    "amendment.changed",
    "This can no longer be undone or redone because something related has changed "
    "since. Edit it on its own page.",
    status=HTTPStatus.CONFLICT,
)
"""A fact that the act changed was changed again since."""


ENTRY_HAS_PLAYED = Refusal(
    "amendment.entry_has_played",
    "%(name)s has already been drawn and cannot be removed. Withdraw them instead; "
    "their results are kept.",
)
"""An entry that was drawn cannot be removed, only withdrawn."""


NOT_CORRECTABLE = Refusal(
    "correction.not_correctable",
    "You can only correct a result that counts. Enter it on the match page.",
)
"""There is no result yet, or the match is no part of the tournament any more."""

NOTHING_CHANGES = Refusal(
    "correction.nothing_changes",
    "This is already the recorded result.",
)
"""The corrected result is the one on record."""

PREVIEW_OUTDATED = Refusal(
    "correction.preview_outdated",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
"""The effects of a correction are no longer those that the director saw."""

CHOICE_NEEDED = Refusal(
    "correction.choice_needed",
    "Choose what to do with the matches that follow.",
)
"""A correction can be dealt with in several ways."""
