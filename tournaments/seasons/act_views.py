"""Acts of directors on seasons; each has a page of its own, or is one button."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.models import User
from matches.players.queries import keys_named, players_at
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.forms import saved_or_shown
from tournaments.seasons import access as seasons_access
from tournaments.seasons import services
from tournaments.seasons.errors import SEASON_CHANGED, SEASON_CLOSED
from tournaments.seasons.following import (
    final_tournament,
    following_season,
    make_final,
    rules_after,
)
from tournaments.seasons.forms import (
    FinalForm,
    FollowingForm,
    SeasonForm,
    initial_of,
    initial_of_new,
)
from tournaments.seasons.models import Season, SeasonClosing
from tournaments.seasons.presets import CARDS, card_named
from tournaments.seasons.scoring import UNIT
from tournaments.seasons.state import (
    CandidateTournament,
    SeasonMove,
    moves_between,
    state_of,
)
from tournaments.seasons.words import season_place, season_points

FINALISTS: Final = 16
SUBSTITUTES: Final = 16
"""The number of substitutes offered after the last finalist."""
HEAVIEST: Final = 100
FOUND: Final = 40


@answers.form_page
def season_new(request: HttpRequest) -> HttpResponse:
    """Show the cards of a new season; with one chosen, its form."""
    user = seasons_access.editor(request)
    card = card_named(request.GET.get("card", ""))
    if card is None and request.method != "POST":
        return _shown(request, "cards", cards=CARDS)
    chosen = card or CARDS[0]
    first = initial_of_new(chosen.scoring, opt_in=chosen.opt_in)
    form = SeasonForm(answers.posted(request), initial=first)
    made = answers.made_with(
        form,
        lambda: services.make_season(
            rules=form.rules(), by=user, op=form.cleaned_data["op"]
        ),
    )
    if made is not None:
        return _made(request, made)
    values = {"form": form, "season": None, "card": card, "moves": None}
    return _shown(request, "edit", answers.status_with(form), **values)


@answers.form_page
def season_change(request: HttpRequest, key: str) -> HttpResponse:
    of, user = seasons_access.season_for_director(request, key)
    form = SeasonForm(
        answers.posted(request), initial=initial_of(services.season_rules(of))
    )
    values = {"form": form, "season": of, "card": None, "moves": None}
    if of.is_closed:
        status = answers.refuse(request, SEASON_CLOSED())
        if request.method != "POST":
            return redirect(of)
        return _shown(request, "edit", status, **values)
    sent = saved_or_shown(
        request,
        form,
        save=lambda: services.change_season(
            of=of, rules=form.rules(), known=form.cleaned_data["known"], by=user
        ),
        effects=lambda: _moves(of, form.rules()),
    )
    if sent.said:
        answers.tell(request, sent.said)
        return redirect(of)
    values |= {"form": sent.form, "moves": sent.effects}
    return _shown(request, "edit", sent.status, **values)


def _moves(of: Season, rules: services.SeasonRules) -> list[SeasonMove]:
    changed = rules.applied_to(copy(of))
    return moves_between(state_of(of).lines, state_of(changed).lines)


@answers.form_page
def season_tournaments(request: HttpRequest, key: str) -> HttpResponse:
    of, user = seasons_access.season_for_director(request, key)
    state = state_of(of)

    def decide() -> str:
        decisions = _decisions(request.POST, state.candidates)
        changed = services.decide_tournaments(of=of, decisions=decisions, by=user)
        text = ngettext(
            "%(count)s tournament updated.", "%(count)s tournaments updated.", changed
        )
        return text % {"count": changed} if changed else _("Nothing was changed.")

    try:
        status = _status_after(request, decide)
    except ValueError:
        text = _("Enter a weight from 0 to %(most)s, for example 1 or 0.5.")
        status = answers.refuse_text(request, text % {"most": HEAVIEST})
    if status == HTTPStatus.FOUND:
        return redirect("season_tournaments", key=of.key)
    choices = [_choice(one, request.POST) for one in state.candidates]
    values = {"season": of, "choices": choices, "others": state.addable()}
    return _shown(request, "tournaments", status, **values)


def _choice(
    one: CandidateTournament, typed: Mapping[str, str]
) -> tuple[CandidateTournament, str, str]:
    """Return a tournament, the decision about it as typed or stored, and its weight."""
    pk = one.tournament.pk
    decided = "" if one.decided is None else "yes" if one.decided.counts else "no"
    weight = typed.get(f"weight-{pk}", season_points(one.weight))
    return one, typed.get(f"counts-{pk}", decided), weight[:12]


def _decisions(
    typed: Mapping[str, str], candidates: Sequence[CandidateTournament]
) -> dict[int, services.Decision]:
    """Return what was typed. Raises ValueError for a weight that is no number."""
    decisions: dict[int, services.Decision] = {}
    for candidate in candidates:
        pk = candidate.tournament.pk
        said = typed.get(f"counts-{pk}")
        if said is None:
            continue
        weight = _weight(typed.get(f"weight-{pk}", "1"))
        if said == "yes" or (said == "" and candidate.by_rule and weight != UNIT):
            decisions[pk] = (True, weight)
        else:
            decisions[pk] = (False, weight) if said == "no" else None
    added = typed.get("add", "")
    if added.isascii() and added.isdigit() and len(added) < 16:  # noqa: PLR2004
        decisions[int(added)] = (True, UNIT)
    return decisions


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
    of, user = seasons_access.season_for_director(request, key)
    state = state_of(of)
    members = set(state.members or ())
    missing = state.players - members
    status = _status_after(request, lambda: _signed(request, of, missing, by=user))
    if status == HTTPStatus.FOUND:
        return redirect("season_members", key=of.key)
    search = request.GET.get("q", "").replace("\x00", "").strip()[:80]
    matching = keys_named(search)[:FOUND] if search else ()
    return _shown(
        request,
        "members",
        status,
        season=of,
        members=players_at(members),
        played=players_at(missing),
        matching=players_at(pk for pk in matching if pk not in members),
        search=search,
    )


def _signed(request: HttpRequest, of: Season, missing: set[int], *, by: User) -> str:
    """Carry out the act of a button; return a sentence about it."""
    chosen = missing
    if "everybody" not in request.POST:
        player = seasons_access.player_for_viewer(request.POST.get("player", ""))
        if "off" in request.POST:
            services.sign_off(of=of, player=player, by=by)
            return _("%(name)s is signed off.") % {"name": player.name}
        chosen = {player.pk}
    count = services.sign_up(of=of, players=chosen, by=by)
    text = ngettext(
        "%(count)s player is signed up.", "%(count)s players are signed up.", count
    )
    return text % {"count": count}


def _status_after(request: HttpRequest, act: Callable[[], str]) -> int:
    """Carry out a POST and tell its sentence.

    Returns FOUND if it is done, else the status of the page that shows the form.
    """
    if request.method != "POST":
        return HTTPStatus.OK
    try:
        answers.tell(request, act())
    except RuleError as error:
        return answers.refuse(request, error)
    return HTTPStatus.FOUND


@answers.form_page
def season_close(request: HttpRequest, key: str) -> HttpResponse:
    of, user = seasons_access.season_for_director(request, key)
    status = 200
    if request.method == "POST":
        shown = request.POST.get("known", "")[:64]
        try:
            closing = services.close_season(of=of, known=shown, by=user)
        except RuleError as error:
            status = answers.refuse(request, error)
        else:
            _tell_closed(request, closing)
            return redirect(of)
    state = state_of(of)
    is_empty = not any(line.place for line in state.lines)
    is_settled = of.is_closed and not state.corrected
    return _shown(
        request,
        "close",
        status,
        season=of,
        state=state,
        is_empty=is_empty,
        is_settled=is_settled,
        can_close=not (state.running or is_empty or is_settled),
    )


@require_POST
def season_reopen(request: HttpRequest, key: str) -> HttpResponse:
    """Reopen a season: its table follows from the results again."""
    of, user = seasons_access.season_for_director(request, key)
    closing = of.closing()
    services.reopen_season(of=of, by=user)
    _tell_open(request, of, closing)
    return redirect(of)


@require_POST
def season_closing_undo(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Undo a closing: the season is open, or closed with the table from before it."""
    closing, user = seasons_access.closing_for_director(request, key, number)
    of = closing.season
    if not services.undo_closing(closing=closing, by=user):
        answers.refuse(request, SEASON_CHANGED())
    elif of.closing() is None:
        _tell_open(request, of, closing)
    else:
        text = _("%(name)s has its table from before the corrections again.")
        redo_url = reverse("season_closing_restore", args=[of.key, closing.pk])
        answers.tell(request, text % {"name": of.name}, redo_url=redo_url)
    return redirect(of)


