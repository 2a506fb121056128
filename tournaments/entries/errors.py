"""Refusals of entering and removing players."""

from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

ALREADY_ENTERED = Refusal(
    "entry.already_entered",
    gettext_noop("%(name)s is already entered."),
)
"""The player is in this tournament."""

PAIR_MEMBERS = Refusal(
    "entry.pair_members",
    gettext_noop("A pair is two different people: type two names."),
)
"""A pair is two different people."""
