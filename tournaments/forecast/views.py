"""The public page of forecasts, and the page on which directors switch them on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.web import answers
from tournaments.forecast.queries import (
    ForecastTable,
    forecast_tables,
    is_up_to_date,
    newest_forecast,
)
from tournaments.forecast.services import show_forecasts
from tournaments.rounds import access as rounds_access
from tournaments.rounds.public_page import PublicPage, live
from tournaments.structure import access as structure_access
from tournaments.structure.page import TournamentPage

FIRST: Final = 4
MOST_FIRST: Final = 64


class ForecastForm(forms.Form):
    """For how many first places chances are shown."""

    first = forms.IntegerField(
        label=gettext_lazy("Top places"),
        min_value=1,
        max_value=MOST_FIRST,
        help_text=gettext_lazy(
            "Number of top places shown in the forecast, besides the winner."
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastPage(PublicPage):
    """The chances of everybody."""

    template = "tournaments/forecast/forecast.html"
    fragment = "tournaments/forecast/_forecast.html"
    tab = "standings"

    tables: Sequence[ForecastTable]
    newest: int
    is_new: bool

    @property
    def address(self) -> str:
        """The address of this page."""
        return reverse("forecast", args=[self.tournament.slug])

    @property
    def poll_url(self) -> str:
        """The address that the page polls for new facts and forecasts."""
        if self.tournament.is_closed and self.is_new:
            return ""
        return f"{self.address}?f={self.mark.text}-{self.newest}"

    @property
    def has_divisions(self) -> bool:
        """Whether the divisions are told apart."""
        return len(self.tables) > 1

    @property
    def is_waiting(self) -> bool:
        """Whether a result has come since the forecast that is shown."""
        return bool(self.tables) and not self.is_new


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastSettingsPage(TournamentPage):
    """The page that explains forecasts, with the form that switches them on."""

    template = "tournaments/forecast/settings.html"

    form: ForecastForm


@require_safe
def forecast(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the forecasts of a tournament. Raises Http404: none are made."""
    mark = structure_access.mark_for_public(request, slug)
    newest = newest_forecast(mark.tournament_id)
    if answers.polled_mark(request) == f"{mark.text}-{newest}":
        return answers.unchanged()
    header = rounds_access.header_for_public(mark)
    if header.tournament.forecast_first is None:
        raise Http404
    page = ForecastPage(
        header=header,
        mark=mark,
        tables=forecast_tables(header.tournament),
        newest=newest,
        is_new=is_up_to_date(header.tournament, mark),
    )
    return live(request, page)


@answers.form_page
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Switch the forecasts on, or change for how many places they are."""
    tournament, user = structure_access.tournament_for_director(request, slug)
    initial = {"first": tournament.forecast_first or FIRST}
    form = ForecastForm(answers.posted(request), initial=initial)
    status = 200
    if request.method == "POST":
        if "off" in request.POST:
            show_forecasts(tournament, None, by=user)
            answers.tell(request, _("Forecasts are no longer public."))
            return redirect("forecast_settings", slug=slug)
        if form.is_valid():
            show_forecasts(tournament, form.cleaned_data["first"], by=user)
            answers.tell(request, _("Forecasts are now public."))
            return redirect("forecast_settings", slug=slug)
        status = answers.REFUSED
    page = ForecastSettingsPage(tournament=tournament, form=form)
    return answers.show_page(request, page, status=status)
