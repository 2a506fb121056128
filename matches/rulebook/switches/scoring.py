"""Switches of the scoring: the points for a win."""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook.switches.match import has_cube
from matches.rulebook.switches.switch import SCORING as TOPIC
from matches.rulebook.switches.switch import Rule, Switch, SwitchValues
from matches.rulebook.switches.value_types import Number, OneOf
from matches.rules import Scoring
from matches.rules.errors import WIN_VALUES_INVALID

MOST_POINTS: Final = 99


def _by_kind(values: SwitchValues) -> bool:
    return values[SCORING] == Scoring.KINDS


def _by_checkers(values: SwitchValues) -> bool:
    return values[SCORING] == Scoring.CHECKERS


PLAIN_RULE: Final = Rule(  # Translators: to count is to be worth points of the score.
    "If the loser has borne off at least one checker, the game counts 1. If the loser "
    "has not borne off any, it is a gammon and counts %(gammon)s. If the loser also "
    "has a checker on the bar or in the home board of the winner, it is a backgammon "
    "and counts %(backgammon)s.",
    _by_kind,
)
POENGSPILL_RULE: Final = Rule(
    "Poengspill is played: when one player has borne off everything, the loser pays "
    "for every checker left, 1 point in the loser’s home board, 2 in the loser’s outer "
    "board, 3 in the winner’s outer board, and 4 in the winner’s home board or on the "
    "bar. The winner gets the sum, and the cube does not multiply it.",
    _by_checkers,
)
NOT_COUNTED_RULE: Final = Rule(
    "Where the loser’s checkers are not counted, a win counts 1 if the loser has borne "
    "off a checker. If not, it is a gammon and counts %(gammon)s, or a backgammon and "
    "counts %(backgammon)s if a checker of the loser is on the bar or in the home "
    "board of the winner.",
    _by_checkers,
)
CUBE_ON_2_RULE: Final = Rule(
    "With the cube on 2 a gammon counts %(gammon_2)s and a backgammon "
    "%(backgammon_2)s.",
    lambda values: has_cube(values) and _by_kind(values),
)
SCORING: Final[Switch[str]] = Switch(
    name="scoring",
    value_type=OneOf(
        (
            (Scoring.KINDS.value, _("Cube value × single game, gammon or backgammon")),
            (
                Scoring.CHECKERS.value,
                _("Poengspill: the loser’s remaining checkers, by position"),
            ),
        )
    ),
    default=Scoring.KINDS.value,
    ready={"leaflet": Scoring.CHECKERS.value},
    topic=TOPIC,
    label=_("Points for a win"),
    rules=(
        Rule(
            "A single game counts 1, a gammon %(gammon)s and a backgammon "
            "%(backgammon)s, multiplied by the cube.",
            lambda values: has_cube(values) and _by_kind(values),
        ),
        Rule(
            "A single game counts 1, a gammon %(gammon)s and a backgammon "
            "%(backgammon)s.",
            lambda values: not has_cube(values) and _by_kind(values),
        ),
        Rule(
            "Poengspill: the loser pays for each checker left: 1 point in the loser’s "
            "home board, 2 in the loser’s outer board, 3 in the winner’s outer board, "
            "and 4 in the winner’s home board or on the bar.",
            _by_checkers,
        ),
        Rule(
            "Where the checkers were not counted, a single game counts 1, a gammon "
            "%(gammon)s and a backgammon %(backgammon)s, times the cube.",
            lambda values: has_cube(values) and _by_checkers(values),
        ),
        Rule(
            "Where the checkers were not counted, a single game counts 1, a gammon "
            "%(gammon)s and a backgammon %(backgammon)s.",
            lambda values: not has_cube(values) and _by_checkers(values),
        ),
    ),
    book=(PLAIN_RULE, POENGSPILL_RULE, NOT_COUNTED_RULE, CUBE_ON_2_RULE),
)
GAMMON_VALUE: Final[Switch[int]] = Switch(
    name="gammon_value",
    value_type=Number(MOST_POINTS, least=1),
    default=2,
    topic=TOPIC,
    label=_("Gammon multiplier"),
    named=lambda values: {
        "gammon": values[GAMMON_VALUE],
        "gammon_2": 2 * values[GAMMON_VALUE],
    },
)
BACKGAMMON_VALUE: Final[Switch[int]] = Switch(
    name="backgammon_value",
    value_type=Number(MOST_POINTS, least=1),
    default=3,
    topic=TOPIC,
    label=_("Backgammon multiplier"),
    named=lambda values: {
        "backgammon": values[BACKGAMMON_VALUE],
        "backgammon_2": 2 * values[BACKGAMMON_VALUE],
    },
    errors=(WIN_VALUES_INVALID,),
)

SCORING_SWITCHES: Final = (SCORING, GAMMON_VALUE, BACKGAMMON_VALUE)
