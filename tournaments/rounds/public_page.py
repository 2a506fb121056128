"""Header, fragment and polling of the public pages of a stage."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.web import answers
from matches.web.answers import Page
from tournaments.rounds import access as rounds_access
from tournaments.rounds.access import PublicHeader
from tournaments.rounds.list_parts import part_of
from tournaments.rounds.rests import acceleration_in, resting_in
from tournaments.rounds.rows import round_view, texts_of
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage, Tournament
from tournaments.structure.queries import FIRST, stage_url


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicPage(Page):
    """A public page of a tournament, for the stage in its header, as of `mark`.

    `tab` is the one that is marked in its bar.
    """

    tab: ClassVar[str] = "rounds"

    header: PublicHeader
    mark: TournamentMark

    @property
    def tournament(self) -> Tournament:
        return self.header.tournament

    @property
    def stage(self) -> Stage:
        return self.header.stage

    @property
    def stages(self) -> Sequence[Stage]:
        return self.header.stages

    @property
    def rounds(self) -> Sequence[int]:
        return self.header.rounds

    @property
    def phase(self) -> str:
        return self.header.phase

    @property
    def is_before(self) -> bool:
        return self.phase == "before"

    @property
    def address(self) -> str:
        raise NotImplementedError

    @property
    def poll_url(self) -> str:
        """The address that the page polls, "" once the tournament is closed."""
        if self.tournament.is_closed:
            return ""
        joined = "&" if "?" in self.address else "?"
        return f"{self.address}{joined}f={self.mark.text}"


@require_safe
def round_page(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    mark, header = rounds_access.visit_for_public(request, slug, stage)
    if header is None:
        return answers.unchanged()
    shown = round_view(rounds_access.round_for_public(header.stage, number))
    part = part_of(request.GET, shown.rows, texts_of)
    return show_public(
        request,
        "tournaments/rounds/round.html",
        header=header,
        mark=mark,
        address=part.at(stage_url(header.stage, "round", number)),
        round=shown,
        part=part,
        resting=resting_in(header.stage, number),
        acceleration=acceleration_in(header.stage, number),
    )


def show_public(
    request: HttpRequest,
    template: str,
    *,
    header: PublicHeader,
    mark: TournamentMark,
    address: str = "",
    tab: str = "rounds",
    **values: Any,
) -> HttpResponse:
    """Render a public page of the stage in its header, as of `mark`.

    `address` is polled, until the tournament is closed, for the part of the page whose
    template has the same name with an underscore in front.
    """
    tournament, phase = header.tournament, header.phase
    folder, _, name = template.rpartition("/")
    fragment = f"{folder}/_{name}" if address else ""
    joined = "&" if "?" in address else "?"
    page = SimpleNamespace(
        header=header,
        mark=mark,
        tournament=tournament,
        stage=header.stage,
        stages=header.stages,
        rounds=header.rounds,
        phase=phase,
        is_before=phase == "before",
        fragment=fragment,
        poll_url="" if tournament.is_closed else f"{address}{joined}f={mark.text}",
        **values,
    )
    context = {"page": page, "tab": tab, "tournament": tournament}
    stop = bool(fragment) and answers.is_fragment(request) and phase == "after"
    status = answers.OVER if stop else 200
    return answers.show(request, template, context, fragment=fragment, status=status)


def live(request: HttpRequest, page: PublicPage) -> HttpResponse:
    """Return a page, or its fragment for a poll.

    The poll of a closed tournament gets the status that ends polling.
    """
    stop = answers.is_fragment(request) and page.phase == "after"
    return answers.show_page(request, page, status=answers.OVER if stop else 200)
