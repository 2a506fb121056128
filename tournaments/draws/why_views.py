"""The page that explains a pairing, a float or a bye."""

from typing import Final

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.accounts import access as accounts_access
from matches.web import answers
from matches.web.heavy import heavy
from tournaments.draws.why import Reasons, draw_to_explain, reasons_of
from tournaments.rounds.models import Draw
from tournaments.rounds.public_page import frame_of
from tournaments.structure import access as structure_access
from tournaments.structure.models import Stage
from tournaments.structure.queries import Mark

A_DAY: Final = 24 * 3600


@heavy
@require_safe
def why_pair(
    request: HttpRequest, slug: str, stage: int, *, pk: int, position: int
) -> HttpResponse:
    """Explain a pairing or a bye; of a draft to directors only."""
    mark = structure_access.mark_for_public(slug)
    context = frame_of(mark, tab="rounds", stage=stage)
    shown: Stage = context["stage"]
    draw = draw_to_explain(shown, pk, drafts=accounts_access.is_director(request))
    found = _kept(shown.root, draw, position, mark=mark) if draw else None
    if draw is None or found is None:
        raise Http404
    context |= {"draw": draw, "reasons": found, "is_draft": draw.is_draft}
    answer = answers.show(
        request,
        page="tournaments/draws/why.html",
        fragment="tournaments/draws/_why.html",
        context=context,
    )
    if draw.is_draft:
        answer["Cache-Control"] = "private, no-store"
    return answer


def _kept(root: Stage, draw: Draw, position: int, *, mark: Mark) -> Reasons | None:
    """Return the reasons as of `mark`, from the cache: a large round takes a while."""
    if draw.is_draft:
        return reasons_of(root, draw, position)
    key = f"why:{draw.pk}:{position}:{mark.text}:{get_language()}"
    found: Reasons | None = cache.get(key)
    if found is None:
        found = reasons_of(root, draw, position)
        cache.set(key, found, A_DAY)
    return found
