"""Switches of a tournament: what byes and walk-overs are worth.

The rule book does not mention them: they concern the standings, not the game.
"""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook.switches.switch import BYES, Rule, Switch
from matches.rulebook.switches.value_types import OneOf

BYE_HALVES: Final[Switch[int]] = Switch(
    name="bye_halves",
    value_type=OneOf(
        ((2, _("a win")), (1, _("half a win")), (0, _("nothing"))), is_segmented=True
    ),
    default=2,
    topic=BYES,
    label=_("A bye counts as"),
    rules=(
        Rule("A bye counts as a win.", lambda values: values[BYE_HALVES] == 2),  # noqa: PLR2004
        Rule("A bye counts as half a win.", lambda values: values[BYE_HALVES] == 1),
        Rule("A bye scores nothing.", lambda values: values[BYE_HALVES] == 0),
    ),
    book=(),
)
WALKOVER: Final[Switch[str]] = Switch(
    name="walkover",
    value_type=OneOf(
        (
            ("none", _("nothing")),
            ("full", _("full match length")),
            ("half", _("half the match length")),
        )
    ),
    default="none",
    topic=BYES,
    label=_("A walkover counts towards the point difference"),
    rules=(
        Rule(
            "A walkover is a win that does not affect the point difference.",
            lambda values: values[WALKOVER] == "none",
        ),
        Rule(
            "A walkover is a win by the full match length.",
            lambda values: values[WALKOVER] == "full",
        ),
        Rule(
            "A walkover is a win by half the match length.",
            lambda values: values[WALKOVER] == "half",
        ),
    ),
    book=(),
)

BYE_SWITCHES: Final = (BYE_HALVES, WALKOVER)
