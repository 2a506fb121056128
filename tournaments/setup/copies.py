"""A new tournament like another one, with its players if that is wanted."""

from dataclasses import replace
from datetime import date as Date  # noqa: N812 - `date` is a field here
from datetime import timedelta
from typing import Final

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from tournaments.entries.services import add_entries
from tournaments.setup.house_form import date_field, tournament_name_field
from tournaments.setup.queries import structure_of
from tournaments.setup.services import TournamentPlan, create_tournament
from tournaments.structure.details import EventDetails
from tournaments.structure.models import Entry, Tournament
from tournaments.structure.queries import main_stage, rules_of

A_WEEK: Final = timedelta(days=7)


class CopyForm(forms.Form):
    """Name and date of the copy, and whether the same players are entered."""

    name = tournament_name_field()
    date = date_field()
    with_players = forms.BooleanField(
        label=_("Copy the players too"),
        help_text=_("All who have not withdrawn. No one is checked in."),
        required=False,
    )

    def __init__(
        self, data: QueryDict | None, tournament: Tournament, *, today: Date
    ) -> None:
        super().__init__(data)
        date = next_date(tournament.date, today)
        self.initial = {"name": name_at(tournament, date), "date": date}


def next_date(before: Date, today: Date) -> Date:
    """Return the same day of the week, from today on and after the one before."""
    weeks = max(1, -(-(today - before).days // A_WEEK.days))
    return _later(before, weeks * A_WEEK) or before


def name_at(tournament: Tournament, date: Date) -> str:
    """Return the name of a tournament, with another date where it tells one."""
    told = date_format(tournament.date, "MONTH_DAY_FORMAT")
    return tournament.name.replace(told, date_format(date, "MONTH_DAY_FORMAT"))


def copy_tournament(
    *,
    tournament: Tournament,
    name: str,
    date: Date,
    with_players: bool,
    by: User,
    op: str = "",
) -> Tournament:
    """Create a tournament like another one, at another date; all of it or nothing.

    Rules, structure and details are the same. `op` is the key of the form: sent twice,
    it returns the tournament that it made.
    """
    structure = structure_of(tournament)
    rules, first = rules_of(main_stage(tournament).division), structure.first
    plan = TournamentPlan(
        name=name,
        date=date,
        language=tournament.language,
        second_language=tournament.second_language,
        format=first.format,
        match_length=first.match_length,
        rounds=first.rounds,
        lengths=first.lengths,
        profile=rules.profile,
        reporting=rules.reporting,
        equity_table=rules.equity_table,
        rated=rules.rated,
        divisions=structure.divisions,
        details=_moved(tournament, date),
    )
    with transaction.atomic():
        made = create_tournament(plan=plan, by=by, op=op)
        if with_players and not Entry.objects.filter(tournament=made).exists():
            _enter(tournament, made, by=by)
    return made


def _moved(tournament: Tournament, date: Date) -> EventDetails:
    details = EventDetails.of(tournament)
    if details.end_date is None:
        return details
    return replace(details, end_date=_later(date, details.end_date - tournament.date))


def _later(day: Date, by: timedelta) -> Date | None:
    """Return a later day, None after the last one that there is."""
    try:
        return day + by
    except OverflowError:
        return None


def _enter(tournament: Tournament, made: Tournament, *, by: User) -> None:
    divisions = tournament.divisions.order_by("number")
    entries = Entry.objects.active().filter(tournament=tournament, again=0)
    for number, division in enumerate(divisions, start=1):
        in_order = entries.filter(division=division).select_related("player")
        add_entries(
            tournament=made,
            known=[entry.player for entry in in_order.order_by("number")],
            new=(),
            here=False,
            division=number,
            by=by,
        )