@require_POST
def season_closing_restore(request: HttpRequest, key: str, number: int) -> HttpResponse:
    """Undo reopening, or redo a closing: the season is closed with that table."""
    closing, user = seasons_access.closing_for_director(request, key, number)
    if services.restore_closing(closing=closing, by=user):
        _tell_closed(request, closing)
    else:
        answers.refuse(request, SEASON_CHANGED())
    return redirect(closing.season)


def _tell_closed(request: HttpRequest, closing: SeasonClosing) -> None:
    of = closing.season
    text = _("%(name)s is closed. The table is final.") % {"name": of.name}
    undo_url = reverse("season_closing_undo", args=[of.key, closing.pk])
    answers.tell(request, text, undo_url=undo_url)


def _tell_open(request: HttpRequest, of: Season, closing: SeasonClosing | None) -> None:
    """Say that a season is open; undo closes it with the table that it had."""
    undo_url = ""
    if closing is not None:
        undo_url = reverse("season_closing_restore", args=[of.key, closing.pk])
    text = _("%(name)s is open again.") % {"name": of.name}
    answers.tell(request, text, undo_url=undo_url)


@answers.form_page
def season_next(request: HttpRequest, key: str) -> HttpResponse:
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
        return _made(request, made)
    return _shown(request, "next", answers.status_with(form), season=of, form=form)


