"""Refusals of entering and removing players."""

from http import HTTPStatus

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

ALREADY_ENTERED = Refusal(
    "entry.already_entered",
    gettext_noop("%(name)s is already entered."),
)
"""The player is in this tournament."""

NAME_ENTERED = Refusal(
    "entry.name_entered",
    gettext_noop(
        "%(name)s is already entered. If this is another person of the same name, type "
        "the club behind the name, after a semicolon."
    ),
)
"""A name was typed, without a club, that a player in this tournament has."""

DIVIDED_MEANWHILE = Refusal(
    "entry.divided_meanwhile",
    gettext_noop(
        "Ratings, entries or draws have changed since you looked, so nobody was moved. "
        "Look at who plays where now, and divide them then."
    ),
    status=HTTPStatus.CONFLICT,
)
"""The effects differ from those that were shown."""

PAIR_MEMBERS = Refusal(
    "entry.pair_members",
    gettext_noop("A pair is two different people: type two names."),
)
"""A pair is two different people."""

REST_IMPOSSIBLE = Refusal(
    "entry.rest_impossible",
    gettext_noop(
        "In this format nobody sits a round out beforehand. Mark the player as missing "
        "instead, or withdraw the entry."
    ),
)
"""The first stage is a bracket, or a club night without rounds."""

ASK_GONE = Refusal(
    "entry.ask_gone",
    gettext_noop("%(name)s does not ask for that any more."),
    status=HTTPStatus.CONFLICT,
)
"""The player took it back, or another director has answered."""

REST_WITHDRAWN = Refusal(
    "entry.rest_withdrawn",
    gettext_noop("%(name)s has withdrawn and is not drawn anyway."),
)
"""The entry is withdrawn."""

REST_DRAWN = Refusal(
    "entry.rest_drawn",
    gettext_noop("Round %(round)s is drawn already: choose a later one."),
)
"""The round is published."""

REST_BEYOND = Refusal(
    "entry.rest_beyond",
    gettext_noop("Round %(round)s is the last one: choose one that is played."),
)
"""There is no such round."""

REST_BEFORE_JOINING = Refusal(
    "entry.rest_before_joining",
    gettext_noop("%(name)s plays from round %(round)s on: choose a later one."),
)
"""A latecomer has missed this round anyway."""

BYES_NOT_GIVEN = Refusal(
    "entry.byes_not_given",
    gettext_noop(
        "This stage gives no byes to those who ask. Allow them in its settings, or "
        "note an absence."
    ),
)
"""`Options.half_byes` is 0."""

BYES_USED = Refusal(
    "entry.byes_used",
    gettext_noop(
        "%(name)s has asked for as many byes as are allowed: %(most)s. Take one back "
        "first, or note an absence."
    ),
)
"""More byes than `Options.half_byes`."""

BYE_TOO_LATE = Refusal(
    "entry.bye_too_late",
    gettext_noop(
        "Nobody may ask for a bye after round %(round)s. Choose an earlier round, or "
        "note an absence."
    ),
)
"""One of the last rounds, `Options.bye_free`."""

NOT_KNOWN = Refusal(
    "entry.not_known",
    gettext_noop("This player is not in the directory any more."),
)
"""The player who was chosen in the list below the box was removed or merged."""

NOBODY_BEGINS = Refusal(
    "entry.nobody_begins",
    gettext_noop(
        "Nobody entered has a name that begins with “%(typed)s”. Look at the list, or "
        "add the player."
    ),
)
"""No entry has a name that begins with the letters typed to check in."""

SEVERAL_BEGIN = Refusal(
    "entry.several_begin",
    gettext_noop(
        "Several names begin with “%(typed)s”: %(names)s. Type more letters, or check "
        "one of them in below."
    ),
)
"""More than one entry has a name that begins like what was typed."""
