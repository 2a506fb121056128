"""Who may see and do what with a match, a player, an account.

Views have no other way to an object than these functions.
"""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.codes import normalised
from matches.filing import used_files
from matches.identity import device_of, is_somebody, player_at, sheet_side
from matches.models import Match, MatchFile, Player, Report, Ruling, SheetPhoto, User
from matches.profiles import Reporting
from matches.reporters import PERSONAL, SHEET, Reporter
from matches.rules import Side


class SignInNeededError(Exception):
    """The visitor is nobody yet: ask who they are, then come back."""


def director(request: HttpRequest) -> User:
    """Return the director who is asking. Raises SignInNeededError, PermissionDenied."""
    user = request.user
    if not isinstance(user, User):
        raise SignInNeededError
    if not user.is_director:
        raise PermissionDenied
    return user


def is_director(request: HttpRequest) -> bool:
    """Whether the visitor is a director."""
    return isinstance(request.user, User) and request.user.is_director


def match_for_viewer(request: HttpRequest, code: str) -> Match:
    """Return the match with this code, which anybody may look at.

    Raises Http404: unknown code, or a cancelled match (directors may still look).
    """
    match = get_object_or_404(
        Match.objects.select_related("player_1", "player_2", "profile"),
        code=normalised(code),
    )
    if match.state == Match.State.VOID and not is_director(request):
        raise Http404
    return match


def is_match_for_viewer(request: HttpRequest, code: str) -> bool:
    """Whether `match_for_viewer` would return a match."""
    try:
        match_for_viewer(request, code)
    except Http404:
        return False
    return True


def match_for_director(request: HttpRequest, code: str) -> tuple[Match, Reporter]:
    """Return a match and the director who may decide everything about it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    match = match_for_viewer(request, code)
    return match, Reporter(user=director(request), device=device_of(request))


def match_for_scorer(request: HttpRequest, code: str) -> tuple[Match, Reporter]:
    """Return a match and whoever may record it: a director, or one who plays it.

    What a player may record depends on the match; the services refuse it with a
    reason. Raises SignInNeededError, PermissionDenied, Http404.
    """
    match = match_for_viewer(request, code)
    reporter = reporter_in(request, match)
    if reporter is not None:
        return match, reporter
    if is_somebody(request):
        raise PermissionDenied  # a player, but not of this match
    return match, Reporter(user=director(request))


def reporter_in(request: HttpRequest, match: Match) -> Reporter | None:
    """Return who the visitor is in a match: a director, a player of it, or None."""
    device = device_of(request)
    user = request.user
    if isinstance(user, User) and user.is_director:
        return Reporter(user=user, device=device)
    side = sheet_side(request, match)
    if side is not None:
        return Reporter(side=side, via=SHEET, device=device)
    known = player_at(request)
    if known is not None and known in {match.player_1_id, match.player_2_id}:
        side = Side.ONE if known == match.player_1_id else Side.TWO
        return Reporter(side=side, via=PERSONAL, device=device)
    return None


def match_of_sheet(sheet_code: str) -> Match:
    """Return the match whose score sheet carries this secret, also a closed one.

    Raises Http404.
    """
    return get_object_or_404(
        Match.objects.select_related("player_1", "player_2", "profile"),
        sheet_code=normalised(sheet_code),
    )


def is_sheet_over(match: Match) -> bool:
    """Whether a sheet opens nothing any more: its match is closed or cancelled."""
    return match.state == Match.State.VOID or match.locked_at is not None


def report_in(match: Match, pk: int) -> Report:
    """Return a report of a match already fetched. Raises Http404."""
    return get_object_or_404(Report, match=match, pk=pk)


def is_sheet_code(sheet_code: str) -> bool:
    """Whether `match_of_sheet` would return a match."""
    try:
        match_of_sheet(sheet_code)
    except Http404:
        return False
    return True


def player_of_link(link_key: str) -> Player:
    """Return the player whose personal link this is. Raises Http404."""
    return get_object_or_404(Player, link_key=normalised(link_key))


def may_report(reporter: Reporter | None, match: Match) -> bool:
    """Whether the pad is shown to this visitor."""
    if reporter is None or match.locked_at or match.state == Match.State.VOID:
        return False
    return not reporter.is_player or match.reporting != Reporting.DIRECTOR


def photo_for_reporter(request: HttpRequest, code: str, pk: int) -> SheetPhoto:
    """Return a photo for directors and those who played. Raises Http404."""
    match = match_for_viewer(request, code)
    if reporter_in(request, match) is None:
        raise Http404
    return get_object_or_404(SheetPhoto, match=match, pk=pk, voided_at__isnull=True)


def file_in(match: Match, pk: int) -> MatchFile:
    """Return a match file of a match already fetched. Raises Http404."""
    file = get_object_or_404(MatchFile, match=match, pk=pk, voided_at__isnull=True)
    file.match = match
    return file


def file_for_viewer(request: HttpRequest, code: str, pk: int) -> MatchFile:
    """Return a file whose moves may be looked at: by all once its games count.

    Before that, only by directors and those who play. Raises Http404.
    """
    match = match_for_viewer(request, code)
    file = file_in(match, pk)
    is_public = are_moves_public(match) and file.pk in used_files(match)
    if not is_public and reporter_in(request, match) is None:
        raise Http404
    return file


def may_see_moves(request: HttpRequest, match: Match) -> bool:
    """Whether this visitor may have the moves of a match."""
    return are_moves_public(match) or reporter_in(request, match) is not None


def are_moves_public(match: Match) -> bool:
    """Whether what the players recorded counts, and waits for nobody."""
    return match.state not in {Match.State.REPORTED, Match.State.DISPUTED}


def ruling_for_viewer(request: HttpRequest, code: str, pk: int) -> Ruling:
    """Return a ruling kept with a match: for directors, or for all if it is public.

    One taken back only directors still see. Raises Http404.
    """
    match = match_for_viewer(request, code)
    kept = get_object_or_404(
        Ruling.objects.select_related("adjustment"), adjustment__match=match, pk=pk
    )
    kept.adjustment.match = match
    row = kept.adjustment
    if is_director(request) or (row.is_public and row.voided_at is None):
        return kept
    raise Http404


def player_for_viewer(key: str) -> Player:
    """Return the player with this key. Raises Http404."""
    if "\x00" in key:  # PostgreSQL would not even look for it
        raise Http404
    return get_object_or_404(Player, key=key)


def player_for_director(request: HttpRequest, key: str) -> tuple[Player, User]:
    """Return a player and the director who may change them."""
    return player_for_viewer(key), director(request)
