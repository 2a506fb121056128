"""Downloads of a match as a file for other programs."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Final, TypeAlias

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from matches.files import access as files_access
from matches.files.compare import (
    FileAgreement,
    compare_with_match,
    judged_file,
    used_files,
)
from matches.ledger import access as ledger_access
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match
from matches.ledger.occasions import day_of, occasion_of
from matches.ledger.queries import (
    file_with_content,
    match_view,
    recorded_games,
    session_view,
)
from matches.rules import Side
from matches.transcripts import (
    Action,
    Transcript,
    WrittenGame,
    from_ledger,
    from_session,
    resolved,
    write_mat,
    write_sgf,
)

Tags: TypeAlias = tuple[tuple[str, str], ...]

_HAS_SAME_GAMES: Final = (FileAgreement.SAME, FileAgreement.FEWER)
_DATE: Final = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})")


@require_safe
def match_mat(request: HttpRequest, code: str) -> HttpResponse:
    """Return the match as a text file, with moves if a match file has them."""
    match = ledger_access.match_for_viewer(request, code)
    moves = moves_of(match) if files_access.may_see_moves(request, match) else None
    transcript = moves or record_of(match)
    return _attached(match, write_mat(transcript), ending="mat")


@require_safe
def match_sgf(request: HttpRequest, code: str) -> HttpResponse:
    """Return the match as an SGF file. Raises Http404: no match file has its moves."""
    match = ledger_access.match_for_viewer(request, code)
    transcript = moves_of(match) if files_access.may_see_moves(request, match) else None
    if transcript is None:
        raise Http404
    return _attached(match, write_sgf(transcript), ending="sgf")


def record_of(match: Match) -> Transcript:
    """Return the recorded games as a transcript: scores and results, no moves."""
    names = (match.player_1.name, match.player_2.name)
    if match.is_money:
        return from_session(session_view(match).session, names=names, tags=_tags(match))
    return from_ledger(match_view(match).ledger, names=names, tags=_tags(match))


def moves_of(match: Match) -> Transcript | None:
    """Return the recorded games with moves, None if no match file has just these.

    The match file may have more games after the last recorded one.
    """
    file = _file_of(match)
    if file is None or not recorded_games(match):
        return None
    judged = judged_file(file)
    found = compare_with_match(match, judged, swapped=file.swapped)
    if found.standing not in _HAS_SAME_GAMES:
        return None
    return _with_moves(record_of(match), resolved(judged), swapped=file.swapped)


def _file_of(match: Match) -> MatchFile | None:
    """Return the match file with the moves, None unless exactly one file has them."""
    used = used_files(match)
    return file_with_content(match, *used) if len(used) == 1 else None


def _with_moves(
    record: Transcript, from_file: Transcript, *, swapped: bool
) -> Transcript:
    """Return the record with the acts of a match file.

    Score, points and end are those of the record, because the length in the file may
    differ.
    """
    games = [
        _played(game, from_file.games[game.number - 1], swapped=swapped)
        for game in record.games
    ]
    variation = [tag for tag in from_file.tags if tag[0] == "Variation"]
    return replace(
        record,
        format=from_file.format,
        games=tuple(games),
        tags=(*record.tags, *variation),
    )


def _played(
    recorded: WrittenGame, in_file: WrittenGame, *, swapped: bool
) -> WrittenGame:
    return replace(
        recorded,
        acts=tuple(_crossed(in_file.acts)) if swapped else in_file.acts,
        resigned=in_file.resigned,
        cube=in_file.cube,
        start=in_file.start.turned if swapped else in_file.start,
    )


def _crossed(acts: tuple[Action, ...]) -> Iterator[Action]:
    """Yield every act for the other side; moves need no change.

    They are numbered from the acting player's view.
    """
    for act in acts:
        owner: Side | None = act.owner
        yield act._replace(
            side=act.side.other, owner=None if owner is None else owner.other
        )


def _tags(match: Match) -> Tags:
    occasion = occasion_of(match)
    tags = [("Site", "Crawford"), ("EventDate", f"{_date_of(match):%Y.%m.%d}")]
    if occasion is not None:
        tags[1:1] = [("Event", occasion.title), ("Round", occasion.detail)]
    return tuple((key, value) for key, value in tags if value)


def _date_of(match: Match) -> date:
    """Return the day in the match file, else the day when the match ended or began.

    A match begins when it is opened.
    """
    file = _file_of(match)
    header = "" if file is None else judged_file(file).transcript.tag("EventDate")
    if found := _DATE.search(header):
        with suppress(ValueError):
            return date(*map(int, found.groups()))
    return day_of(match, occasion_of(match))


def _attached(match: Match, text: str, *, ending: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=f"{match.code}.{ending}"
    )
    return answer
