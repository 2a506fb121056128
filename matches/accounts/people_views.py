"""The people of a club: their roles, links for others, and their devices."""

from collections.abc import Callable
from functools import partial

from allauth.mfa.utils import is_mfa_enabled
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts import access as accounts_access
from matches.accounts import people
from matches.accounts.events import named_event, named_events
from matches.accounts.invite_form import InviteForm
from matches.accounts.models import User
from matches.accounts.password_again import password_again
from matches.accounts.roles import FOR_A_CLUB, Act, meanings
from matches.accounts.services import new_password_path
from matches.rules.refusals import RuleError
from matches.web import answers


def new_link(request: HttpRequest, form: InviteForm, user: User) -> str:
    """Make the invitation of a form; return "" for a GET or an invalid form."""
    if not form.is_valid():
        return ""
    return request.build_absolute_uri(form.path(by=user, op=answers.op_of(request)))


@answers.form_page
@password_again
def directors(request: HttpRequest) -> HttpResponse:
    """List the people; make an invitation."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    form = InviteForm(answers.posted(request), roles=FOR_A_CLUB)
    context = {
        "link": new_link(request, form, user),
        "people": people.all_people(),
        "invitations": people.open_invitations(),
        "form": form,
        "sign_ins": people.last_sign_ins(),
        "meanings": meanings(FOR_A_CLUB),
        "op": answers.new_op(),
    }
    status = answers.status_with(form)
    return render(request, "matches/accounts/directors.html", context, status=status)


@answers.form_page
@password_again
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one person; change the role, end the access or give it back."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    found = _person_at(pk)
    if request.method != "POST":
        return _shown(request, found)
    asked = request.POST.get("do", "")
    if asked == "password":
        url = request.build_absolute_uri(new_password_path(found, by=user))
        return _shown(request, found, link=url)
    role = request.POST.get("role", "")
    new_role = role if role in FOR_A_CLUB else people.NO_ROLE
    change_role = partial(people.change_role, role=new_role)
    ended = _("%(name)s’s access was removed.")
    acts: dict[str, tuple[Callable[..., bool], str]] = {
        "role": (change_role, _("%(name)s now has a different role.")),
        "end": (people.end_access, ended),
        "back": (people.give_access_back, _("%(name)s has access again.")),
    }
    if asked not in acts:
        raise Http404
    act, told = acts[asked]
    try:
        act(found, by=user)
    except RuleError as error:
        status = answers.refuse(request, error)
        return _shown(request, _person_at(pk), status=status)
    answers.tell(request, told % {"name": found.username})
    return redirect("person", pk=pk)


@require_POST
def end_person_session(request: HttpRequest, pk: int, session: int) -> HttpResponse:
    user = accounts_access.allowed(request, Act.PEOPLE)
    if people.end_session(_person_at(pk), session, by=user):
        answers.tell(request, _("Device logged out."))
    return redirect("person", pk=pk)


@require_POST
def withdraw_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    user = accounts_access.signed_in(request)
    found = people.invitation_at(pk)
    event = found.event if found else None
    act = Act.PEOPLE if event is None else Act.INVITE
    accounts_access.allowed(request, act, event)
    if found is None:
        raise Http404
    if people.withdraw_invitation(found, by=user):
        answers.tell(request, _("The link was revoked and no longer works."))
    named = named_event(event)
    return redirect(named.helpers_url if named else "directors")


def _person_at(pk: int) -> User:
    """Return a person; programs are not found."""
    return get_object_or_404(User, pk=pk, api_token=None)


def _shown(
    request: HttpRequest, person: User, *, link: str = "", status: int = 200
) -> HttpResponse:
    grants = people.grants_of(person)
    named = named_events(grant.event for grant in grants)
    context = {
        "person": person,
        "grants": [
            (grant, named[grant.event].name if grant.event in named else "–")
            for grant in grants
        ],
        "sessions": people.sessions_of(person),
        "has_second_factor": is_mfa_enabled(person),
        "link": link,
        "roles": [
            *((role.value, str(role.label)) for role in FOR_A_CLUB),
            (people.NO_ROLE, _("None: single tournaments only")),
        ],
    }
    return render(request, "matches/accounts/person.html", context, status=status)
