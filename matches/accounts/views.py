"""Pages for signing in, the first set-up, directors and help."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from allauth.account.signals import password_changed
from allauth.account.utils import perform_login
from allauth.account.views import LoginView, LogoutView
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.events import NamedEvent, named_event
from matches.accounts.forms import (
    AccountForm,
    FirstAccountForm,
    NameForm,
    PasswordForm,
)
from matches.accounts.models import Invitation, User
from matches.accounts.password_again import View
from matches.accounts.people import end_other_sessions, end_session, sessions_of
from matches.accounts.roles import Act, Role, meaning
from matches.accounts.services import (
    LinkUsedUpError,
    NameTakenError,
    accept_invitation,
    change_password,
    invitation_for,
    rename,
    take_invitation,
    use_password_link,
)
from matches.club.services import name_club
from matches.web import answers
from matches.web.answers import Page
from matches.web.same_origin import same_origin
from matches.web.throttle import remember_browser

THEMES = ("auto", "light", "dark")
A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupPage(Page):
    """The role that a link gives, and the form to accept it.

    `event` is the tournament, None for a role of the club. `known` is the name of a
    signed-in user who can take the role, else "".
    """

    template = "matches/accounts/setup.html"

    form: AccountForm
    invitation: Invitation
    event: NamedEvent | None
    known: str

    @property
    def role(self) -> str:
        """The role in words."""
        return str(Role(self.invitation.role).label)

    @property
    def meaning(self) -> str:
        """The explanation of the role, in a sentence."""
        role = Role(self.invitation.role)
        return meaning(role, of_one=self.invitation.event is not None)

    @property
    def is_new_password(self) -> bool:
        """Whether the link is for choosing a new password."""
        return self.invitation.for_user is not None

    @property
    def ends_second_factor(self) -> bool:
        """Whether the link also switches a second factor off."""
        person = self.invitation.for_user
        return person is not None and is_mfa_enabled(person)


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedLinkPage(Page):
    """Why a link for a new director does not work any more."""

    template = "matches/accounts/setup_over.html"

    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage(Page):
    """A director's own account: the name, the password, the other browsers."""

    template = "matches/accounts/account.html"

    name_form: NameForm
    password_form: PasswordForm
    sessions: Sequence[UserSession]
    has_password: bool
    has_second_factor: bool

    @property
    def has_errors(self) -> bool:
        """Whether one of its forms comes back with errors."""
        return bool(self.name_form.errors or self.password_form.errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPage(Page):
    """The course of a tournament evening, and the keys of the desk."""

    template = "matches/accounts/help.html"


@answers.form_page
def setup(request: HttpRequest, token: str) -> HttpResponse:
    """Accept a one-time link. GET does not use the link up."""
    form = AccountForm()
    try:
        invitation = invitation_for(token)
        form = _setup_form(request, invitation)
        if request.method == "POST":
            answer = _taken(request, token, invitation=invitation, form=form)
            if answer is not None:
                return answer
    except NameTakenError as error:
        form.add_error("username", answers.sentence(error))
    except LinkUsedUpError as error:
        page = UsedLinkPage(error=answers.sentence(error))
        return _private(answers.show_page(request, page, status=410))
    user = request.user
    shown = SetupPage(
        form=form,
        invitation=invitation,
        event=named_event(invitation.event),
        known=user.username if isinstance(user, User) else "",
    )
    status = answers.REFUSED if form.is_bound else 200
    return _private(answers.show_page(request, shown, status=status))


def _setup_form(request: HttpRequest, invitation: Invitation) -> AccountForm:
    kind = FirstAccountForm if invitation.only_first else AccountForm
    return kind(
        *([request.POST] if request.method == "POST" else ()),
        owner=invitation.for_user,
        needs_password=not invitation.is_passwordless,
    )


def _taken(
    request: HttpRequest, token: str, *, invitation: Invitation, form: AccountForm
) -> HttpResponse | None:
    """Accept the link; return None if the form has errors."""
    user = request.user
    if "take" in request.POST and isinstance(user, User):
        take_invitation(user, token=token)
        return redirect(_desk_url(invitation))
    if not form.is_valid():
        return None
    given = form.cleaned_data
    if invitation.for_user is not None:
        user = use_password_link(token=token, password=given["password"])
    else:
        password = None if invitation.is_passwordless else given["password"]
        user = accept_invitation(
            token=token, username=given["username"], password=password
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
    """Return the address of the desk of the link's tournament, or of their list."""
    named = named_event(invitation.event)
    return named.desk_url if named else reverse("desk")


@answers.form_page
def account(request: HttpRequest) -> HttpResponse:
    """Show a director's own account, and change its name or its password."""
    user = accounts_access.allowed(request, Act.ACCOUNT)
    is_name = "username" in request.POST
    is_password = "current" in request.POST
    page = AccountPage(
        name_form=NameForm(*([request.POST] if is_name else ()), owner=user),
        password_form=PasswordForm(
            *([request.POST] if is_password else ()), owner=user
        ),
        sessions=sessions_of(user),
        has_password=user.has_usable_password(),
        has_second_factor=is_mfa_enabled(user),
    )
    if is_name and page.name_form.is_valid():
        try:
            return _renamed(request, user, page.name_form.cleaned_data["username"])
        except NameTakenError as error:
            page.name_form.add_error("username", answers.sentence(error))
    if is_password and page.password_form.is_valid():
        new = page.password_form.cleaned_data["password"]
        if not new:
            return _others_ended(request, user)
        change_password(user, password=new)
        update_session_auth_hash(request, user)
        password_changed.send(sender=User, request=request, user=user)
        told = _("Your password is changed. Your other browsers are logged out.")
        answers.tell(request, told)
        return redirect("account")
    if "others" in request.POST:
        return _others_ended(request, user)
    status = answers.REFUSED if page.has_errors else 200
    return _private(answers.show_page(request, page, status=status))


def _others_ended(request: HttpRequest, user: User) -> HttpResponse:
    end_other_sessions(user, but=request.session.session_key)
    answers.tell(request, _("Your other browsers are logged out."))
    return redirect("account")


@require_POST
def end_own_session(request: HttpRequest, session: int) -> HttpResponse:
    """Log one's other device out."""
    user = accounts_access.allowed(request, Act.ACCOUNT)
    if end_session(user, session, by=user):
        answers.tell(request, _("That device is logged out."))
    return redirect("account")


def _renamed(request: HttpRequest, user: User, username: str) -> HttpResponse:
    if username != user.username:
        rename(user, username=username)
        told = (
            _("From now on you log in as %(name)s.")
            if user.has_usable_password()
            else _("From now on the log calls you %(name)s.")
        )
        answers.tell(request, told % {"name": username})
    answer = redirect("account")
    remember_browser(request, answer, username)
    return answer


@same_origin
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Store the theme of this browser: light, dark or automatic."""
    answer = HttpResponseRedirect(_safe_next(request))
    theme = request.POST.get("theme", "auto")
    if theme in THEMES:
        answer.set_cookie(
            "theme",
            theme,
            max_age=A_YEAR,
            path=settings.SESSION_COOKIE_PATH,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return answer


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show the help: the course of a tournament evening, and the keys of the desk."""
    return answers.show_page(request, HelpPage())


def _safe_next(request: HttpRequest) -> str:
    home = reverse("home")
    asked = request.POST.get("next", home)
    allowed = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if allowed and asked.startswith("/") else home


def _private(answer: HttpResponse) -> HttpResponse:
    add_never_cache_headers(answer)
    return answer


def own_account(view: View) -> View:
    """Show a page of django-allauth to those who have an account of their own."""

    @answers.form_page
    @wraps(view)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        accounts_access.allowed(request, Act.ACCOUNT)
        return view(request, *args, **kwargs)

    return shown


class _OwnSite:
    """A view of django-allauth whose `site` is ours, with colours and warnings."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        given: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]  # of the view
        del given["site"]
        return given


class Login(_OwnSite, LoginView):
    """The page where one logs in with name and password."""


class Code(_OwnSite, AuthenticateView):
    """The page that asks for the second factor after the right password."""


class Logout(LogoutView):
    """Logging out by a button; the browser forgets the pages it has kept."""

    http_method_names = ("post",)

    def post(self, *given: Any, **named: Any) -> HttpResponse:
        """Log out."""
        answer: HttpResponse = super().post(*given, **named)
        answer["Clear-Site-Data"] = '"cache"'
        return answer
