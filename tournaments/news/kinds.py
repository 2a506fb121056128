"""The kinds of messages about tournaments."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from matches.outgoing import kinds
from matches.outgoing.kinds import Channel, Kind

SIGN_UP: Final = "sign_up"
PLACE: Final = "place"
WAITING: Final = "waiting"
CHANGED: Final = "changed"
DRAW: Final = "draw"
REMINDER: Final = "reminder"
CALL: Final = "call"


def register() -> None:
    """Register the kinds, in the order in which people choose."""
    from tournaments.news import letters  # noqa: PLC0415 - models must be loaded

    kinds.register(
        Kind(
            SIGN_UP,
            _("My sign-up: received, confirmed, declined"),
            letters.sign_up,
            at_night=True,
        ),
        Kind(PLACE, _("A place becomes free for me"), letters.sign_up),
        Kind(
            WAITING,
            _("I move up on the waiting list"),
            letters.sign_up,
            is_usual=False,
        ),
        Kind(CHANGED, _("The day, time or place changes"), letters.changed),
        Kind(REMINDER, _("A reminder on the day before"), letters.reminder),
        Kind(DRAW, _("A round is drawn"), letters.draw, at_night=True),
        Kind(
            CALL,
            _("I am called to a table (phone only)"),
            letters.call,
            channels=(Channel.PUSH,),
            at_night=True,
        ),
    )
