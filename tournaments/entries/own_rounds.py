"""The page on which players ask to sit out rounds, behind the personal link."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from matches.players import identity as players_access
from matches.players.models import Player
from matches.rules.refusals import RuleError
from matches.web import answers
from tournaments.engine.state import Rest
from tournaments.entries.errors import REST_IMPOSSIBLE
from tournaments.entries.forms import RestForm
from tournaments.entries.queries import first_stage
from tournaments.entries.rests import (
    ask_by_phone,
    take_back_ask,
    terms_in,
)
from tournaments.rounds import engine_state
from tournaments.rounds.rests import KINDS, RestRow, rest_rows
from tournaments.structure import access as structure_access
from tournaments.structure.models import Entry


@answers.form_page
def own_rounds(
    request: HttpRequest, link_key: str, slug: str, *, number: int
) -> HttpResponse:
    """Show the rounds that a player sits out; let them ask for one, or take it back."""
    player = players_access.player_of_link(link_key)
    entry = structure_access.entry_of_player(player, slug, number)
    if request.method != "POST":
        return _show(request, player, entry)
    taken_back = request.POST.get("back", "")[:4]
    form, stage = None, first_stage(entry.division)
    try:
        if taken_back.isdecimal():
            take_back_ask(
                tournament=entry.tournament,
                number=number,
                round_number=int(taken_back),
            )
            return redirect("own_rounds", link_key=link_key, slug=slug, number=number)
        terms = terms_in(stage, engine_state.load(stage))
        if terms is None:
            raise REST_IMPOSSIBLE()
        form = RestForm(request.POST, terms=terms)
        if not form.is_valid():
            return _show(request, player, entry, form=form, status=answers.REFUSED)
        chosen = form.cleaned_data["round"]
        ask_by_phone(
            tournament=entry.tournament,
            number=number,
            round_number=chosen,
            kind=form.cleaned_data["kind"],
        )
    except RuleError as error:
        status = answers.status_of(error)
        if form is None:
            answers.refuse(request, error)
        else:
            form.add_error(None, answers.sentence(error))
        return _show(request, player, entry, form=form, status=status)
    answers.tell(
        request,
        _("You have requested a bye in round %(round)s. A director will answer.")
        % {"round": chosen},
    )
    return redirect("own_rounds", link_key=link_key, slug=slug, number=number)


def _show(
    request: HttpRequest,
    player: Player,
    entry: Entry,
    *,
    form: RestForm | None = None,
    status: int = 200,
) -> HttpResponse:
    stage = first_stage(entry.division)
    state = engine_state.load(stage)
    terms = terms_in(stage, state)
    is_open = entry.withdrawn_at is None and not entry.tournament.is_closed
    if form is None and terms is not None and terms.rounds and is_open:
        form = RestForm(terms=terms)
    names = {entry.number: entry.player.name}

    def row(number: int, kind: str) -> RestRow:
        return rest_rows(state, [Rest(number, entry.number, kind)], names)[0]

    context = {
        "tournament": entry.tournament,
        "player": player,
        "rests": [row(*one) for one in entry.sits_out.items()] if terms else [],
        "asks": [
            # None once a director has declined.
            (number, row(number, kind) if kind in KINDS else None)
            for number, kind in entry.asks_for.items()
            if terms is not None and number >= terms.coming
        ],
        "form": form,
        "terms": terms,
    }
    template = "tournaments/entries/own_rounds.html"
    return answers.show(request, template, context, status=status)
