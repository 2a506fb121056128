"""Answers of the ruling desk: legal plays, one play, a game that is over; the rule."""

from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from matches.diagrams import DiagramOptions, drawn
from matches.diagrams.svg import Names, colours, name_of, situation_words
from matches.ledger.models.match import Match
from matches.rulebook.book import default_book
from matches.rulebook.chapters import CHAPTERS
from matches.rulebook.profiles import ready_made
from matches.rules import GameResult, GameRules, Kind, Scoring, Side
from matches.rules.board import (
    Dice,
    GameValue,
    Position,
    Situation,
    WhyWon,
    legality,
    verdict,
)
from matches.rules.board.legality import IllegalPlayError, judge_play
from matches.rules.board.notation import format_play, marked_hits, parse_play
from matches.rules.board.plays import Play, legal_plays
from matches.rules.refusals import Refusal, RuleError
from matches.rulings.forms import EMPTY
from matches.web.answers import sentence

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
    return situation.on_roll if found.mover_won else situation.on_roll.other


def kind_sentence(found: GameValue, winner: Side, names: Names | None) -> str:
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
    ) % {"name": name_of(winner.other, names), "points": left.points, **left._asdict()}


FIRST_DIAGRAMS: Final = 24
NOTHING_PLAYED: Final = frozenset({"-", "–", "—", "0", "pass"})
"""Notations for a turn in which no checker was moved."""


# NO_CHECKER and the like are missing: a checker that is not there breaks no rule, the
# board is wrong.
BROKEN: Final[dict[Refusal[RuleError], str]] = {
    legality.PLAYED_BACKWARDS: "aim",
    legality.BAR_FIRST: "bar",
    legality.POINT_HELD: "moving",
    legality.NO_WAY_THROUGH: "moving",
    legality.NOT_ALL_HOME: "off",
    legality.FARTHER_CHECKER: "off",
    legality.NOT_ON_DICE: "moving",
    legality.LARGER_DIE: "must",
    legality.DICE_USED_UP: "moving",
    legality.DICE_NOT_PLAYED: "must",
    legality.BOTH_DICE_PLAYABLE: "must",
    legality.REST_OF_DOUBLE: "must",
}
"""The chapter that each kind of illegal play breaks."""
_TITLES: Final = {chapter.key: chapter.title for chapter in CHAPTERS}


ShownPlay: TypeAlias = tuple[str, SafeString]
"""A legal play, and the board after it."""


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """The answer to "was this legal?".

    `reading` names the stop that was assumed because the notation left it out.
    """

    is_legal: bool
    text: str
    reading: str = ""
    board: str = ""
    error: IllegalPlayError | None = None


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers about a situation. `plays` is None if there are no dice.

    `over` says of a game that is over the kind of win, its reason and its points.
    `chapter` is the key of the chapter of the rule book behind the answer, "" if there
    is none.
    """

    match: Match | None = None
    over: tuple[str, ...] = ()
    plays: tuple[str, ...] | None = None
    drawn: tuple[ShownPlay, ...] = ()
    judged: JudgedPlay | None = None
    chapter: str = ""

    @property
    def source(self) -> str:
        return _(_TITLES[self.chapter])

    @property
    def source_url(self) -> str:
        match = self.match
        profile = match.profile.profile if match else None
        book = ready_made(profile.key) if profile else default_book(get_language())
        return f"{reverse('rulebook_profile', args=[book.key])}#{self.chapter}"


def names_of(match: Match | None) -> Names | None:
    return None if match is None else (match.player_1.name, match.player_2.name)


def answer(
    situation: Situation, *, play: str, match: Match | None, draw_all: bool
) -> Answers:
    dice, position = situation.dice, situation.position
    if over := _over(situation, match):
        return Answers(match, over, chapter="worth")
    if dice is None or position == EMPTY:
        return Answers()
    found = legal_plays(position, dice)
    judged = None
    if play:
        only = len(found) == 1
        judged = _judged(situation, play, dice=dice, only=only, match=match)
    return Answers(
        match,
        plays=tuple(format_play(legal, position, dice=dice) for legal in found),
        drawn=tuple(
            _shown(legal, situation)
            for legal in (found if draw_all else found[:FIRST_DIAGRAMS])
        ),
        judged=judged,
        chapter=BROKEN.get(judged.error.refusal, "") if judged and judged.error else "",
    )


def main_board(situation: Situation, *, names: Names | None, **more: Any) -> SafeString:
    """Draw the situation with the player on roll below; `more`: its other options."""
    bottom = situation.on_roll
    look = DiagramOptions(
        label=_("The board, with %(name)s below") % {"name": name_of(bottom, names)},
        description=situation_words(situation, names=names, bottom=bottom),
        bottom=bottom,
        names=names or colours(),
        show_pips=True,
        show_turn=verdict(situation.position) is None,
        id="ruling-board",
        **more,
    )
    return drawn(situation, look=look)


def judge(position: Position, dice: Dice, play: str) -> Play:
    """Return the play that was made. Raises IllegalPlayError, UnreadablePlayError."""
    if play.strip().lower() in NOTHING_PLAYED:
        return judge_play(position, dice, ())
    return judge_play(position, dice, parse_play(play), hits=marked_hits(play))


def _over(situation: Situation, match: Match | None) -> tuple[str, ...]:
    found = verdict(situation.position)
    if found is None:
        return ()
    names, winner = names_of(match), winner_of(found, situation)
    return (
        kind_sentence(found, winner, names),
        why_sentence(found, winner, names),
        points_sentence(found, situation, match=match, names=names),
    )


def _judged(
    situation: Situation, play: str, *, dice: Dice, only: bool, match: Match | None
) -> JudgedPlay:
    try:
        made = judge(situation.position, dice, play)
    except IllegalPlayError as error:
        return JudgedPlay(is_legal=False, text=sentence(error), error=error)
    if not made.steps:
        return JudgedPlay(is_legal=True, text=_("Correct: no legal move."))
    text = format_play(made, situation.position, dice=situation.dice)
    said = _("Legal: %(play)s.")
    if only:
        said = _("Legal, and the only play: %(play)s.")
    return JudgedPlay(
        is_legal=True,
        text=said % {"play": text},
        reading=_reading(play, text, situation),
        board=_after(made, situation, label=text, names=names_of(match) or colours()),
    )


def _reading(play: str, text: str, situation: Situation) -> str:
    """Return how a play was read if its text left out a stop that matters, else ""."""
    if len(parse_play(play)) >= len(parse_play(text)):
        return ""
    one, two = situation.dice or (0, 0)
    words = _("Read as %(play)s.")
    if one != two:
        words = _("Read as %(play)s, which uses both dice.")
    return words % {"play": text}


def _shown(play: Play, situation: Situation) -> ShownPlay:
    text = format_play(play, situation.position, dice=situation.dice)
    return text, _after(play, situation, label=text)


def _after(
    play: Play, situation: Situation, *, label: str, names: Names | None = None
) -> SafeString:
    """Draw the board after a play, small unless it shows the players' names."""
    mover = situation.on_roll
    after = _opponents_view(situation, play.after)
    look = DiagramOptions(
        label=label,
        description=situation_words(after, names=names) if names else "",
        bottom=mover,
        size="is-medium" if names else "is-small",
        id="ruling-after",
        show_numbers=bool(names),
        show_turn=False,
        moved=play.steps,
        mover=mover,
    )
    return drawn(after, look=look)


def _opponents_view(situation: Situation, after: Position) -> Situation:
    return replace(
        situation, position=after.turned, on_roll=situation.on_roll.other, dice=None
    )
