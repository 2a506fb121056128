"""Refusals of announcing, drawing, swapping and publishing."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

DRAW_GONE = Refusal(
    "draw.gone",
    gettext_noop(
        "This draft is no longer there: it was published, discarded or drawn "
        "again. The page now shows the current state."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The draft was published, discarded or replaced since the page was shown."""

ASKS_WAITING = Refusal(
    "draw.asks_waiting",
    gettext_noop(
        "Asked on their phones to sit out round %(round)s: %(names)s. Accept or "
        "decline that first."
    ),
    status=HTTPStatus.CONFLICT,
)
"""A player's wish to sit out the round waits for an answer."""

DRAW_OUTDATED = Refusal(
    "draw.outdated",
    gettext_noop(
        "An entry or a result changed after this draw was made. Draw again, "
        "so that it counts."
    ),
    status=HTTPStatus.CONFLICT,
)
"""An entry or a result changed after the draw was made."""

ROUND_NOT_LAST = Refusal(
    "draw.round_not_last",
    gettext_noop(
        "Only the last round can be taken back. Take back the later rounds first."
    ),
)
"""Only the newest round can be taken back."""

ROUND_HAS_RESULTS = Refusal(
    "draw.round_has_results",
    gettext_noop(
        "This round already has results (%(labels)s). Remove them first if "
        "the round must be drawn again."
    ),
)
"""A round with results cannot be taken back."""

REASON_NEEDED = Refusal(
    "draw.reason_needed",
    gettext_noop("Say why it is drawn again. Players can read the reason."),
)
"""Drawing again is allowed, but never silent."""

SWAP_NEEDS_TWO = Refusal(
    "draw.swap_needs_two",
    gettext_noop("Choose two players of different pairs to swap."),
)
"""A swap takes two different players of the draft."""

DRAFT_CHANGED = Refusal(
    "draw.draft_changed",
    gettext_noop(
        "Players were swapped since this page was opened. Look at the draft "
        "again, then publish it."
    ),
    status=HTTPStatus.CONFLICT,
)
"""Players were swapped since the page with the draft was shown."""

ANNOUNCEMENT_OUTDATED = Refusal(
    "draw.announcement_outdated",
    gettext_noop(
        "An entry or a result changed after this draw was announced. Announce it "
        "again, then roll."
    ),
)
"""An entry or a result changed after the draw was announced."""

SOURCE_UNFINISHED = Refusal(
    "draw.source_unfinished",
    gettext_noop(
        "%(name)s is not finished yet: its standings decide who plays here. Enter its "
        "last results, then draw."
    ),
)
"""The stage before is not played to its end."""

STAGE_FED = Refusal(
    "draw.stage_fed",
    gettext_noop(
        "%(name)s was drawn from these standings. Take its rounds back first."
    ),
)
"""Another stage was drawn from the standings of this one."""

MEETS_ONESELF = Refusal(
    "draw.meets_oneself",
    gettext_noop(
        "%(name)s and %(other)s share a person, who would meet themselves. Withdraw "
        "one of the entries, or swap, then publish."
    ),
)
"""Two entries of the same player are paired with each other."""

NUMBERS_STILL_OPEN = Refusal(
    "draw.numbers_still_open",
    gettext_noop(
        "Phones can still send numbers. Draw when the announced time is over: the page "
        "shows it."
    ),
)
"""The time that was announced for numbers from phones is not over."""

PUBLIC_NUMBER_NEEDED = Refusal(
    "draw.public_number_needed",
    gettext_noop("Type the public number that was announced, as it was drawn."),
)
"""A public number was announced, and is missing."""

BEACON_TO_COME = Refusal(
    "draw.beacon_to_come",
    gettext_noop(
        "The number of drand that was announced is published at %(time)s. Draw then."
    ),
)
"""The round of drand that was announced is not published yet."""

BEACON_OTHER = Refusal(
    "draw.beacon_other",
    gettext_noop(
        "This is not the signature of round %(round)s of drand. Open its page, and "
        "paste all that it shows."
    ),
)
"""The typed number is not that of the announced round of drand."""

SWAP_NEEDS_REASON = Refusal(
    "draw.swap_needs_reason",
    gettext_noop("Say why these two change places. Players can read the reason."),
)
"""A swap without a reason."""

NUMBERS_CLOSED = Refusal(
    "draw.numbers_closed",
    gettext_noop("The time for numbers is over. Yours was not added."),
    status=HTTPStatus.CONFLICT,
)
"""A phone sent its number too late, or the draw is no longer announced."""

NUMBER_SENT = Refusal(
    "draw.number_sent",
    gettext_noop("This phone has sent its number already. It counts once."),
    status=HTTPStatus.CONFLICT,
)
"""The phone has sent a number already."""

NUMBERS_FULL = Refusal(
    "draw.numbers_full",
    gettext_noop("Very many numbers were sent already. There is no room for more."),
)
"""The list of numbers, or the share of one address in it, is full."""
