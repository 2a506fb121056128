"""Refusals of entering and correcting a result, of undo and redo."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

WINNER_ADVANCED = Refusal(
    "result.winner_advanced",
    "This would change the winner, but later matches (from round %(round)s) depend on "
    "it. Use “Correct this result” to see the effects and choose.",
)
LINE_UNREADABLE = Refusal(
    "result.line_unreadable",
    "“%(typed)s” is not a result. Enter the match number and both scores in "
    "score-sheet order, for example 23 7 5.",
)
NO_SUCH_MATCH = Refusal(
    "result.no_such_match",
    "There is no match M%(number)s in this tournament. The number is in the top right "
    "corner of the score sheet.",
)
NOT_OPEN_YET = Refusal(
    "result.not_open_yet",
    "M%(number)s cannot be played yet because its players are not known. Enter the "
    "earlier results first.",
)
RESULT_FED = Refusal(
    "result.fed",
    "This would change the winner, but %(name)s was drawn from these standings. Use "
    "“Correct this result” to see the effects and choose.",
)
AMENDMENT_PLAYED = Refusal(
    "amendment.played",
    "This can no longer be undone or redone because play has continued: %(labels)s. "
    "Correct the result, or choose again for the player.",
    status=HTTPStatus.CONFLICT,
)
AMENDMENT_FOLLOWED = Refusal(
    "amendment.followed",
    "This can no longer be undone or redone because rounds have been published or "
    "unpublished since. Unpublish the last round first, or correct the result.",
    status=HTTPStatus.CONFLICT,
)
AMENDMENT_NOT_LAST = Refusal(
    "amendment.not_last",
    "%(label)s was corrected later. Undo that correction first.",
    status=HTTPStatus.CONFLICT,
)
AMENDMENT_CHANGED = Refusal(
    "amendment.changed",
    "This can no longer be undone or redone because something related has changed "
    "since. Edit it on its own page.",
    status=HTTPStatus.CONFLICT,
)
ENTRY_HAS_PLAYED = Refusal(
    "amendment.entry_has_played",
    "%(name)s has already been drawn and cannot be removed. Withdraw them instead; "
    "their results are kept.",
)
NOT_CORRECTABLE = Refusal(
    "correction.not_correctable",
    "You can only correct a result that counts. Enter it on the match page.",
)
NOTHING_CHANGES = Refusal(
    "correction.nothing_changes", "This is already the recorded result."
)
PREVIEW_OUTDATED = Refusal(
    "correction.preview_outdated",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
CHOICE_NEEDED = Refusal(
    "correction.choice_needed", "Choose what to do with the matches that follow."
)
