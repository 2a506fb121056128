"""The helpers of one tournament: who has which role, and links for others."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts import people
from matches.accounts.access import password_again
from matches.accounts.forms import HelperForm
from matches.accounts.models import Grant
from matches.accounts.roles import FOR_A_TOURNAMENT, Act, meanings
from matches.accounts.views import new_link
from matches.web import answers
from tournaments.structure import access as structure_access
from tournaments.structure.page import show


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
    return show(
        request,
        "tournaments/setup/helpers.html",
        tournament,
        tab="helpers",
        grants=people.grants_at(tournament.pk),
        invitations=people.open_invitations(tournament.pk),
        form=form,
        link=new_link(request, form, user),
        op=answers.new_op(),
        meanings=meanings(FOR_A_TOURNAMENT, of_one=True),
    )


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
