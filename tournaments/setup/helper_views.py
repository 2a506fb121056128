"""The helpers of one tournament: who has which role, and links for others."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts import people
from matches.accounts.invite_form import HelperForm
from matches.accounts.models import Grant, Invitation
from matches.accounts.password_again import password_again
from matches.accounts.people_views import new_link
from matches.accounts.roles import FOR_A_TOURNAMENT, Act, meanings
from matches.web import answers
from tournaments.structure import access as structure_access
from tournaments.structure.page import TournamentPage


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpersPage(TournamentPage):
    """The helpers of a tournament, open links, and the form for another one."""

    template = "tournaments/setup/helpers.html"
    tab = "helpers"

    grants: QuerySet[Grant]
    invitations: QuerySet[Invitation]
    form: HelperForm
    link: str
    op: str

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """The roles for one tournament, and what each of them is."""
        return meanings(FOR_A_TOURNAMENT, of_one=True)


@answers.form_page
@password_again
def helpers(request: HttpRequest, slug: str) -> HttpResponse:
    """List the helpers; make a link, with its QR code, for another one."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    form = HelperForm(
        answers.posted(request), roles=FOR_A_TOURNAMENT, event=tournament.pk
    )
    page = HelpersPage(
        tournament=tournament,
        grants=people.grants_at(tournament.pk),
        invitations=people.open_invitations(tournament.pk),
        form=form,
        link=new_link(request, form, user),
        op=answers.new_op(),
    )
    status = answers.REFUSED if form.errors else 200
    return answers.show_page(request, page, status=status)


@require_POST
def end_helper(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take away a role for this tournament, at once."""
    tournament, user = structure_access.tournament_for_director(
        request, slug, Act.INVITE
    )
    grant = get_object_or_404(Grant, event=tournament.pk, pk=pk, user__api_token=None)
    people.end_grant(grant, by=user)
    answers.tell(
        request,
        _("%(name)s no longer has access to this tournament.")
        % {"name": grant.user.username},
    )
    return redirect("helpers", slug=slug)
