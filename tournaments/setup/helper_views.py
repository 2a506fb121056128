"""The helpers of one tournament: who has which role, and links for others."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts import people
from matches.accounts.invite_form import HelperForm
from matches.accounts.models import Grant, Invitation
from matches.accounts.people_views import NewLink
from matches.accounts.roles import FOR_A_TOURNAMENT, Act, meanings
from matches.web import answers
from tournaments.structure import access as structure_access
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpersPage(TournamentPage):
    """The helpers of a tournament, open links, and the form for another one."""

    template = "tournaments/setup/helpers.html"
    tab = "helpers"

    grants: Sequence[Grant]
    invitations: Sequence[Invitation]
    form: HelperForm
    link: NewLink | None
    op: str

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """The roles for one tournament, and what each of them is."""
        return meanings(FOR_A_TOURNAMENT, of_one=True)


@answers.form_page
def helpers(request: HttpRequest, slug: str) -> HttpResponse:
    """List the helpers; make a link, with its QR code, for another one."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    sent = [request.POST] if request.method == "POST" else []
    form = HelperForm(*sent, roles=FOR_A_TOURNAMENT, event=tournament.pk)
    link = NewLink.made_by(request, form, user)
    page = HelpersPage(
        tournament=tournament,
        grants=people.grants_at(tournament.pk),
        invitations=people.open_invitations(tournament.pk),
        form=form,
        link=link,
        op=answers.new_op(),
    )
    status = answers.REFUSED if form.errors else 200
    answer = answers.show_page(request, page, status=status)
    add_never_cache_headers(answer)
    return answer


@require_POST
def end_helper(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take away a role for this tournament, at once."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    grant = people.grant_at(tournament.pk, pk)
    if grant is None:
        raise Http404
    people.end_grant(grant, by=user)
    answers.tell(
        request,
        _("%(name)s no longer has access to this tournament.")
        % {"name": grant.user.username},
    )
    return redirect("helpers", slug=slug)