@answers.form_page
def season_final(request: HttpRequest, key: str) -> HttpResponse:
    of, user = seasons_access.season_for_director(request, key)
    placed = [(line, player) for line, player in state_of(of).table if line.place]
    first = {
        "name": _("Final of %(name)s") % {"name": of.name},
        "date": timezone.localdate(),
        "match_length": 9,
        "players": [line.player for line, _player in placed[:FINALISTS]],
        "op": answers.new_op(),
    }
    choices = [
        (
            player.pk,
            f"{season_place(line)}  {player.name}  ({season_points(line.points)})",
        )
        for line, player in placed[: FINALISTS + SUBSTITUTES]
    ]
    form = FinalForm(answers.posted(request), choices=choices, first=first)
    made = answers.made_with(
        form,
        lambda: make_final(
            of=of,
            plan=form.plan(get_language() or ""),
            players=form.finalists(),
            by=user,
            op=form.cleaned_data["op"],
        ),
    )
    if made is not None:
        answers.tell(request, _("Final created. Its players have been entered."))
        return redirect("tournament_desk", slug=made.slug)
    values = {"season": of, "form": form, "is_empty": not placed}
    status, there = answers.status_with(form), final_tournament(of)
    return _shown(request, "final", status, there=there, **values)


@require_POST
def season_remove(request: HttpRequest, key: str) -> HttpResponse:
    """Remove a season; it can be restored."""
    of, user = seasons_access.season_for_director(request, key, removed=True)
    services.remove_season(of=of, by=user)
    text = _("Season %(name)s removed.") % {"name": of.name}
    undo_url = reverse("season_restore", args=[of.key])
    answers.tell(request, text, undo_url=undo_url)
    return redirect("seasons")


@require_POST
def season_restore(request: HttpRequest, key: str) -> HttpResponse:
    of, user = seasons_access.season_for_director(request, key, removed=True)
    services.restore_season(of=of, by=user)
    answers.tell(request, _("Season %(name)s restored.") % {"name": of.name})
    return redirect(of)


def _made(request: HttpRequest, made: Season) -> HttpResponse:
    text = _("Season %(name)s created.") % {"name": made.name}
    answers.tell(request, text, undo_url=reverse("season_remove", args=[made.key]))
    return redirect(made)


def _shown(
    request: HttpRequest, name: str, status: int = 200, **context: Any
) -> HttpResponse:
    template = f"tournaments/seasons/{name}.html"
    return render(request, template, context, status=status)
