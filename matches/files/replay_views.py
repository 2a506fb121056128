"""The page that replays a game of a match file on a board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.diagrams import DiagramOptions, drawn
from matches.diagrams.words import situation_words
from matches.files import access as files_access
from matches.files.compare import by_sides, judged_file
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match
from matches.ledger.occasions import Occasion, occasion_of
from matches.match_page.words import words_of
from matches.rules import Side
from matches.rules.board import Situation, format_play, position_id, xgid
from matches.rules.refusals import RuleError
from matches.transcripts import ActKind, JudgedGame, ReplayFrame, frames
from matches.web import answers
from matches.web.answers import Page

_LONGEST = 9


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One act in the list of moves. `at` is its number, for the board after it."""

    at: int
    text: str
    is_now: bool
    is_odd: bool


@dataclass(frozen=True, slots=True)
class ReplayRow:
    """The acts of both players in a row, as on a score sheet; `one` is on the left."""

    number: int
    one: ReplayStep | None = None
    two: ReplayStep | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPage(Page):
    """A game of a match file after act `at`, seen by the player of side `bottom`.

    `acts` have the sides of the match.
    """

    template = "matches/files/replay.html"
    fragment = "matches/files/_replay_update.html"

    file: MatchFile
    occasion: Occasion | None
    number: int
    games: range
    game: JudgedGame
    acts: Sequence[ReplayFrame]
    at: int
    bottom: Side

    @property
    def match(self) -> Match:
        return self.file.match

    @property
    def last(self) -> int:
        """The number of acts."""
        return len(self.acts)

    @property
    def doubts(self) -> list[str]:
        """The doubts about the game."""
        return [answers.sentence(issue) for issue in self.game.issues]

    @property
    def rows(self) -> list[ReplayRow]:
        """The acts as on a score sheet."""
        return rows_of(self.acts, at=self.at)

    # The board

    @property
    def _frame(self) -> ReplayFrame | None:
        """The act after which the board is shown, None before the first."""
        return self.acts[self.at - 1] if self.at else None

    @property
    def _situation(self) -> Situation | None:
        if self._frame is not None:
            return self._frame.after
        return replace(self.acts[0].situation, dice=None) if self.acts else None

    @property
    def board(self) -> str:
        """The board as a drawing, "" for a game without moves."""
        situation = self._situation
        if situation is None:
            return ""
        return _drawn(self.match, situation, self._frame, bottom=self.bottom)

    @property
    def said(self) -> str:
        """The act in words."""
        if not self.acts:
            return _("No moves recorded for this game.")
        frame = self._frame
        return _("The game begins.") if frame is None else _said(self.match, frame)

    @property
    def illegal(self) -> str:
        """Why the play is not legal, "" for any other."""
        found = self._frame.illegal if self._frame else None
        return answers.sentence(found) if found else ""

    @property
    def is_sure(self) -> bool:
        """Whether the file says clearly what was played."""
        return self._frame.sure if self._frame else bool(self.acts)

    @property
    def position_id(self) -> str:
        """The position as other programs write it."""
        situation = self._situation
        return "" if situation is None else position_id(situation.position)

    @property
    def xgid(self) -> str:
        """The situation as other programs write it, "" if they cannot."""
        return "" if self._situation is None else _xgid(self._situation)

    @property
    def ending(self) -> str:
        """How the game ended, "" if the file does not say."""
        return _ending(self.file, self.game)

    # Where the other acts are

    @property
    def path(self) -> str:
        """The address of the game."""
        return reverse("replay", args=[self.match.code, self.file.pk, self.number])

    @property
    def view(self) -> str:
        """The part of an address that keeps the side from which the board is seen."""
        return "&view=1" if self.bottom is Side.ONE else ""

    @property
    def first_url(self) -> str:
        """The address of the beginning, "" if it is shown."""
        return self._address(0) if self.at else ""

    @property
    def back_url(self) -> str:
        """The address of the act before."""
        return self._address(self.at - 1) if self.at else ""

    @property
    def next_url(self) -> str:
        """The address of the next act."""
        return self._address(self.at + 1) if self.at < self.last else ""

    @property
    def last_url(self) -> str:
        """The address of the last act."""
        return self._address(self.last) if self.at < self.last else ""

    @property
    def turn_url(self) -> str:
        """The address of the same board, seen from the other side."""
        other = "2" if self.bottom is Side.ONE else "1"
        return self._address(self.at, view=other)

    def _address(self, place: int, **more: str) -> str:
        view = {"view": "1"} if self.bottom is Side.ONE else {}
        return f"{self.path}?{urlencode({'at': str(place), **view, **more})}"


