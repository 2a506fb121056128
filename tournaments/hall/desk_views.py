"""The desk: result box, open matches and next steps; and the log."""

from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.ledger.errors import ALREADY_REPORTED, PLAYERS_REPORTED
from matches.ledger.recording import Recorded
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.tables import tables_as
from tournaments.hall.commands import act_sentence, do, gone_text, read_command
from tournaments.hall.log import log_of, log_table
from tournaments.hall.pace import this_step
from tournaments.hall.page import (
    BoxPage,
    DeskPage,
    Saved,
    TypedLine,
    this_minute,
)
from tournaments.hall.services import HallAct
from tournaments.results.amendments.views import AT_DESK
from tournaments.results.services import (
    Replacement,
    match_in_line,
    record_line,
    replacement,
)
from tournaments.results.services import replace as replace_result
from tournaments.structure import access as structure_access
from tournaments.structure.models import Tournament
from tournaments.structure.page import show
from tournaments.tables.progress import desk_mark, open_matches

MOST_AT_ONCE: Final = 100
"""Open matches of a desk that is sent with the answer to a result.

A larger one asks for itself a moment later, so that the box does not wait for it.
"""


@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the desk of one tournament; a poll gets its live part."""
    tournament, _user = structure_access.tournament_for_director(request, slug, Act.SEE)
    is_poll = answers.is_fragment(request)
    if is_poll and _is_shown(request.GET, tournament):
        return answers.unchanged()
    page = _page(request, tournament, request.GET)
    if not is_poll:
        return answers.show_page(request, page)
    if "empty" in request.GET and page.has_rounds:
        return HttpResponseClientRefresh()  # the page has no result box yet
    status = answers.OVER if tournament.is_closed else 200
    return answers.show_page(request, page, status=status)


@require_POST
def save_result(request: HttpRequest, slug: str) -> HttpResponse:
    """Record the line typed into the result box."""
    typed = request.POST.get("line", "")
    command = read_command(typed)
    act = Act.ENTER_RESULT if command is None else Act.CALL
    tournament, user = structure_access.tournament_for_director(request, slug, act)
    try:
        if command is None:
            number, recorded = record_line(tournament=tournament, typed=typed, by=user)
            saved = Saved(_sentence(number, recorded), _undo_url(recorded))
        else:
            saved = _called(tournament, do(tournament, command, by=user))
    except RuleError as error:
        if error.refusal is ALREADY_REPORTED and accounts_access.is_allowed(
            request, Act.CORRECT, tournament.pk
        ):
            return _replaced(request, tournament, typed)
        line = TypedLine(
            typed, answers.sentence(error), _known_at(tournament, typed, error)
        )
        status = answers.status_of(error)
        return _refused(request, tournament, line, status=status)
    return _saved(request, tournament, saved)


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show everything that happened, the newest first."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.SEE_PRIVATE
    )
    acts = accounts_access.acts_here(request, tournament.pk)
    found = log_of(tournament, request.GET.dict(), acts=acts)
    template = "tournaments/hall/log.html"
    status = answers.REFUSED if found.form.errors else 200
    return show(request, template, tournament, tab="log", log=found, status=status)


@require_safe
def log_file(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return the log as a file, with the acts that its page was asked for."""
    tournament, _user = structure_access.tournament_for_director(
        request, slug, Act.SEE_PRIVATE
    )
    name = f"{tournament.slug}-log"
    return tables_as(kind, name, lambda: [log_table(tournament, request.GET.dict())])


def _refused(
    request: HttpRequest, tournament: Tournament, line: TypedLine, *, status: int
) -> HttpResponse:
    """Show the line again with the reason."""
    if answers.is_fragment(request):
        box = BoxPage(tournament=tournament, line=line)
        return answers.show_page(request, box, status=status)
    answers.tell_again(request)
    page = DeskPage.of(
        tournament,
        line=line,
        acts=accounts_access.acts_here(request, tournament.pk),
    )
    return answers.show_page(request, page, status=status)


def _replaced(request: HttpRequest, tournament: Tournament, typed: str) -> HttpResponse:
    """Offer to replace a known result; do so if this was offered already.

    If later matches leave a choice, the page of the correction shows it.
    """
    person = accounts_access.signed_in(request)
    try:
        offer = replacement(tournament=tournament, typed=typed)
        if request.POST.get("replaces") != offer.effects.mark:
            url = reverse("match", args=[offer.match.code])
            line = TypedLine(
                *(typed, _offer_text(offer), url, offer.effects.mark, offer.lines)
            )
            return _refused(request, tournament, line, status=HTTPStatus.CONFLICT)
        if offer.effects.is_choice:
            return _to_correction(request, tournament, offer)
        made = replace_result(
            offer, tournament=tournament, mark=offer.effects.mark, by=person
        )
    except RuleError as error:
        line = TypedLine(typed, answers.sentence(error))
        status = answers.status_of(error)
        return _refused(request, tournament, line, status=status)
    undo_url = reverse("amendment_undo", args=[tournament.slug, made.amendment_id])
    saved = Saved(_replaced_text(offer), f"{undo_url}?{AT_DESK}=1")
    return _saved(request, tournament, saved)


