"""The desk: result box, open matches and next steps; and the log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.core import paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.ledger.errors import ALREADY_REPORTED, PLAYERS_REPORTED
from matches.ledger.recording import Recorded
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page
from tournaments.desk import shown
from tournaments.desk.log import LogLine, log_of
from tournaments.desk.page import BoxPage, DeskPage, Line, Saved, SavedPage, this_minute
from tournaments.desk.queue import asked_of
from tournaments.hall.acts import HallAct
from tournaments.hall.commands import do, read_command
from tournaments.hall.words import gone_text, told
from tournaments.progress.queries import desk_mark
from tournaments.results.services import RecordedLine, match_in_line, record_line
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage(Page):
    """Everything that happened in a tournament, the newest first."""

    template = "tournaments/desk/log.html"
    tab = "log"

    tournament: Tournament
    listed: paginator.Page[int]
    lines: Sequence[LogLine]


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk of one tournament; a poll gets its live part."""
    tournament, _user = structure_access.tournament_for_director(request, slug, Act.SEE)
    is_poll = answers.is_fragment(request)
    if is_poll and _is_shown(request.GET, tournament):
        return HttpResponse(status=answers.UNCHANGED)
    page = _page(request, tournament, request.GET)
    if not is_poll:
        return _whole(request, page)
    if "empty" in request.GET and page.has_rounds:
        return HttpResponseClientRefresh()  # the page has no result box yet
    live = _live(request, page)
    changes = shown.changes(live, page.key, request.GET.get("seen", ""))
    news = shown.whole(live) if changes is None else changes
    status = answers.OVER if tournament.is_closed else 200
    return answers.fragment_of(news, status=status)


@require_POST
def save_result(request: HttpRequest, slug: str) -> HttpResponse:
    """Record the line typed into the result box."""
    typed = request.POST.get("line", "")
    command = read_command(typed)
    act = Act.ENTER_RESULT if command is None else Act.CALL
    tournament, user = structure_access.tournament_for_director(request, slug, act)
    try:
        if command is None:
            result = record_line(tournament=tournament, typed=typed, by=user)
            saved = Saved(_sentence(result), _undo_url(result.recorded))
        else:
            saved = _called(tournament, do(tournament, command, by=user))
    except RuleError as error:
        line = Line(typed, answers.sentence(error), _known_at(tournament, typed, error))
        status = answers.status_of(error)
        if answers.is_fragment(request):
            box = BoxPage(tournament=tournament, line=line)
            return answers.show_page(request, box, status=status)
        page = DeskPage.of(
            tournament, line=line, with_sheets=_sees_sheets(request, tournament)
        )
        return _whole(request, page, status=status)
    return _saved(request, tournament, saved)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everything that happened, the newest first."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.SEE_PRIVATE
    )
    listed, lines = log_of(tournament, request.GET.get("page"))
    page = LogPage(tournament=tournament, listed=listed, lines=lines)
    return answers.show_page(request, page)


def _called(tournament: Tournament, done: HallAct) -> Saved:
    """Return what was done with a table, and who has left all the same."""
    text = f"{told(done)} {gone_text(done)}" if done.gone else told(done)
    if done.undo is None:
        return Saved(text, "")
    return Saved(text, reverse("amendment_undo", args=[tournament.slug, done.undo]))


def _saved(request: HttpRequest, tournament: Tournament, saved: Saved) -> HttpResponse:
    if not answers.is_fragment(request):
        answers.tell(request, saved.text, undo_url=saved.undo_url)
        return redirect("tournament_desk", slug=tournament.slug)
    box = SavedPage(tournament=tournament, saved=saved)
    page = _page(request, tournament, request.POST)
    live = _live(request, page)
    changes = shown.changes(live, page.key, request.POST.get("seen", ""))
    news = shown.whole(live) if changes is None else changes
    shown_box = render_to_string(box.fragment, {"page": box}, request)
    return answers.fragment_of(f"{shown_box}{news}")


def _is_shown(asked: QueryDict, tournament: Tournament) -> bool:
    """Return True if a desk that asks for news shows everything already."""
    if asked.get("f") != desk_mark(tournament):
        return False
    return asked.get("late", str(this_minute())) == str(this_minute())


def _page(request: HttpRequest, tournament: Tournament, asked: QueryDict) -> DeskPage:
    return DeskPage.of(
        tournament,
        with_sheets=_sees_sheets(request, tournament),
        round_asked=asked.get("round", ""),
        played_asked=asked.get("played", ""),
        asked=asked_of(
            asked.get("stage", ""), asked.get("by", ""), asked.get("opened", "")
        ),
    )


def _sees_sheets(request: HttpRequest, tournament: Tournament) -> bool:
    return accounts_access.is_allowed(request, Act.PRINT, tournament.pk)


def _live(request: HttpRequest, page: DeskPage) -> SafeString:
    """Return the part of the desk that is kept up to date."""
    return render_to_string(page.fragment, {"page": page}, request)


def _whole(request: HttpRequest, page: DeskPage, *, status: int = 200) -> HttpResponse:
    live = _live(request, page)
    shown.remember(page.key, live)
    return answers.show_page(request, replace(page, live=live), status=status)


def _known_at(tournament: Tournament, typed: str, error: RuleError) -> str:
    """Return the address of the match whose known result contradicts the typed one.

    Empty for any other error.
    """
    if error.refusal not in (ALREADY_REPORTED, PLAYERS_REPORTED):
        return ""
    match = match_in_line(tournament=tournament, typed=typed)
    return reverse("match", args=[match.code]) if match else ""


def _sentence(result: RecordedLine) -> str:
    match = result.recorded.match
    values = {
        "label": f"M{result.pairing.match_number}",
        "one": match.player_1.name,
        "two": match.player_2.name,
        "score_1": match.score_1,
        "score_2": match.score_2,
    }
    if result.recorded.changed:
        return _("%(label)s saved: %(one)s %(score_1)s–%(score_2)s %(two)s.") % values
    return (
        _("%(label)s was already recorded: %(one)s %(score_1)s–%(score_2)s %(two)s.")
        % values
    )


def _undo_url(recorded: Recorded) -> str:
    if not recorded.changed:
        return ""
    match = recorded.match
    return f"{reverse('undo', args=[match.code, match.revision])}?back=desk"
