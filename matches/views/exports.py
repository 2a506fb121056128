"""A match as a file for other programs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from matches import access
from matches.filing import Standing, compare, judged_file, used_files
from matches.models import Match, MatchFile
from matches.occasions import occasion_of
from matches.rules import Score, Side
from matches.selectors import (
    match_view,
    session_view,
)
from matches.transcripts import (
    Act,
    Judged,
    Transcript,
    WrittenGame,
    from_ledger,
    from_session,
    resolved,
    write_mat,
    write_sgf,
)

Tags: TypeAlias = tuple[tuple[str, str], ...]


@require_safe
def match_mat(request: HttpRequest, code: str) -> HttpResponse:
    """The match as text, with its moves where a file tells them."""
    match = access.match_for_viewer(request, code)
    moves = moves_of(match) if access.may_see_moves(request, match) else None
    transcript = moves or record_of(match)
    return _attached(match, write_mat(transcript), ending="mat")


@require_safe
def match_sgf(request: HttpRequest, code: str) -> HttpResponse:
    """The match in Smart Game Format, which is for moves."""
    match = access.match_for_viewer(request, code)
    transcript = moves_of(match) if access.may_see_moves(request, match) else None
    if transcript is None:
        raise Http404
    return _attached(match, write_sgf(transcript), ending="sgf")


def record_of(match: Match) -> Transcript:
    """Return the recorded games as a file tells them: scores and results alone."""
    names = (match.player_1.name, match.player_2.name)
    if match.is_money:
        return from_session(session_view(match).session, names=names, tags=_tags(match))
    return from_ledger(match_view(match).ledger, names=names, tags=_tags(match))


def moves_of(match: Match) -> Transcript | None:
    """Return the match with its moves, or None where no file tells just these games."""
    used = used_files(match)
    if len(used) != 1 or not match.games.filter(voided_at__isnull=True).exists():
        return None
    file = match.files.get(pk__in=used)
    judged = judged_file(file)
    found = compare(match, judged, swapped=file.swapped)
    if found.standing is not Standing.SAME:
        return None
    return _with_names(match, file, judged)


def _with_names(match: Match, file: MatchFile, judged: Judged) -> Transcript:
    """Return the file's match with our names, sides and tags, nothing else of it."""
    names = (match.player_1.name, match.player_2.name)
    told = resolved(judged)
    games = [
        replace(_by_sides(game, swapped=file.swapped), names=names)
        for game, known in zip(told.games, judged.games, strict=True)
        if known.result is not None
    ]
    return replace(
        told,
        length=match.length,
        names=names,
        games=tuple(games),
        tags=_tags(match),
        notes=(),
    )


def _by_sides(game: WrittenGame, *, swapped: bool) -> WrittenGame:
    if not swapped:
        return game
    score, winner = game.before, game.winner
    return replace(
        game,
        before=Score(score.two, score.one),
        winner=None if winner is None else winner.other,
        start=game.start.turned,
        acts=tuple(_crossed(game.acts)),
    )


def _crossed(acts: tuple[Act, ...]) -> Iterator[Act]:
    """Give every act to the other side; its moves count from that side's view."""
    for act in acts:
        owner: Side | None = act.owner
        yield act._replace(
            side=act.side.other,
            owner=None if owner is None else owner.other,
        )


def _tags(match: Match) -> Tags:
    occasion = occasion_of(match)
    date = timezone.localdate(match.finished_at or match.created_at)
    found = [("Site", "Crawford"), ("EventDate", f"{date:%Y.%m.%d}")]
    if occasion is not None:
        found[1:1] = [("Event", occasion.title), ("Round", occasion.detail)]
    return tuple((key, value) for key, value in found if value)


def _attached(match: Match, text: str, *, ending: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{match.code}.{ending}"
    )
    return answer
