"""The base of all directors' pages of one tournament."""

from dataclasses import dataclass
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse

from matches.web import answers
from matches.web.answers import Page
from tournaments.structure.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPage(Page):
    """A page of a tournament, with its bar; `tab` is the one that is marked there."""

    tab: ClassVar[str] = ""

    tournament: Tournament


def show(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    *,
    tab: str = "",
    status: int = 0,
    **values: Any,
) -> HttpResponse:
    context = {"tournament": tournament, "tab": tab, **values}
    return answers.show(request, template, context, status=status)
