"""Pages and forms of late entry, withdrawal and no-show."""

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts.roles import Act
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.engine import format_named
from tournaments.engine.state import Rest
from tournaments.entries.errors import REST_IMPOSSIBLE
from tournaments.entries.forms import EntryForm, RestForm
from tournaments.entries.options import apply as options
from tournaments.entries.options import withdraw as participation_withdraw
from tournaments.entries.options.apply import Applied, apply_option
from tournaments.entries.options.plan import options_of
from tournaments.entries.queries import (
    entry_rows,
    first_stage,
    next_round,
    other_entries,
    other_players,
)
from tournaments.entries.rests import (
    answer_ask,
    ask_again,
    ask_rest,
    terms_in,
    withdraw_rest,
)
from tournaments.entries.views import entries_url, show_refused
from tournaments.entries.wishes import (
    change_entry,
    is_to_be_drawn,
    keep_families_apart,
    never_met,
    takes_wishes,
    unmindful_stage,
)
from tournaments.rounds import engine_state
from tournaments.rounds.rests import KINDS, rest_rows
from tournaments.structure import access as structure_access
from tournaments.structure.models import Entry, Placing, Tournament
from tournaments.structure.queries import stage_label, stage_url

ACCEPT: Final = "accept"
REASON_LENGTH: Final = 120
ASK_ANSWERS: Final = frozenset({ACCEPT, "decline", *KINDS})
"""The answers to a request of a player; a kind means that it waits again."""


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraw an entry, between rounds or during one."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    entry = structure_access.entry_for_director(tournament, number)
    try:
        name = participation_withdraw.withdraw(
            tournament=tournament, number=number, by=user
        )
    except RuleError as error:
        return show_refused(request, entry.division, error)
    answers.tell(
        request,
        _("%(name)s has withdrawn and will not be drawn again.") % {"name": name},
        undo_url=reverse("reinstate", args=[slug, number]),
    )
    row = next(
        row
        for row in entry_rows(first_stage(entry.division))
        if row.entry.number == number
    )
    if row.open_label:
        messages.warning(
            request,
            _("Their match %(label)s is still open: enter its result or a walkover.")
            % {"label": row.open_label},
        )
    return redirect(entries_url(entry.division))


@require_POST
def reinstate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Undo a withdrawal."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    entry = structure_access.entry_for_director(tournament, number)
    try:
        name = participation_withdraw.reinstate(
            tournament=tournament, number=number, by=user
        )
    except RuleError as error:
        return show_refused(request, entry.division, error)
    answers.tell(request, _("%(name)s reinstated.") % {"name": name})
    return redirect(entries_url(entry.division))


