"""Refusals of messages to the desk."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

NOT_IN_PLAY = Refusal(
    "player_messages.not_in_play",
    gettext_noop("%(name)s has already withdrawn, so the message was not sent."),
)
"""The entry has withdrawn."""

ALREADY_DONE = Refusal(
    "player_messages.already_done",
    gettext_noop("The director has already dealt with your message."),
    status=HTTPStatus.CONFLICT,
)
"""The message that a player takes back does not wait any more."""

SENT_ANEW = Refusal(
    "player_messages.sent_anew",
    gettext_noop(
        "The player has sent a new message. Read it again; it is not marked as done "
        "yet."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The message was changed since the page was shown."""
