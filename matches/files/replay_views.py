"""The page that replays a game of a match file on a board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches.diagrams import DiagramOptions, drawn
from matches.diagrams.svg import situation_words
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


Step: TypeAlias = tuple[int, str, bool]
"""An act in the list of moves: its number, its text, whether it is odd."""


@require_safe
def replay(request: HttpRequest, code: str, *, pk: int, number: int) -> HttpResponse:
    file = files_access.file_for_viewer(request, code, pk)
    judged = judged_file(file)
    if not 1 <= number <= len(judged.games):
        raise Http404
    game = judged.games[number - 1]
    acts = [_of_match(frame, file) for frame in frames(game)]
    at = _at(request.GET.get("at", ""), len(acts))
    bottom = Side.ONE if request.GET.get("view") == "1" else Side.TWO
    frame = acts[at - 1] if at else None
    situation = _situation(acts, frame)
    path = reverse("replay", args=[file.match.code, file.pk, number])
    view = "&view=1" if bottom is Side.ONE else ""
    context = {
        "file": file,
        "match": file.match,
        "occasion": occasion_of(file.match),
        "number": number,
        "games": range(1, len(judged.games) + 1),
        "at": at,
        "last": len(acts),
        "rows": rows_of(acts),
        "doubts": [answers.sentence(issue) for issue in game.issues],
        "board": _drawn(file.match, situation, frame, bottom=bottom)
        if situation
        else "",
        "said": _said(file.match, acts, frame),
        "illegal": answers.sentence(frame.illegal) if frame and frame.illegal else "",
        "is_sure": frame.sure if frame else bool(acts),
        "position_id": position_id(situation.position) if situation else "",
        "xgid": _xgid(situation) if situation else "",
        "ending": _ending(file, game),
        "path": path,
        "view": view,
        "back_url": f"{path}?at={at - 1}{view}" if at else "",
        "first_url": f"{path}?at=0{view}" if at else "",
        "next_url": f"{path}?at={at + 1}{view}" if at < len(acts) else "",
        "last_url": f"{path}?at={len(acts)}{view}" if at < len(acts) else "",
        "turn_url": f"{path}?at={at}{'' if view else '&view=1'}",
    }
    page, part = "matches/files/replay.html", "matches/files/_replay_update.html"
    return answers.show(request, page, context, fragment=part)


def _situation(
    acts: Sequence[ReplayFrame], frame: ReplayFrame | None
) -> Situation | None:
    """Return the board after an act, or before the first; None without acts."""
    if frame is not None:
        return frame.after
    return replace(acts[0].situation, dice=None) if acts else None


def rows_of(acts: Sequence[ReplayFrame]) -> list[list[Step | None]]:
    """Return the acts as on a score sheet: side ONE on the left, TWO beside it."""
    rows: list[list[Step | None]] = []
    for place, frame in enumerate(acts, start=1):
        column = frame.act.side - 1
        if not rows or rows[-1][column] or rows[-1][1]:
            rows.append([None, None])
        is_odd = frame.illegal is not None or not frame.sure
        rows[-1][column] = (place, words_of_act(frame), is_odd)
    return rows


def words_of_act(frame: ReplayFrame) -> str:
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


def _said(match: Match, acts: Sequence[ReplayFrame], frame: ReplayFrame | None) -> str:
    if not acts:
        return _("No moves recorded for this game.")
    if frame is None:
        return _("The game begins.")
    return _("%(name)s: %(act)s") % {
        "name": match.player(frame.act.side).name,
        "act": words_of_act(frame),
    }


def _at(asked: str, last: int) -> int:
    if not asked.isascii() or not asked.isdigit() or len(asked) > _LONGEST:
        return 0
    return min(int(asked), last)