@require_safe
def replay(request: HttpRequest, code: str, *, pk: int, number: int) -> HttpResponse:
    """Show the board of a game after act `at`, with links to the other acts."""
    file = files_access.file_for_viewer(request, code, pk)
    judged = judged_file(file)
    if not 1 <= number <= len(judged.games):
        raise Http404
    game = judged.games[number - 1]
    acts = [_of_match(frame, file) for frame in frames(game)]
    at = _at(request.GET.get("at", ""), len(acts))
    bottom = Side.ONE if request.GET.get("view") == "1" else Side.TWO
    page = ReplayPage(
        file=file,
        occasion=occasion_of(file.match),
        number=number,
        games=range(1, len(judged.games) + 1),
        game=game,
        acts=acts,
        at=at,
        bottom=bottom,
    )
    return answers.show_page(request, page)


def rows_of(acts: Sequence[ReplayFrame], *, at: int) -> list[ReplayRow]:
    """Return the acts in two columns, one act of each player in a row."""
    rows: list[ReplayRow] = []
    for place, frame in enumerate(acts, start=1):
        step = ReplayStep(
            at=place,
            text=words_of_act(frame),
            is_now=place == at,
            is_odd=frame.illegal is not None or not frame.sure,
        )
        is_one = frame.act.side is Side.ONE
        last = rows[-1] if rows else None
        if last is None or last.two is not None or (is_one and last.one is not None):
            rows.append(ReplayRow(len(rows) + 1))
        now = rows[-1]
        rows[-1] = replace(now, one=step) if is_one else replace(now, two=step)
    return rows


def words_of_act(frame: ReplayFrame) -> str:
    """Return the act in the notation of score sheets."""
    act = frame.act
    if act.kind is ActKind.ROLL:
        return f"{_dice(frame)}{_play(frame)}"
    words = {
        ActKind.DOUBLE: _("doubles to %(cube)s"),
        ActKind.BEAVER: _("beavers to %(cube)s"),
        ActKind.TAKE: _("takes"),
        ActKind.DROP: _("drops"),
        ActKind.RESIGN: _("resigns"),
        ActKind.TIMEOUT: _("loses on time"),
        ActKind.SETUP: _("position set up"),
    }
    return words[act.kind] % {"cube": act.value or frame.situation.cube * 2}


def _dice(frame: ReplayFrame) -> str:
    dice = frame.act.dice
    return "" if dice is None else f"{dice[0]}{dice[1]}: "


def _play(frame: ReplayFrame) -> str:
    if frame.play is not None and frame.play.steps:
        position, dice = frame.situation.position, frame.act.dice
        return format_play(frame.play.steps, position, dice=dice)
    if frame.dance:
        return _("cannot move")
    if frame.gave_up:
        return _("resigns")
    return frame.act.text or "–"


def _of_match(frame: ReplayFrame, file: MatchFile) -> ReplayFrame:
    if not file.swapped:
        return frame
    return replace(
        frame,
        situation=_other_way(frame.situation),
        after=_other_way(frame.after),
        act=frame.act._replace(side=frame.act.side.other),
    )


def _other_way(situation: Situation) -> Situation:
    score = situation.score
    return replace(
        situation,
        on_roll=situation.on_roll.other,
        owner=None if situation.owner is None else situation.owner.other,
        score=replace(score, one=score.two, two=score.one),
    )


def _drawn(
    match: Match, situation: Situation, frame: ReplayFrame | None, *, bottom: Side
) -> str:
    """Draw the board, with the checkers marked that `frame` has just moved."""
    names = (match.player_1.name, match.player_2.name)
    play = None if frame is None else frame.play
    look = DiagramOptions(
        label=_("Board"),
        description=situation_words(situation, names=names, bottom=bottom),
        bottom=bottom,
        names=names,
        show_pips=True,
        moved=() if play is None else play.steps,
        mover=None if frame is None else frame.act.side,
    )
    return drawn(situation, look=look)


def _xgid(situation: Situation) -> str:
    """Return the XGID, "" for a situation that no XGID can describe."""
    try:
        return xgid(situation)
    except RuleError:
        return ""


def _ending(file: MatchFile, game: JudgedGame) -> str:
    """Return how the game ended and the score after it, "" if the file does not say."""
    if game.result is None:
        return ""
    result = by_sides(game.result, swapped=file.swapped)
    score = (game.after.one, game.after.two)
    one, two = reversed(score) if file.swapped else score
    return _("%(name)s wins %(points)s: %(how)s. Score %(one)s–%(two)s.") % {
        "name": file.match.player(result.winner).name,
        "points": game.points,
        "how": words_of(result),
        "one": one,
        "two": two,
    }


def _said(match: Match, frame: ReplayFrame) -> str:
    return _("%(name)s: %(act)s") % {
        "name": match.player(frame.act.side).name,
        "act": words_of_act(frame),
    }


def _at(asked: str, last: int) -> int:
    if not asked.isascii() or not asked.isdigit() or len(asked) > _LONGEST:
        return 0
    return min(int(asked), last)
