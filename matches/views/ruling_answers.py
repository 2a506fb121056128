"""What the ruling desk answers: legal plays, one play, a game that is over."""

from dataclasses import dataclass, replace
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from matches.board_words import Names, colours, name_of, situation_words
from matches.diagrams import Look, board_svg
from matches.rules.board import Position, Situation, verdict
from matches.rules.board.illegal import IllegalPlayError
from matches.rules.board.legality import judge_play
from matches.rules.board.notation import format_play, marked_hits, parse_play
from matches.rules.board.plays import Play, legal_plays
from matches.views import ruling_words
from matches.web import sentence

FIRST_DIAGRAMS: Final = 24
NOTHING_PLAYED: Final = frozenset({"-", "–", "—", "0", "pass"})
"""How people write that no checker was moved."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A play that the dice allow, and what the board looks like after it."""

    text: str
    board: str = ""


@dataclass(frozen=True, slots=True)
class Over:
    """A game that is over: what was won, why, and by which rule."""

    kind: str
    why: str
    checkers: str
    source: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The answer to "was this legal?"; `source` only where it was not."""

    is_legal: bool
    text: str
    source: str = ""
    board: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """What can be said about a situation. `plays` None: no dice were given."""

    over: Over | None = None
    plays: tuple[Shown, ...] | None = None
    drawn: tuple[Shown, ...] = ()
    judged: Judged | None = None


def answer(
    situation: Situation, *, play: str, names: Names | None, draw_all: bool
) -> Answers:
    """Say all that can be said. Raises UnreadablePlayError."""
    over = _over(situation, names)
    dice = situation.dice
    if over is not None or dice is None:
        return Answers(over)
    position = situation.position
    found = legal_plays(position, dice)
    only = len(found) == 1
    drawn = found if draw_all else found[:FIRST_DIAGRAMS]
    return Answers(
        plays=tuple(Shown(format_play(each, position)) for each in found),
        drawn=tuple(_shown(each, situation) for each in drawn),
        judged=_judged(situation, play, only=only, names=names) if play else None,
    )


def main_board(
    situation: Situation, *, names: Names | None, has_places: bool = False
) -> SafeString:
    """Draw the situation with whoever is on roll below."""
    bottom = situation.on_roll
    look = Look(
        label=_("The board, with %(name)s below") % {"name": name_of(bottom, names)},
        description=situation_words(situation, names=names, bottom=bottom),
        bottom=bottom,
        names=names or colours(),
        show_pips=True,
        id="ruling-board",
        has_places=has_places,
    )
    return mark_safe(board_svg(situation, look=look))  # noqa: S308 - it escapes


def judge(situation: Situation, play: str) -> Play:
    """Return the play that was made. Raises IllegalPlayError, UnreadablePlayError."""
    dice = situation.dice
    assert dice is not None  # noqa: S101 - nothing is judged without a roll
    if play.strip().lower() in NOTHING_PLAYED:
        return judge_play(situation.position, dice, ())
    moves, hits = parse_play(play), marked_hits(play)
    return judge_play(situation.position, dice, moves, hits=hits)


def _over(situation: Situation, names: Names | None) -> Over | None:
    found = verdict(situation.position)
    if found is None:
        return None
    winner = ruling_words.winner_of(found, situation)
    return Over(
        ruling_words.kind_sentence(found, winner, names),
        ruling_words.why_sentence(found, winner, names),
        ruling_words.checkers_sentence(found, names, winner),
        ruling_words.VERDICT_SOURCE,
    )


def _judged(
    situation: Situation, play: str, *, only: bool, names: Names | None
) -> Judged:
    try:
        made = judge(situation, play)
    except IllegalPlayError as error:
        return Judged(
            is_legal=False,
            text=sentence(error),
            source=ruling_words.source_of(error),
        )
    if not made.steps:
        return Judged(is_legal=True, text=_("Right: no checker can be moved."))
    text = format_play(made, situation.position)
    said = _("Legal: %(play)s.")
    if only:
        said = _("Legal, and the only play: %(play)s.")
    return Judged(
        is_legal=True,
        text=said % {"play": text},
        board=_after(made, situation, label=text, names=names or colours()),
    )


def _shown(play: Play, situation: Situation) -> Shown:
    text = format_play(play, situation.position)
    return Shown(text, _after(play, situation, label=text))


def _after(
    play: Play, situation: Situation, *, label: str, names: Names | None = None
) -> SafeString:
    """Draw the board after a play, small unless somebody is named on it."""
    mover = situation.on_roll
    after = _handed_on(situation, play.after)
    look = Look(
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
    return mark_safe(board_svg(after, look=look))  # noqa: S308 - it escapes


def _handed_on(situation: Situation, after: Position) -> Situation:
    return replace(
        situation, position=after.turned, on_roll=situation.on_roll.other, dice=None
    )