@answers.form_page
def entry_options(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the situation and the options of an entry, or apply the chosen option."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    entry = structure_access.entry_for_director(tournament, number)
    if request.method != "POST":
        return _show(request, tournament, entry)
    chosen = request.POST.get("choice", "")[:80]
    reason = " ".join(request.POST.get("reason", "").split())[:REASON_LENGTH]
    if not chosen:
        status = answers.refuse_text(request, _("Choose an option."))
        return _show(request, tournament, entry, status=status)
    try:
        applied = apply_option(
            tournament=tournament,
            number=number,
            chosen=chosen,
            reason=reason,
            by=user,
        )
    except RuleError as error:
        status = answers.refuse(request, error)
        return _show(request, tournament, entry, status=status)
    return _done(request, tournament, entry, applied=applied)


@require_POST
def enter_again(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let the player of an entry that is out enter again, with one press."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    entry = structure_access.entry_for_director(tournament, number)
    try:
        applied = options.reenter(entry, by=user)
    except RuleError as error:
        status = answers.refuse(request, error)
        return _show(request, tournament, entry, status=status)
    return _done(request, tournament, entry, applied=applied)


@require_POST
def entry_change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change the wishes of an entry, or switch on that families are kept apart."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    entry = structure_access.entry_for_director(tournament, number)
    if "apart" in request.POST:
        return _keep_apart(request, tournament, entry)
    form = _form(entry, request.POST)
    if not form.is_valid():
        return _show(request, tournament, entry, form=form, status=answers.REFUSED)
    try:
        change_entry(
            tournament=tournament,
            number=number,
            family=form.cleaned_data["family"],
            wants_bye=form.cleaned_data.get("wants_bye"),
            never=form.cleaned_data.get("never"),
            by=user,
        )
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        status = answers.status_of(error)
        return _show(request, tournament, entry, form=form, status=status)
    answers.tell(request, _("The entry of %(name)s is saved.") % {"name": entry.player})
    return redirect("entry_options", slug=slug, number=number)


@require_POST
def entry_rest(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Note that an entry sits out a round, or take that back."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    entry = structure_access.entry_for_director(tournament, number)
    what: dict[str, Any] = {"tournament": tournament, "number": number, "by": user}
    taken_back = request.POST.get("back", "")[:4]
    if taken_back.isdecimal():
        values = {"name": entry.player, "round": int(taken_back)}
        try:
            withdraw_rest(**what, round_number=int(taken_back))
        except RuleError as error:
            status = answers.refuse(request, error)
            return _show(request, tournament, entry, status=status)
        answers.tell(
            request, _("%(name)s will play round %(round)s after all.") % values
        )
        return redirect("entry_options", slug=slug, number=number)
    stage = first_stage(entry.division)
    terms = terms_in(stage, engine_state.load(stage))
    if terms is None:
        status = answers.refuse(request, REST_IMPOSSIBLE())
        return _show(request, tournament, entry, status=status)
    form = RestForm(request.POST, terms=terms)
    if not form.is_valid():
        return _show(request, tournament, entry, rest_form=form, status=answers.REFUSED)
    chosen = form.cleaned_data["round"]
    try:
        ask_rest(**what, round_number=chosen, kind=form.cleaned_data["kind"])
    except RuleError as error:
        form.add_error(None, answers.sentence(error))
        status = answers.status_of(error)
        return _show(request, tournament, entry, rest_form=form, status=status)
    values = {"name": entry.player, "round": chosen}
    answers.tell(request, _("%(name)s sits out round %(round)s.") % values)
    return redirect("entry_options", slug=slug, number=number)


@require_POST
def entry_ask(
    request: HttpRequest, slug: str, *, number: int, round_number: int, answer: str
) -> HttpResponse:
    """Answer a player's request, or let it wait again."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.ENTRIES
    )
    entry = structure_access.entry_for_director(tournament, number)
    if answer not in ASK_ANSWERS:
        raise Http404
    what: dict[str, Any] = {
        **{"tournament": tournament, "number": number},
        **{"round_number": round_number, "by": user},
    }
    kind = entry.asks_for.get(round_number, "")
    values = {"name": entry.player, "round": round_number}
    try:
        if answer in KINDS:
            ask_again(**what, kind=answer)
            answers.tell(request, _("%(name)s requests it again.") % values)
        else:
            answer_ask(**what, accepted=answer == ACCEPT)
            told = _("Declined: %(name)s plays round %(round)s.")
            if answer == ACCEPT:
                told = _("%(name)s sits out round %(round)s.")
            undo = reverse("entry_ask", args=[slug, number, round_number, kind])
            answers.tell(request, told % values, undo_url=undo)
    except RuleError as error:
        status = answers.refuse(request, error)
        return _show(request, tournament, entry, status=status)
    if request.POST.get("back") == "draw":
        return redirect(stage_url(first_stage(entry.division), "draw"))
    return redirect("entry_options", slug=slug, number=number)


def _keep_apart(
    request: HttpRequest, tournament: Tournament, entry: Entry
) -> HttpResponse:
    """Make the first stage keep families apart."""
    user = structure_access.tournament_for_director(
        request, tournament.slug, Act.ENTRIES
    )[1]
    try:
        stage = keep_families_apart(tournament=tournament, number=entry.number, by=user)
    except RuleError as error:
        status = answers.refuse(request, error)
        return _show(request, tournament, entry, status=status)
    if stage is not None:
        answers.tell(
            request,
            _("%(stage)s keeps family members apart from the next draw on.")
            % {"stage": stage_label(stage)},
        )
    return redirect("entry_options", slug=tournament.slug, number=entry.number)


def _done(
    request: HttpRequest, tournament: Tournament, entry: Entry, *, applied: Applied
) -> HttpResponse:
    slug = tournament.slug
    answers.tell(
        request,
        f"{entry.player.name}: {applied.choice.title}",
        undo_url=reverse("amendment_undo", args=[slug, applied.undo.pk]),
    )
    if applied.entry is None or applied.entry.placing != Placing.WAITS:
        return redirect(_list_url(applied.entry or entry))
    return redirect("entry_options", slug=slug, number=applied.entry.number)


def _list_url(entry: Entry) -> str:
    url = entries_url(entry.division, at=[entry.number])
    return url if "#" in url else f"{url}#entry-{entry.number}"


def _form(entry: Entry, data: object = None) -> EntryForm:
    stage = first_stage(entry.division)
    coming = next_round(stage)
    return EntryForm(
        data,
        others=other_players(entry),
        has_never="forbidden" in format_named(stage.format).options,
        has_byes=not format_named(stage.format).is_endless,
        is_to_be_drawn=is_to_be_drawn(stage, coming),
        initial={
            "family": entry.family,
            "wants_bye": entry.bye_round == coming,
            "never": never_met(entry, stage),
        },
    )


def _show(
    request: HttpRequest,
    tournament: Tournament,
    entry: Entry,
    *,
    form: EntryForm | None = None,
    rest_form: RestForm | None = None,
    status: int = 200,
) -> HttpResponse:
    unmindful = unmindful_stage(entry)
    view = options_of(entry)
    terms = terms_in(view.first, view.state)
    if rest_form is None and terms is not None and terms.rounds:
        rest_form = RestForm(terms=terms)
    rests = [Rest(one, entry.number, kind) for one, kind in entry.sits_out.items()]
    rows = rest_rows(view.state, rests, {entry.number: entry.player.name})
    coming = view.state.next_round
    asked = [
        Rest(one, entry.number, kind)
        for one, kind in entry.asks_for.items()
        if one >= coming and kind in KINDS
    ]
    shown = form or _form(entry)
    context = {
        "tournament": tournament,
        "tab": "entries",
        "view": view,
        "entry": entry,
        "form": shown,
        "takes_wishes": "wants_bye" in shown.fields or takes_wishes(entry),
        "other_entries": other_entries(entry),
        "apart_stage": "" if unmindful is None else stage_label(unmindful),
        "rests": [(row, row.round >= coming) for row in rows] if terms else [],
        "asked": rest_rows(view.state, asked, {entry.number: entry.player.name})
        if terms and entry.withdrawn_at is None
        else [],
        "rest_form": rest_form if entry.withdrawn_at is None else None,
        "terms": terms,
        "chosen": request.POST.get("choice", ""),
        "reason": request.POST.get("reason", ""),
        "list_url": _list_url(entry),
    }
    return answers.show(
        request,
        "tournaments/entries/options/choices.html",
        context,
        fragment="tournaments/entries/options/_choices.html",
        status=status,
    )
