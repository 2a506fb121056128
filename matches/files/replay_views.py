"""The page that replays a game of a match file on a board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.diagrams import Look, drawn
from matches.diagrams.words import situation_words
from matches.files import access as files_access
from matches.files.compare import by_sides, judged_file
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match
from matches.ledger.occasions import occasion_of
from matches.match_page.words import words_of
from matches.rules import Side
from matches.rules.board import Situation, format_play, position_id, xgid
from matches.rules.refusals import RuleError
from matches.transcripts import ActKind, JudgedGame, ReplayFrame, frames
from matches.web import answers

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
    return answers.show(
        request,
        page="matches/files/replay.html",
        fragment="matches/files/_replay_update.html",
        context={
            "match": file.match,
            "file": file,
            "occasion": occasion_of(file.match),
            "number": number,
            "games": range(1, len(judged.games) + 1),
            "doubts": [answers.sentence(issue) for issue in game.issues],
            **_board(file.match, acts, at=at, bottom=bottom),
            **_links(file, number, at=at, last=len(acts), bottom=bottom),
            "rows": rows_of(acts, at=at),
            "ending": _ending(file, game),
        },
    )


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
    """Return the frame with the sides of the match."""
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


def _board(
    match: Match, acts: Sequence[ReplayFrame], *, at: int, bottom: Side
) -> dict[str, Any]:
    if not acts:
        return {"board": "", "said": _("This game has no moves.")}
    frame = acts[at - 1] if at else acts[0]
    situation = frame.after if at else replace(frame.situation, dice=None)
    return {
        "board": _drawn(match, situation, frame if at else None, bottom=bottom),
        "said": _said(match, frame) if at else _("The game begins."),
        "illegal": answers.sentence(frame.illegal) if at and frame.illegal else "",
        "is_sure": frame.sure or not at,
        "position_id": position_id(situation.position),
        "xgid": _xgid(situation),
    }


def _drawn(
    match: Match, situation: Situation, frame: ReplayFrame | None, *, bottom: Side
) -> str:
    """Draw the board, with the checkers marked that `frame` has just moved."""
    names = (match.player_1.name, match.player_2.name)
    play = None if frame is None else frame.play
    look = Look(
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


def _links(
    file: MatchFile, number: int, *, at: int, last: int, bottom: Side
) -> dict[str, Any]:
    """Return the URLs of the other acts."""
    path = reverse("replay", args=[file.match.code, file.pk, number])
    view = {"view": "1"} if bottom is Side.ONE else {}

    def address(place: int, **more: str) -> str:
        return f"{path}?{urlencode({'at': str(place), **view, **more})}"

    other = "2" if bottom is Side.ONE else "1"
    return {
        "at": at,
        "last": last,
        "path": path,
        "view": "&view=1" if bottom is Side.ONE else "",
        "first_url": address(0) if at else "",
        "back_url": address(at - 1) if at else "",
        "next_url": address(at + 1) if at < last else "",
        "last_url": address(last) if at < last else "",
        "turn_url": address(at, view=other),
    }
