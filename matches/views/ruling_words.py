"""What the ruling desk says: verdicts, and where a broken rule is written."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.board_words import Names, name_of
from matches.rules import Kind, Side
from matches.rules.board import Situation, Verdict, Why
from matches.rules.board.illegal import (
    BackwardsError,
    BarFirstError,
    DiceUsedUpError,
    FartherCheckerError,
    IllegalPlayError,
    NoCheckerError,
    NotAllHomeError,
    NotOnDiceError,
    NoWayThroughError,
    PointHeldError,
    RestOfDoubleError,
    UnplayedError,
)

_DANISH: Final = (
    "Dansk Backgammon Forbund, Lektion 0: Reglerne i backgammon (2023), “{section}”"
)
_SWEDISH: Final = (
    "Svenska Backgammonförbundet, Såhär spelas backgammon (2021), “{section}”"
)
_NORWEGIAN: Final = "Norges Backgammonforbund, Backgammonregler, “{section}”"
_MOVING: Final = "Flyt af brikker – regler"

# The first class that fits tells, so the narrower ones stand above.
_SOURCES: Final[tuple[tuple[type[IllegalPlayError], str], ...]] = (
    (BackwardsError, _DANISH.format(section=f"{_MOVING}, 1")),
    (NoCheckerError, _DANISH.format(section="Formål & Start")),
    (BarFirstError, _DANISH.format(section="At slå en brik")),
    (PointHeldError, _DANISH.format(section=f"{_MOVING}, 2")),
    (NoWayThroughError, _DANISH.format(section=f"{_MOVING}, 4")),
    (NotAllHomeError, _DANISH.format(section="Udtagning af brikker")),
    (FartherCheckerError, _DANISH.format(section="Udtagning af brikker")),
    (DiceUsedUpError, _SWEDISH.format(section="Slå och flytta")),
    (NotOnDiceError, _DANISH.format(section="Ugyldige slag & ulovlige ryk")),
    (RestOfDoubleError, _NORWEGIAN.format(section="Flytting av brikkene")),
    (UnplayedError, _DANISH.format(section=f"{_MOVING}, 6")),
    (IllegalPlayError, _DANISH.format(section="Ugyldige slag & ulovlige ryk")),
)
VERDICT_SOURCE: Final = _DANISH.format(section="Gammon & Backgammon")

_KINDS: Final = {
    Kind.SINGLE: gettext_lazy("%(name)s wins a single game."),
    Kind.GAMMON: gettext_lazy("%(name)s wins a gammon."),
    Kind.BACKGAMMON: gettext_lazy("%(name)s wins a backgammon."),
}


def source_of(error: IllegalPlayError) -> str:
    """Return where the rule that a play breaks is written."""
    return next(source for kind, source in _SOURCES if isinstance(error, kind))


def winner_of(found: Verdict, situation: Situation) -> Side:
    """Return who won a game that is over."""
    return situation.on_roll if found.mover_won else situation.on_roll.other


def kind_sentence(found: Verdict, winner: Side, names: Names | None) -> str:
    """Say who wins what."""
    return str(_KINDS[found.kind]) % {"name": name_of(winner, names)}


def why_sentence(found: Verdict, winner: Side, names: Names | None) -> str:
    """Say what decides between single game, gammon and backgammon."""
    loser = {"name": name_of(winner.other, names), "count": found.borne_off}
    if found.why is Why.BORNE_OFF:
        return (
            ngettext(
                "%(name)s has borne off %(count)s checker.",
                "%(name)s has borne off %(count)s checkers.",
                found.borne_off,
            )
            % loser
        )
    if found.why is Why.ON_BAR:
        return (
            _("%(name)s has borne none off and still has a checker on the bar.") % loser
        )
    if found.why is Why.IN_HOME:
        return _(
            "%(name)s has borne none off and still has a checker in the home board of "
            "the winner, on point %(points)s."
        ) % {"name": loser["name"], "points": ", ".join(map(str, found.in_home))}
    return (
        _(
            "%(name)s has borne none off, but has none on the bar or in the home board "
            "of the winner."
        )
        % loser
    )


def checkers_sentence(found: Verdict, names: Names | None, winner: Side) -> str:
    """Say what the checkers left would cost in poengspill."""
    left = found.checkers
    return _(
        # Translators: poengspill is a Norwegian way to score; leave its name.
        "In poengspill this costs %(name)s %(points)s points: 1 for each checker at "
        "home (%(home)s), 2 in the own outer board (%(outer)s), 3 in the winner’s "
        "outer board (%(far_outer)s), 4 in the winner’s home board or on the bar "
        "(%(far_home)s)."
    ) % {
        "name": name_of(winner.other, names),
        "points": left.points,
        **left._asdict(),
    }
