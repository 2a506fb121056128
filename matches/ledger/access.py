"""Access to matches, players and score sheets.

Views must get every object from these functions.
"""

from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from matches.accounts import access as accounts_access
from matches.accounts.models import User
from matches.accounts.roles import Act
from matches.ledger.models.match import FormerSheetCode, Match
from matches.ledger.occasions import listed, occasion_of
from matches.ledger.reporter import (
    PERSONAL,
    SHEET,
    Reporter,
    is_known_player,
    sheet_side,
    was_seated,
)
from matches.players.codes import normalised
from matches.players.identity import device_of, player_at
from matches.rulebook.profiles import Reporting
from matches.rules import Side
from matches.web.middleware import RefusedError


def match_for_viewer(request: HttpRequest, code: str) -> Match:
    """Return the match with this code. Every visitor may see most matches.

    Raises Http404: unknown code, a cancelled match (which directors may still see), a
    money session of others, or a match of a private tournament.
    """
    matches = Match.objects.select_related("player_1", "player_2", "profile")
    # In our own addresses the code is as it is stored.
    match = matches.filter(code=code).first() if code.isalnum() else None
    match = match or matches.filter(code=normalised(code)).first()
    if match is None:
        raise Http404
    if match.state == Match.State.VOID and not may_here(
        request, match, Act.SEE_PRIVATE
    ):
        raise Http404
    if not _is_open_to(request, match):
        raise Http404
    return match


def _is_open_to(request: HttpRequest, match: Match) -> bool:
    if match.is_money:
        sees = accounts_access.is_allowed(request, Act.MONEY)
        return sees or _plays(request, match)
    if not match.in_event:
        return True
    occasion = occasion_of(match)
    if occasion is None or not occasion.is_private:
        return True
    sees = accounts_access.is_allowed(request, Act.SEE, occasion.event)
    return sees or _plays(request, match)


def _plays(request: HttpRequest, match: Match) -> bool:
    """Return whether the browser belongs to one of the players, by sheet or link."""
    if sheet_side(request, match) is not None:
        return True
    return player_at(request) in {match.player_1_id, match.player_2_id}


def listed_for(request: HttpRequest, matches: QuerySet[Match]) -> QuerySet[Match]:
    """Leave out of a list what this visitor, who may be a player, may not see.

    These are money sessions of others, and matches of unlisted tournaments whose desk
    the visitor does not see.
    """
    me = player_at(request)
    own = Q(pk__in=[]) if me is None else Q(player_1=me) | Q(player_2=me)
    if not accounts_access.is_allowed(request, Act.MONEY):
        matches = matches.filter(~Q(length=0) | own)
    seen = accounts_access.events_of(request.user)
    return matches if seen is None else listed(matches, but=own, seen=seen)


def event_of(request: HttpRequest, match: Match) -> int | None:
    """Return the tournament of a match whose roles the visitor may have, or None.

    None also for visitors without an account, who have no role, and for owners and
    directors, who have theirs everywhere.
    """
    if not match.in_event or not accounts_access.needs_event(request.user):
        return None
    occasion = occasion_of(match)
    return None if occasion is None else occasion.event


def may_here(request: HttpRequest, match: Match, act: Act) -> bool:
    return accounts_access.is_allowed(request, act, event_of(request, match))


def acts_at(request: HttpRequest, match: Match) -> frozenset[Act]:
    return accounts_access.acts_here(request, event_of(request, match))


def is_match_for_viewer(request: HttpRequest, code: str) -> bool:
    try:
        match_for_viewer(request, code)
    except Http404:
        return False
    return True


def match_for_director(
    request: HttpRequest, code: str, act: Act = Act.DECIDE
) -> tuple[Match, Reporter]:
    """Return a match and the person with a role who may do this to it.

    Raises SignInNeededError, PermissionDenied, Http404.
    """
    match = match_for_viewer(request, code)
    return match, _with_role(request, match, act)


def _with_role(request: HttpRequest, match: Match, act: Act) -> Reporter:
    user = accounts_access.allowed(request, act, event_of(request, match))
    return Reporter(user=user, device=device_of(request))


def match_for_scorer(request: HttpRequest, code: str) -> tuple[Match, Reporter]:
    """Return a match and the person who may record it: by role, or as its player.

    The permission of a player depends on the match; the services check it and raise a
    RuleError. Raises SignInNeededError, PermissionDenied, Http404.
    """
    match = match_for_viewer(request, code)
    reporter = reporter_in(request, match)
    if reporter is not None:
        return match, reporter
    if is_known_player(request):
        if was_seated(request, match):
            raise RefusedError(
                _(
                    "A director has unlinked this phone from the match. To report "
                    "again, scan the code on the current score sheet."
                )
            )
        raise PermissionDenied  # a player, but not of this match
    return match, _with_role(request, match, Act.ENTER_RESULT)


def reporter_in(request: HttpRequest, match: Match) -> Reporter | None:
    """Return the visitor as a reporter of a match, None if they may not record it."""
    device = device_of(request)
    user = request.user
    if isinstance(user, User) and may_here(request, match, Act.ENTER_RESULT):
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
    """Return the match whose score sheet has this secret code, also a closed match.

    Raises Http404.
    """
    return get_object_or_404(
        Match.objects.select_related("player_1", "player_2", "profile"),
        sheet_code=normalised(sheet_code),
    )


def is_sheet_code(sheet_code: str) -> bool:
    """Return True for the code of a score sheet, also one that was replaced."""
    try:
        match_of_sheet(sheet_code)
    except Http404:
        return is_former_code(sheet_code)
    return True


def is_former_code(sheet_code: str) -> bool:
    return FormerSheetCode.objects.filter(code=normalised(sheet_code)).exists()


def may_report(reporter: Reporter | None, match: Match) -> bool:
    if reporter is None or match.locked_at or match.state == Match.State.VOID:
        return False
    return not reporter.is_player or match.reporting != Reporting.DIRECTOR


def are_moves_public(match: Match) -> bool:
    """Return True if the recorded games count and no report waits for an answer."""
    return match.state not in {Match.State.REPORTED, Match.State.DISPUTED}
