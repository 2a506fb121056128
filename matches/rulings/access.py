"""Access to the rulings stored with a match."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from matches.accounts.roles import Act
from matches.ledger.access import match_for_viewer, may_here
from matches.ledger.models.facts import Ruling


def ruling_for_viewer(request: HttpRequest, code: str, pk: int) -> Ruling:
    """Return a ruling of a match: for directors, or for all visitors if it is public.

    Only directors may see a voided ruling. Raises Http404.
    """
    match = match_for_viewer(request, code)
    kept = get_object_or_404(
        Ruling.objects.select_related("adjustment"), adjustment__match=match, pk=pk
    )
    kept.adjustment.match = match
    row = kept.adjustment
    if row.is_public and row.voided_at is None:
        return kept
    if may_here(request, match, Act.SEE_PRIVATE):
        return kept
    raise Http404
