"""Switches of the match: the cube, the Crawford rule, the score at which it starts."""

from typing import Final

from django.utils.translation import gettext_noop as _

from matches.rulebook.switches.switch import CUBE, MATCH, Rule, Switch, SwitchValues
from matches.rulebook.switches.value_types import CubeLimit, Number, OneOf, Tick
from matches.rules import LARGEST_CUBE, LONGEST, CrawfordDouble
from matches.rules.errors import CUBE_LIMIT_INVALID, START_SCORE_INVALID


def has_cube(values: SwitchValues) -> bool:
    return values[CUBE_CAP] != 1


def _is_limited(values: SwitchValues) -> bool:
    return values[CUBE_CAP] not in {1, None}


def limits_stake(values: SwitchValues) -> bool:
    """Return True if the document limits how far doubling raises the stake."""
    return values.key == "norwegian"


NO_CUBE_RULE: Final = Rule(
    "No cube is used: doubling is not part of the game.",
    lambda values: not has_cube(values),
)
CUBE_RULE: Final = Rule("The value of the cube multiplies these points.", has_cube)
CUBE_CAP_RULE: Final = Rule(
    "The cube goes no higher than %(cap)s.",
    lambda values: _is_limited(values) and not limits_stake(values),
)
STAKE_CAP_RULE: Final = Rule(
    "Redoubling can raise the stake to %(cap)s times what the game began with, and no "
    "higher.",
    lambda values: _is_limited(values) and limits_stake(values),
)
NO_LIMIT_RULE: Final = Rule(
    "The cube has no limit: after 64 come 128, 256 and so on.",
    lambda values: values[CUBE_CAP] is None,
)
CUBE_CAP: Final[Switch[int | None]] = Switch(
    name="cube_cap",
    form_name="cube",
    value_type=CubeLimit(
        LARGEST_CUBE,
        label_of_other=_("Other maximum cube value"),
        text_of_other=_("Used with “Other”: 2, 4, 8 or another power of two."),
    ),
    default=64,
    ready={"swedish": None, "dutch": None},
    topic=CUBE,
    label=_("Maximum cube value"),
    rules=(
        Rule("Matches are played without a cube.", lambda values: not has_cube(values)),
        Rule("The cube has no limit.", lambda values: values[CUBE_CAP] is None),
        Rule("The maximum cube is %(cap)s.", CUBE_CAP_RULE.when),
        STAKE_CAP_RULE,
        Rule(
            "A player who drops a double loses the value of the cube before that "
            "double.",
            has_cube,
        ),
    ),
    book=(NO_CUBE_RULE, CUBE_RULE, CUBE_CAP_RULE, STAKE_CAP_RULE, NO_LIMIT_RULE),
    named=lambda values: {"cap": values[CUBE_CAP]},
    errors=(CUBE_LIMIT_INVALID,),
)

CUBE_SWITCHES: Final = (CUBE_CAP,)


DIRECTOR: Final = "director"
TRAILING: Final = "trailing"


def _crawford(values: SwitchValues) -> bool:
    return has_cube(values) and values[CRAWFORD]


def _annulled(values: SwitchValues) -> bool:
    return _crawford(values) and values[CRAWFORD_DOUBLE] == CrawfordDouble.ANNUL


def _counted(values: SwitchValues) -> bool:
    return _crawford(values) and values[CRAWFORD_DOUBLE] == CrawfordDouble.STAND


CRAWFORD_RULE: Final = Rule(
    "The Crawford rule: when a player first needs only 1 point more to win the match, "
    "no one may double in the next game. If the match goes on after it, doubling is "
    "allowed again until the end.",
    _crawford,
)
NO_CRAWFORD_RULE: Final = Rule(
    "Doubling is allowed in every game of a match.",
    lambda values: has_cube(values) and not values[CRAWFORD],
)
CRAWFORD: Final[Switch[bool]] = Switch(
    name="crawford",
    value_type=Tick(),
    default=True,
    ready={"swedish": False, "norwegian": False, "leaflet": False, "dutch": False},
    topic=MATCH,
    label=_("Crawford rule"),
    text=_(
        "No doubling in the first game after a player comes within one point of "
        "winning. No effect without a cube."
    ),
    rules=(
        Rule(
            "The Crawford rule applies: when a player first needs only one more point "
            "to win, the next game is played without doubling. After that game, "
            "doubling is allowed again.",
            _crawford,
        ),
        Rule(
            "The Crawford rule does not apply: doubling is allowed in every game.",
            NO_CRAWFORD_RULE.when,
        ),
    ),
    book=(CRAWFORD_RULE, NO_CRAWFORD_RULE),
)
CRAWFORD_DOUBLE: Final[Switch[str]] = Switch(
    name="crawford_double",
    value_type=OneOf(
        (
            (
                CrawfordDouble.ANNUL.value,
                _("ignore it: the game counts with the cube at 1"),
            ),
            (
                CrawfordDouble.STAND.value,
                _("let it stand: the game counts with the cube as turned"),
            ),
        )
    ),
    default=CrawfordDouble.ANNUL.value,
    topic=MATCH,
    label=_("If a double in the Crawford game is noticed later"),
    text=_("Only with the Crawford rule."),
    rules=(
        Rule(
            "A game doubled in breach of the rule counts as if the cube had not been "
            "turned.",
            _annulled,
        ),
        Rule(
            "A game doubled in breach of the rule counts with the cube as turned.",
            _counted,
        ),
    ),
    book=(),
)
START_1: Final[Switch[int]] = Switch(
    name="start_1",
    value_type=Number(LONGEST - 1),
    default=0,
    topic=MATCH,
    label=_("Start score, first player"),
    rules=(Rule("Every match starts at %(one)s–%(two)s."),),
    book=(),
    named=lambda values: {"one": values[START_1]},
    errors=(START_SCORE_INVALID,),
)
START_2: Final[Switch[int]] = Switch(
    name="start_2",
    value_type=Number(LONGEST - 1),
    default=0,
    topic=MATCH,
    label=_("Start score, second player"),
    named=lambda values: {"two": values[START_2]},
)

SHEETS_DIFFER: Final[Switch[str]] = Switch(
    name="sheets_differ",
    value_type=OneOf(
        (
            (DIRECTOR, _("a director decides")),
            (TRAILING, _("the sheet of the player who is behind counts")),
        )
    ),
    default=DIRECTOR,
    topic=MATCH,
    label=_("Where the two score sheets differ"),
    rules=(
        Rule(
            "If the players’ score sheets differ, a director decides.",
            lambda values: values[SHEETS_DIFFER] == DIRECTOR,
        ),
        Rule(
            "If the players’ score sheets differ, the sheet of the player who was "
            "behind counts. If neither was behind, a director decides.",
            lambda values: values[SHEETS_DIFFER] == TRAILING,
        ),
    ),
    book=(),
)

MATCH_SWITCHES: Final = (CRAWFORD, CRAWFORD_DOUBLE, SHEETS_DIFFER, START_1, START_2)
