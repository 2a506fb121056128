"""Refusals of entering and removing players."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

ALREADY_ENTERED = Refusal(
    "entry.already_entered",
    "%(name)s is already entered.",
)
"""The player is in this tournament."""

NAME_ENTERED = Refusal(
    "entry.name_entered",
    "%(name)s is already entered. If this is another person with the same name, add "
    "the club after a semicolon.",
)
"""A name was typed, without a club, that a player in this tournament has."""

DIVIDED_MEANWHILE = Refusal(
    "entry.divided_meanwhile",
    "Something has changed since you opened this page, so nothing was done. "
    "Check it again.",
    status=HTTPStatus.CONFLICT,
)
"""The effects differ from those that were shown."""

PAIR_MEMBERS = Refusal(
    "entry.pair_members",
    "Enter two different names for a pair.",
)
"""A pair is two different people."""

REST_IMPOSSIBLE = Refusal(
    "entry.rest_impossible",
    "In this format players cannot sit out a round in advance. Mark the player as "
    "absent, or withdraw the entry.",
)
"""The first stage is a bracket, or a club night without rounds."""

ASK_GONE = Refusal(
    "entry.ask_gone",
    "%(name)s has cancelled the request.",
    status=HTTPStatus.CONFLICT,
)
"""The player took it back, or another director has answered."""

REST_WITHDRAWN = Refusal(
    "entry.rest_withdrawn",
    "%(name)s has withdrawn and will not be drawn again.",
)
"""The entry is withdrawn."""

REST_DRAWN = Refusal(
    "entry.rest_drawn",
    "Round %(round)s has already been drawn. Choose a later one.",
)
"""The round is published."""

REST_BEYOND = Refusal(
    "entry.rest_beyond",
    "Round %(round)s is the last one. Choose an earlier round.",
)
"""There is no such round."""

REST_BEFORE_JOINING = Refusal(
    "entry.rest_before_joining",
    "%(name)s only plays from round %(round)s. Choose a later one.",
)
"""A latecomer has missed this round anyway."""

BYES_NOT_GIVEN = Refusal(
    "entry.byes_not_given",
    "This stage does not allow requested byes. Allow them in its settings, or record "
    "an absence.",
)
"""`Options.half_byes` is 0."""

BYES_USED = Refusal(
    "entry.byes_used",
    "%(name)s has used all %(most)s requested byes. Cancel one first, or record an "
    "absence.",
)
"""More byes than `Options.half_byes`."""

BYE_TOO_LATE = Refusal(
    "entry.bye_too_late",
    "No byes can be requested after round %(round)s. Choose an earlier round, or "
    "record an absence.",
)
"""One of the last rounds, `Options.bye_free`."""

NOT_KNOWN = Refusal(
    "entry.not_known",
    "This player is no longer in the player list.",
)
"""The player who was chosen in the list below the box was removed or merged."""

NOBODY_BEGINS = Refusal(
    "entry.nobody_begins",
    "No entry starts with “%(typed)s”. Check the list, or add the player.",
)
"""No entry has a name that begins with the letters typed to check in."""

SEVERAL_BEGIN = Refusal(
    "entry.several_begin",
    "Several names start with “%(typed)s”: %(names)s. Type more letters, or check one "
    "in below.",
)
"""More than one entry has a name that begins like what was typed."""
