"""Header, fragment and polling of the public pages of a stage."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.web import answers
from matches.web.answers import Page
from tournaments.rounds import access as rounds_access
from tournaments.rounds.acceleration import acceleration_in
from tournaments.rounds.header import PublicHeader
from tournaments.rounds.list_parts import ListPart, part_of
from tournaments.rounds.rests import RestRow, resting_in
from tournaments.rounds.rows import PairingRow, RoundView, round_view, texts_of
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRoundPage(PublicPage):
    """A published round: pairings, tables and results."""

    template = "tournaments/rounds/round.html"
    fragment = "tournaments/rounds/_round.html"

    round: RoundView
    part: ListPart[PairingRow]
    resting: Sequence[RestRow]
    acceleration: str

    @property
    def address(self) -> str:
        return self.part.at(stage_url(self.stage, "round", self.round.round.number))


@require_safe
def round_page(
    request: HttpRequest, slug: str, number: int, *, stage: int = FIRST
) -> HttpResponse:
    """Show a published round: pairings, tables and results."""
    mark, header = rounds_access.visit_for_public(request, slug, stage)
    if header is None:
        return answers.unchanged()
    shown = round_view(rounds_access.round_for_public(header.stage, number))
    page = PublishedRoundPage(
        header=header,
        mark=mark,
        round=shown,
        part=part_of(request.GET, shown.rows, texts_of),
        resting=resting_in(header.stage, number),
        acceleration=acceleration_in(header.stage, number),
    )
    return live(request, page)


def live(request: HttpRequest, page: PublicPage) -> HttpResponse:
    """Return a page, or its fragment for a poll.

    The poll of a closed tournament gets the status that ends polling.
    """
    stop = answers.is_fragment(request) and page.phase == "after"
    return answers.show_page(request, page, status=answers.OVER if stop else 200)
