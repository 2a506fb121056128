"""Sentences of the ruling desk about a game that is over: the winner, and why."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from matches.diagrams.words import Names, name_of
from matches.ledger.models.match import Match
from matches.rules import GameResult, GameRules, Kind, Scoring, Side
from matches.rules.board import GameValue, Situation, WhyWon

_KINDS: Final = {
    Kind.SINGLE: gettext_lazy("%(name)s wins a single game."),
    Kind.GAMMON: gettext_lazy("%(name)s wins a gammon."),
    Kind.BACKGAMMON: gettext_lazy("%(name)s wins a backgammon."),
}

_TIMES_CUBE: Final = {
    Kind.SINGLE: gettext_lazy(
        "Single game: %(value)s × cube %(cube)s = %(points)s points."
    ),
    Kind.GAMMON: gettext_lazy("Gammon: %(value)s × cube %(cube)s = %(points)s points."),
    Kind.BACKGAMMON: gettext_lazy(
        "Backgammon: %(value)s × cube %(cube)s = %(points)s points."
    ),
}


def winner_of(found: GameValue, situation: Situation) -> Side:
    """Return the winner of a game that is over."""
    return situation.on_roll if found.mover_won else situation.on_roll.other


def kind_sentence(found: GameValue, winner: Side, names: Names | None) -> str:
    """Return a sentence about the winner and the kind of win."""
    return str(_KINDS[found.kind]) % {"name": name_of(winner, names)}


def why_sentence(found: GameValue, winner: Side, names: Names | None) -> str:
    """Return a sentence about the reason for single game, gammon or backgammon."""
    loser = {"name": name_of(winner.other, names), "count": found.borne_off}
    if found.why is WhyWon.BORNE_OFF:
        return (
            ngettext(
                "%(name)s has borne off %(count)s checker.",
                "%(name)s has borne off %(count)s checkers.",
                found.borne_off,
            )
            % loser
        )
    if found.why is WhyWon.ON_BAR:
        return (
            _("%(name)s has not borne off any checkers and has a checker on the bar.")
            % loser
        )
    if found.why is WhyWon.IN_HOME:
        return _(
            "%(name)s has not borne off any checkers and has a checker in the winner’s "
            "home board, on point %(points)s."
        ) % {"name": loser["name"], "points": ", ".join(map(str, found.in_home))}
    return (
        _(
            "%(name)s has not borne off any checkers, but has none on the bar or in "
            "the winner’s home board."
        )
        % loser
    )


def points_sentence(
    found: GameValue, situation: Situation, *, match: Match | None, names: Names | None
) -> str:
    """Return a sentence about the points, by the rules of the match if there is one."""
    winner, rules = winner_of(found, situation), _rules(situation, match)
    if rules.scoring == Scoring.CHECKERS:
        return checkers_sentence(found, names, winner)
    cube = situation.cube
    # A cube without an owner was not turned by a player: its value is an opening stake.
    automatic = cube.bit_length() - 1 if situation.owner is None else 0
    result = GameResult(winner, found.kind, cube=cube, automatic=automatic)
    has_cube = not situation.crawford and situation.length != 1
    points = rules.computed(result, cube_in_play=has_cube)
    value = rules.values[found.kind.multiplier - 1]
    values = {"points": points, "value": value, "cube": cube}
    if points != value * cube:
        text = ngettext(
            "By the Jacoby rule it counts %(points)s point, because no one has "
            "doubled.",
            "By the Jacoby rule it counts %(points)s points, because no one has "
            "doubled.",
            points,
        )
    elif cube > 1:
        text = str(_TIMES_CUBE[found.kind])
    else:
        text = ngettext(
            "It counts %(points)s point.", "It counts %(points)s points.", points
        )
    return text % values


def _rules(situation: Situation, match: Match | None) -> GameRules:
    if match is None:
        return GameRules(cube_cap=None, jacoby=situation.jacoby)
    return match.game_rules


def checkers_sentence(found: GameValue, names: Names | None, winner: Side) -> str:
    """Return a sentence about the points for the checkers left in poengspill."""
    left = found.checkers
    return ngettext(
        # Translators: poengspill is a Norwegian way to score; leave its name.
        "Poengspill: %(name)s loses %(points)s point: 1 for each checker in the home "
        "board (%(home)s), 2 in the outer board (%(outer)s), 3 in the winner’s outer "
        "board (%(far_outer)s), 4 in the winner’s home board or on the bar "
        "(%(far_home)s).",
        "Poengspill: %(name)s loses %(points)s points: 1 for each checker in the home "
        "board (%(home)s), 2 in the outer board (%(outer)s), 3 in the winner’s outer "
        "board (%(far_outer)s), 4 in the winner’s home board or on the bar "
        "(%(far_home)s).",
        left.points,
    ) % {
        "name": name_of(winner.other, names),
        "points": left.points,
        **left._asdict(),
    }
