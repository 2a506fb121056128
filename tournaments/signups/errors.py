"""Refusals of signing up."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

SIGN_UP_CLOSED = Refusal(
    "sign_up.closed",
    "Sign-up is closed. Ask the organiser whether a place is left.",
    status=HTTPStatus.CONFLICT,
)
"""Before it opens, after it closes, or once the first round is drawn."""

SIGN_UP_CHANGED = Refusal(
    "sign_up.changed",
    "This sign-up has changed since. Check it again.",
    status=HTTPStatus.CONFLICT,
)
"""The act does not fit the state any more."""

SIGN_UP_DRAWN = Refusal(
    "sign_up.drawn",
    "The draw has been made. Tell the tournament director that you cannot come.",
    status=HTTPStatus.CONFLICT,
)
"""An entry that has been drawn can only be withdrawn, by a director."""

SIGN_UP_WHO = Refusal(
    "sign_up.who",
    "Choose who %(name)s is: a player you know, or a new one.",
)
"""The name may mean several people, and the director has not chosen."""

SIGN_UP_PRIVATE = Refusal(
    "sign_up.private",
    "This tournament is private, so no one can sign up. Change its visibility first.",
)
"""A private tournament has no public page with a form."""
