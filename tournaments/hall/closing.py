"""Closing a tournament: what is still open, each with its page; and reopening."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from matches.ratings.queries import lists_of_tournaments
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.money.access import till_of
from tournaments.money.queries import sheet_of
from tournaments.paper.queries import sheets_out
from tournaments.rounds.models import Pairing
from tournaments.seasons.panels import seasons_counting
from tournaments.setup.services import close_tournament, reopen_tournament
from tournaments.standings.queries import rules_of_places, standings_table
from tournaments.structure import access as structure_access
from tournaments.structure.models import Entry, Tournament, Visibility
from tournaments.structure.page import show
from tournaments.structure.queries import stage_url
from tournaments.tables.progress import Desk, desk_of

Link = tuple[str, str]
"""A sentence, and the address of the page where something can be done about it."""


@answers.form_page
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what is open and the final standings, then close the tournament."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    error = ""
    if request.method == "POST":
        try:
            unplayed = "unplayed" in request.POST
            close_tournament(tournament=tournament, by=user, unplayed=unplayed)
        except RuleError as refused:
            error = answers.sentence(refused)
        else:
            answers.tell(
                request,
                _("%(name)s is closed. The results are final.")
                % {"name": tournament.name},
                undo_url=reverse("tournament_reopen", args=[slug]),
            )
            return redirect("tournament_desk", slug=slug)
    desk = desk_of(tournament)
    found = [
        (view, standings_table(view.stage, view.fingerprint)) for view in desk.shown
    ]
    tables = [(view, table) for view, table in found if table.rows]
    return show(
        request,
        "tournaments/hall/close.html",
        tournament,
        desk=desk,
        tables=tables,
        error=error,
        missing=[label for view in desk.views for label in view.open_labels],
        unplayed=list(_unplayed(desk)),
        open_points=list(_open_points(desk)),
        counts_for=_counts_for(tournament, desk),
        rules=rules_of_places((view.stage, table) for view, table in tables),
        status=answers.REFUSED if error else 200,
    )


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Undo closing."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    reopen_tournament(tournament=tournament, by=user)
    answers.tell(request, _("%(name)s is open again.") % {"name": tournament.name})
    return redirect("tournament_desk", slug=slug)


def _open_points(desk: Desk) -> Iterator[Link]:
    """Yield what may be forgotten: disputes, sheets, entries in no match, money."""
    tournament = desk.tournament
    disputed = [match.label for match in desk.waiting if match.state == "disputed"]
    if disputed:
        url = reverse("tournament_desk", args=[tournament.slug])
        text = _("Disputed: %(labels)s.") % {"labels": ", ".join(disputed)}
        yield text, f"{url}#waiting"
    reported = [match.label for match in desk.waiting if match.state == "reported"]
    if reported:
        url = reverse("tournament_desk", args=[tournament.slug])
        text = _("Reported but not confirmed: %(labels)s.")
        yield text % {"labels": ", ".join(reported)}, f"{url}#waiting"
    if out := sheets_out(tournament):
        labels = ", ".join(f"M{pairing.match_number}" for pairing, _printed in out)
        url = reverse("print_centre", args=[tournament.slug])
        yield ": ".join((_("Missing sheets"), labels)), url
    if unplaced := _unplaced(tournament):
        text = _("Entered but in no match: %(names)s.")
        names = ", ".join(unplaced)
        yield text % {"names": names}, reverse("entries", args=[tournament.slug])
    if tournament.keeps_money:
        yield from _money(tournament)


def _unplaced(tournament: Tournament) -> list[str]:
    """Return the names of entries that play but were never drawn."""
    rows = Pairing.objects.live().filter(tournament=tournament)
    drawn = {key for both in rows.values_list("entry_1", "entry_2") for key in both}
    entries = Entry.objects.active().filter(tournament=tournament)
    return [
        name
        for key, name in entries.values_list("pk", "player__name")
        if key not in drawn
    ]


def _money(tournament: Tournament) -> Iterator[Link]:
    sheet = sheet_of(tournament, till_of(tournament))
    url = reverse("money", args=[tournament.slug])
    if sheet.unpaid:
        text = ngettext(
            "%(count)s player still owes money.",
            "%(count)s players still owe money.",
            sheet.unpaid,
        )
        yield text % {"count": sheet.unpaid}, f"{url}?unpaid=1#accounts"
    if sheet.balance.to_pay_out:
        amount = sheet.money(sheet.balance.to_pay_out)
        yield ": ".join((_("Prizes not yet paid out"), amount)), f"{url}#accounts"
    unclaimed = sum(line.amount for pool in sheet.pools for line in pool.unclaimed)
    if unclaimed:
        amount = sheet.money(unclaimed)
        yield ": ".join((_("Prizes no one can win"), amount)), url


def _counts_for(tournament: Tournament, desk: Desk) -> list[Link]:
    """Return the rating lists and the seasons in which the matches count."""
    is_rated = any(view.stage.division.rated for view in desk.views)
    is_listed = tournament.visibility not in {Visibility.PRIVATE, Visibility.PRACTICE}
    lists = lists_of_tournaments() if is_rated and is_listed else []
    links = [(str(rated), rated.get_absolute_url()) for rated in lists]
    return links + [
        (season.name, season.get_absolute_url())
        for season in seasons_counting(tournament)
    ]


def _unplayed(desk: Desk) -> Iterator[Link]:
    """Yield the draws of which nothing is played, which can be cancelled instead."""
    for view in desk.shown:
        if not view.open_labels or view.stage.is_branch or not view.round:
            continue
        if view.round.has_begun:
            continue
        if len(desk.views) > 1:
            text = _("Cancel the draw: %(title)s") % {"title": view.title}
        else:
            text = (
                _("Cancel the latest pairings")
                if view.is_endless
                else _("Cancel the draw")
            )
        yield text, stage_url(view.stage, "take_back", view.round_number)
