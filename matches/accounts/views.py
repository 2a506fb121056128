"""Logging in, joining by a link, one's own account, the people of the club."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeAlias

from allauth.account.signals import password_changed
from allauth.account.utils import perform_login
from allauth.account.views import LoginView, LogoutView
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.accounts import access as accounts_access
from matches.accounts import people
from matches.accounts.access import password_again
from matches.accounts.forms import AccountForm, InviteForm, NameForm, PasswordForm
from matches.accounts.models import Invitation, User
from matches.accounts.people import (
    end_other_sessions,
    end_session,
    named_event,
    named_events,
    sessions_of,
)
from matches.accounts.roles import FOR_A_CLUB, Act, meanings
from matches.accounts.services import (
    NAME_TAKEN,
    accept_invitation,
    change_password,
    invitation_for,
    new_password_path,
    rename,
    take_invitation,
    use_password_link,
)
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.club import name_club
from matches.web.throttle import remember_browser

_View: TypeAlias = Callable[..., HttpResponseBase]


# Logging in and out --------------------------------------------------------


class _OwnSite:
    """A view of django-allauth whose `site` is ours, with colours and warnings."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        given: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]  # of the view
        del given["site"]
        return given


class Login(_OwnSite, LoginView):
    pass


class Code(_OwnSite, AuthenticateView):
    pass


class Logout(LogoutView):
    """Logging out by a button; the browser forgets the pages it has kept."""

    http_method_names = ("post",)

    def post(self, *given: Any, **named: Any) -> HttpResponse:
        answer: HttpResponse = super().post(*given, **named)
        answer["Clear-Site-Data"] = '"cache"'
        return answer


# Joining by a link ---------------------------------------------------------


@never_cache
@answers.form_page
def setup(request: HttpRequest, token: str) -> HttpResponse:
    """Accept a one-time link. GET does not use the link up."""
    try:
        invitation = invitation_for(token)
        form = AccountForm(answers.posted(request), invitation=invitation)
        try:
            if "take" in request.POST and isinstance(request.user, User):
                take_invitation(request.user, token=token)
                return redirect(_desk_url(invitation))
            if form.is_valid():
                return _joined(request, token, form=form, invitation=invitation)
        except RuleError as error:
            if error.refusal is not NAME_TAKEN:
                raise
            form.add_error("username", answers.sentence(error))
    except RuleError as error:
        over = {"error": answers.sentence(error)}
        return render(request, "matches/accounts/setup_over.html", over, status=410)
    person = invitation.for_user
    context = {
        "form": form,
        "invitation": invitation,
        "event": named_event(invitation.event),
        "ends_second_factor": person is not None and is_mfa_enabled(person),
    }
    status = answers.REFUSED if form.is_bound else 200
    return render(request, "matches/accounts/setup.html", context, status=status)


def _joined(
    request: HttpRequest, token: str, *, form: AccountForm, invitation: Invitation
) -> HttpResponse:
    given = form.cleaned_data
    if invitation.for_user is not None:
        user = use_password_link(token=token, password=given["password"])
    else:
        user = accept_invitation(
            token=token, username=given["username"], password=given.get("password")
        )
        name_club(given.get("club", ""), by=user)
    welcome: HttpResponse = perform_login(
        request, user, redirect_url=_desk_url(invitation)
    )
    if invitation.is_passwordless and invitation.ends_at:
        request.session.set_expiry(invitation.ends_at)
    answers.tell(request, _("Welcome, %(name)s.") % {"name": user.username})
    return welcome


def _desk_url(invitation: Invitation) -> str:
    named = named_event(invitation.event)
    return named.desk_url if named else reverse("desk")


# One's own account ---------------------------------------------------------


@answers.form_page
def account(request: HttpRequest) -> HttpResponse:
    """Show one's own account; change its name or password, log other browsers out."""
    user = accounts_access.allowed(request, Act.ACCOUNT)
    is_name, is_password = "username" in request.POST, "current" in request.POST
    names = NameForm(request.POST if is_name else None, owner=user)
    passwords = PasswordForm(request.POST if is_password else None, owner=user)
    renamed = answers.made_with(
        names,
        lambda: _renamed(request, user, names.cleaned_data["username"]),
        field="username",
    )
    if renamed is not None:
        return renamed
    if passwords.is_valid() and passwords.cleaned_data["password"]:
        change_password(user, password=passwords.cleaned_data["password"])
        update_session_auth_hash(request, user)
        password_changed.send(sender=User, request=request, user=user)
        told = _("Password changed. Your other browsers are logged out.")
        answers.tell(request, told)
        return redirect("account")
    if "others" in request.POST or passwords.is_valid():
        end_other_sessions(user, but=request.session.session_key)
        answers.tell(request, _("Your other browsers are logged out."))
        return redirect("account")
    has_errors = bool(names.errors or passwords.errors)
    context = {
        "name_form": names,
        "password_form": passwords,
        "sessions": sessions_of(user),
        "has_errors": has_errors,
        "has_second_factor": is_mfa_enabled(user),
    }
    status = answers.REFUSED if has_errors else 200
    return render(request, "matches/accounts/account.html", context, status=status)


@require_POST
def end_own_session(request: HttpRequest, session: int) -> HttpResponse:
    user = accounts_access.allowed(request, Act.ACCOUNT)
    if end_session(user, session, by=user):
        answers.tell(request, _("Device logged out."))
    return redirect("account")


def own_account(view: _View) -> _View:
    """Show a page of django-allauth to those who have an account of their own."""

    @answers.form_page
    @wraps(view)
    def shown(
        request: HttpRequest, *args: object, **kwargs: object
    ) -> HttpResponseBase:
        accounts_access.allowed(request, Act.ACCOUNT)
        return view(request, *args, **kwargs)

    return shown


@password_again
def _renamed(request: HttpRequest, user: User, username: str) -> HttpResponse:
    if username != user.username:
        rename(user, username=username)
        told = (
            _("You now log in as %(name)s.")
            if user.has_usable_password()
            else _("The log now uses the name %(name)s for you.")
        )
        answers.tell(request, told % {"name": username})
    answer = redirect("account")
    remember_browser(request, answer, username)
    return answer


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
    found = Invitation.objects.filter(pk=pk).first()
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
