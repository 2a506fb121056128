"""Acts on a season: its tournaments, members, closing, following season, final."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.seasons import access as seasons_access
from tournaments.seasons.act_pages import (
    SeasonClosePage,
    SeasonFinalPage,
    SeasonMembersPage,
    SeasonNextPage,
    SeasonTournamentsPage,
    TournamentChoice,
)
from tournaments.seasons.closing import (
    close_season,
    reopen_season,
    restore_closing,
    undo_closing,
)
from tournaments.seasons.edit_views import show_made
from tournaments.seasons.errors import SEASON_CHANGED
from tournaments.seasons.following import following_season, make_final, rules_after
from tournaments.seasons.forms import FinalForm, FollowingForm
from tournaments.seasons.models import Season, SeasonClosing
from tournaments.seasons.page import (
    shown_move,
    shown_table,
    table_row,
)
from tournaments.seasons.queries import (
    SeasonRow,
    SigningLists,
    addable,
    closing_of,
    final_tournament,
    lines_in_force,
    season_rows,
    signing_lists,
    table_digest,
)
from tournaments.seasons.scoring import UNIT
from tournaments.seasons.services import Decision, decide_tournaments, sign_off, sign_up
from tournaments.seasons.state import CandidateTournament, state_of
from tournaments.seasons.words import season_points, shown_place

FINALISTS: Final = 16
SUBSTITUTES: Final = 16
"""The number of substitutes offered after the last finalist."""
HEAVIEST: Final = 100


@answers.form_page
def season_tournaments(request: HttpRequest, key: str) -> HttpResponse:
    """Choose which tournaments count, and how much."""
    of, user = seasons_access.season_for_director(request, key)
    state = state_of(of)
    status = 200
    if request.method == "POST":
        try:
            decisions = _decisions(request, state.candidates)
            changed = decide_tournaments(of=of, decisions=decisions, by=user)
        except RuleError as error:
            status = answers.refuse(request, error)
        except ValueError:
            text = _("Enter a weight from 0 to %(most)s, for example 1 or 0.5.")
            status = answers.refuse_text(request, text % {"most": HEAVIEST})
        else:
            text = ngettext(
                "%(count)s tournament updated.",
                "%(count)s tournaments updated.",
                changed,
            )
            told = text % {"count": changed} if changed else _("Nothing changed.")
            answers.tell(request, told)
            return redirect("season_tournaments", key=of.key)
    page = SeasonTournamentsPage(
        season=of,
        choices=[
            _choice(one, request.POST)
            for one in sorted(state.candidates, key=lambda one: one.order)
        ],
        others=addable(state),
    )
    return answers.show_page(request, page, status=status)


def _choice(one: CandidateTournament, typed: Mapping[str, str]) -> TournamentChoice:
    pk = one.tournament.pk
    decided = "" if one.decided is None else "yes" if one.decided.counts else "no"
    return TournamentChoice(
        one.tournament,
        typed.get(f"counts-{pk}", decided),
        one.by_rule,
        one.counts,
        typed.get(f"weight-{pk}", season_points(one.weight))[:12],
    )


def _decisions(
    request: HttpRequest, candidates: Sequence[CandidateTournament]
) -> dict[int, Decision]:
    """Return what was typed. Raises ValueError for a weight that is no number."""
    given = request.POST
    found: dict[int, Decision] = {}
    for candidate in candidates:
        pk = candidate.tournament.pk
        said = given.get(f"counts-{pk}")
        if said is None:
            continue
        weight = _weight(given.get(f"weight-{pk}", "1"))
        if said == "yes" or (said == "" and candidate.by_rule and weight != UNIT):
            found[pk] = Decision(counts=True, weight=weight)
        else:
            found[pk] = Decision(counts=False if said == "no" else None, weight=weight)
    added = given.get("add", "")
    if added.isascii() and added.isdigit() and len(added) < 16:  # noqa: PLR2004
        found[int(added)] = Decision(counts=True)
    return found


def _weight(typed: str) -> int:
    try:
        weight = Decimal(typed.strip().replace(",", ".") or "1")
    except InvalidOperation as error:
        raise ValueError(typed) from error
    if not (weight.is_finite() and 0 <= weight <= HEAVIEST):
        raise ValueError(typed)
    return int(weight * UNIT)


@answers.form_page
def season_members(request: HttpRequest, key: str) -> HttpResponse:
    """Sign players up for a season, or off."""
    of, user = seasons_access.season_for_director(request, key)
    search = request.GET.get("q", "").replace("\x00", "").strip()[:80]
    lists = signing_lists(state_of(of), search)
    status = 200
    if request.method == "POST":
        try:
            told = _signed(request, of, lists=lists, user=user)
        except RuleError as error:
            status = answers.refuse(request, error)
        else:
            answers.tell(request, told)
            return redirect("season_members", key=of.key)
    page = SeasonMembersPage(season=of, lists=lists, search=search)
    return answers.show_page(request, page, status=status)


def _signed(
    request: HttpRequest, of: Season, *, lists: SigningLists, user: User
) -> str:
    """Carry out the act of a button; return a sentence about it."""
    if "everybody" in request.POST:
        chosen = [player.pk for player in lists.played]
    else:
        player = seasons_access.player_for_viewer(request.POST.get("player", ""))
        if "off" in request.POST:
            sign_off(of=of, player=player, by=user)
            return _("%(name)s is signed off.") % {"name": player.name}
        chosen = [player.pk]
    count = sign_up(of=of, players=chosen, by=user)
    text = ngettext(
        "%(count)s player is signed up.", "%(count)s players are signed up.", count
    )
    return text % {"count": count}


@answers.form_page
def season_close(request: HttpRequest, key: str) -> HttpResponse:
    """Close a season with its table as it is, or close it anew after corrections."""
    of, user = seasons_access.season_for_director(request, key)
    status = 200
    if request.method == "POST":
        try:
            closing = close_season(
                of=of, known=request.POST.get("known", "")[:64], by=user
            )
        except RuleError as error:
            status = answers.refuse(request, error)
        else:
            _tell_closed(request, of, closing)
            return redirect(of)
    state = state_of(of)
    page = SeasonClosePage(
        season=of,
        rows=[table_row(row) for row in season_rows(state.lines)],
        digest=table_digest(state.lines),
        running=[one.tournament for one in state.running],
        corrected=[shown_move(move) for move in shown_table(state).corrected],
        is_empty=not any(line.place for line in state.lines),
    )
    return answers.show_page(request, page, status=status)


@require_POST
def season_reopen(request: HttpRequest, key: str) -> HttpResponse:
    """Reopen a season: its table follows from the results again."""
    of, user = seasons_access.season_for_director(request, key)
    closing = closing_of(of)
    reopen_season(of=of, by=user)
    _tell_open(request, of, closing)
    return redirect(of)


@require_POST
def season_closing_undo(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Undo a closing: the season is open, or closed with the table from before it."""
    closing, user = seasons_access.closing_for_director(request, key, number)
    of = closing.season
    if not undo_closing(closing=closing, by=user):
        answers.refuse(request, SEASON_CHANGED())
    elif closing_of(of) is None:
        _tell_open(request, of, closing)
    else:
        answers.tell(
            request,
            _("%(name)s has its table from before the corrections again.")
            % {"name": of.name},
            redo_url=reverse("season_closing_restore", args=[of.key, closing.pk]),
        )
    return redirect(of)


