"""The page that explains a pairing, a float or a bye."""

from dataclasses import dataclass
from typing import Final

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.accounts.roles import Act
from matches.web import answers
from matches.web.heavy import heavy
from tournaments.draws.why import Reasons, draw_to_explain, reasons_of
from tournaments.rounds import access as rounds_access
from tournaments.rounds.models import Draw
from tournaments.rounds.public_page import PublicPage
from tournaments.structure import access as structure_access
from tournaments.structure.marks import TournamentMark
from tournaments.structure.models import Stage

A_DAY: Final = 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyPage(PublicPage):
    """The reasons of one pairing of a draw."""

    template = "tournaments/draws/why.html"
    fragment = "tournaments/draws/_why.html"

    draw: Draw
    reasons: Reasons

    @property
    def is_draft(self) -> bool:
        return self.draw.is_draft


@heavy
@require_safe
def why_pair(
    request: HttpRequest, slug: str, stage: int, *, pk: int, position: int
) -> HttpResponse:
    """Explain a pairing or a bye; of a draft to directors only."""
    mark = structure_access.mark_for_public(request, slug)
    header = rounds_access.header_for_public(mark, stage)
    tournament = header.tournament.pk
    may_draw = accounts_access.is_allowed(request, Act.DRAW, tournament)
    draw = draw_to_explain(header.stage, pk, drafts=may_draw)
    found = _kept(header.stage.root, draw, position, mark=mark) if draw else None
    if draw is None or found is None:
        raise Http404
    page = WhyPage(header=header, mark=mark, draw=draw, reasons=found)
    return answers.show_page(request, page)


def _kept(
    root: Stage, draw: Draw, position: int, *, mark: TournamentMark
) -> Reasons | None:
    """Return the reasons as of `mark`, cached because a large round takes long."""
    if draw.is_draft:
        return reasons_of(root, draw, position)
    key = f"why:{draw.pk}:{position}:{mark.text}:{get_language()}"
    found: Reasons | None = caches["kept"].get(key)
    if found is None:
        found = reasons_of(root, draw, position)
        caches["kept"].set(key, found, A_DAY)
    return found