def _to_correction(
    request: HttpRequest, tournament: Tournament, offer: Replacement
) -> HttpResponse:
    wanted = offer.wanted
    asked = urlencode(
        {"step": "preview", "how": wanted.how, "points": wanted.points}
        | ({} if wanted.winner is None else {"winner": int(wanted.winner)})
    )
    address = reverse("correct", args=[tournament.slug, offer.match.code])
    if answers.is_fragment(request):
        return HttpResponseClientRedirect(f"{address}?{asked}#effects")
    return redirect(f"{address}?{asked}#effects")


def _offer_text(offer: Replacement) -> str:
    case = offer.effects.case
    values = {
        "label": case.label,
        "before": case.was.text,
        "after": case.result.text,
    }
    if offer.effects.is_choice:
        return (
            _(
                "%(label)s already has %(before)s, and later matches depend on it. "
                "Press Enter again to see what %(after)s would change."
            )
            % values
        )
    return (
        _(
            "%(label)s already has %(before)s. Press Enter again to replace it with "
            "%(after)s."
        )
        % values
    )


def _replaced_text(offer: Replacement) -> str:
    case, match = offer.effects.case, offer.match
    return _("%(label)s replaced: %(one)s %(after)s %(two)s (was %(before)s).") % {
        "label": case.label,
        "one": match.player_1.name,
        "two": match.player_2.name,
        "before": case.was.text,
        "after": case.result.text,
    }


def _called(tournament: Tournament, done: HallAct) -> Saved:
    """Return a sentence on a call, and on players who have withdrawn."""
    text = (
        f"{act_sentence(done)} {gone_text(done)}" if done.gone else act_sentence(done)
    )
    if done.undo is None:
        return Saved(text, "")
    return Saved(text, reverse("amendment_undo", args=[tournament.slug, done.undo]))


def _saved(request: HttpRequest, tournament: Tournament, saved: Saved) -> HttpResponse:
    if not answers.is_fragment(request):
        answers.tell(request, saved.text, undo_url=saved.undo_url)
        return redirect("tournament_desk", slug=tournament.slug)
    box = BoxPage(tournament=tournament, saved=saved)
    text = render_to_string(
        "tournaments/results/_box_saved.html", {"page": box}, request
    )
    if open_matches(tournament) > MOST_AT_ONCE:
        answer = answers.fragment_of(text)
        answer["HX-Trigger"] = "soon"
        return answer
    desk = _page(request, tournament, request.POST)
    return answers.fragment_of(
        text + render_to_string(desk.fragment, {"page": desk}, request)
    )


def _is_shown(asked: QueryDict, tournament: Tournament) -> bool:
    """Return True if a polling desk is up to date."""
    if asked.get("f") != desk_mark(tournament):
        return False
    return all(
        asked.get(name, str(now)) == str(now)
        for name, now in (("late", this_minute()), ("pace", this_step()))
    )


def _page(request: HttpRequest, tournament: Tournament, asked: QueryDict) -> DeskPage:
    return DeskPage.of(
        tournament,
        acts=accounts_access.acts_here(request, tournament.pk),
        asked=asked,
    )


def _known_at(tournament: Tournament, typed: str, error: RuleError) -> str:
    """Return the address of the match whose known result contradicts the typed one.

    Empty for any other error.
    """
    if error.refusal not in (ALREADY_REPORTED, PLAYERS_REPORTED):
        return ""
    match = match_in_line(tournament=tournament, typed=typed)
    return reverse("match", args=[match.code]) if match else ""


def _sentence(number: int, recorded: Recorded) -> str:
    match = recorded.match
    values = {
        "match": f"M{number}",
        "one": match.player_1.name,
        "two": match.player_2.name,
        "score_1": match.score_1,
        "score_2": match.score_2,
    }
    if recorded.changed:
        return _("%(match)s saved: %(one)s %(score_1)s–%(score_2)s %(two)s.") % values
    return (
        _("%(match)s was already recorded: %(one)s %(score_1)s–%(score_2)s %(two)s.")
        % values
    )


def _undo_url(recorded: Recorded) -> str:
    if not recorded.changed:
        return ""
    match = recorded.match
    return f"{reverse('undo', args=[match.code, match.revision])}?back=desk"