@require_POST
def season_closing_restore(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Undo reopening, or redo a closing: the season is closed with that table."""
    closing, user = seasons_access.closing_for_director(request, key, number)
    if restore_closing(closing=closing, by=user):
        _tell_closed(request, closing.season, closing)
    else:
        answers.refuse(request, SEASON_CHANGED())
    return redirect(closing.season)


def _tell_closed(request: HttpRequest, of: Season, closing: SeasonClosing) -> None:
    answers.tell(
        request,
        _("%(name)s is closed. The table is final.") % {"name": of.name},
        undo_url=reverse("season_closing_undo", args=[of.key, closing.pk]),
    )


def _tell_open(request: HttpRequest, of: Season, closing: SeasonClosing | None) -> None:
    """Say that a season is open; undo closes it with the table that it had."""
    undo_url = ""
    if closing is not None:
        undo_url = reverse("season_closing_restore", args=[of.key, closing.pk])
    answers.tell(
        request, _("%(name)s is open again.") % {"name": of.name}, undo_url=undo_url
    )


@answers.form_page
def season_next(request: HttpRequest, key: str) -> HttpResponse:
    """Make the next season, by the same rules."""
    of, user = seasons_access.season_for_director(request, key)
    rules = rules_after(of)
    first = {
        "name": rules.name,
        "from_day": rules.from_day,
        "to_day": rules.to_day,
        "with_members": of.opt_in,
        "op": answers.new_op(),
    }
    form = FollowingForm(answers.posted(request), initial=first)
    made = answers.made_with(
        form,
        lambda: following_season(
            of=of,
            rules=replace(rules, **form.frame()),
            percent=form.cleaned_data["percent"],
            with_members=form.cleaned_data["with_members"],
            by=user,
            op=form.cleaned_data["op"],
        ),
    )
    if made is not None:
        return show_made(request, made)
    page = SeasonNextPage(season=of, form=form)
    return answers.show_page(request, page, status=answers.status_with(form))


@answers.form_page
def season_final(request: HttpRequest, key: str) -> HttpResponse:
    """Make the final of the best as a tournament."""
    of, user = seasons_access.season_for_director(request, key)
    placed = [
        row for row in season_rows(lines_in_force(state_of(of))) if row.line.place
    ]
    offered = placed[: FINALISTS + SUBSTITUTES]
    first = {
        "name": _("Final of %(name)s") % {"name": of.name},
        "date": timezone.localdate(),
        "match_length": 9,
        "players": [row.line.player for row in placed[:FINALISTS]],
        "op": answers.new_op(),
    }
    choices = [(row.line.player, _finalist(row)) for row in offered]
    form = FinalForm(answers.posted(request), choices=choices, first=first)
    made = answers.made_with(
        form,
        lambda: make_final(
            of=of,
            plan=form.plan(get_language() or ""),
            by=user,
            op=form.cleaned_data["op"],
        ),
    )
    if made is not None:
        answers.tell(request, _("Final created. Its players have been entered."))
        return redirect("tournament_desk", slug=made.slug)
    page = SeasonFinalPage(
        season=of, form=form, there=final_tournament(of), is_empty=not placed
    )
    return answers.show_page(request, page, status=answers.status_with(form))


def _finalist(row: SeasonRow) -> str:
    place = shown_place(row.line.place, shared=row.line.shared)
    return f"{place}  {row.person.name}  ({season_points(row.line.points)})"
