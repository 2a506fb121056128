"""Pages for signing in, the first set-up, directors and help."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from matches.accounts import access as accounts_access
from matches.accounts.forms import (
    AccountForm,
    FirstAccountForm,
    LoginForm,
    NameForm,
    PasswordForm,
)
from matches.accounts.models import User
from matches.accounts.queries import directors as all_directors
from matches.accounts.roles import Act
from matches.accounts.services import (
    LinkUsedUpError,
    NameTakenError,
    accept_invitation,
    change_password,
    invitation_for,
    new_invitation_path,
    rename,
)
from matches.club.services import name_club
from matches.web import answers
from matches.web.answers import Page
from matches.web.same_origin import same_origin
from matches.web.throttle import remember_browser, slow_wrong_password

THEMES = ("auto", "light", "dark")
A_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True, kw_only=True)
class SetupPage(Page):
    """The form of a new director."""

    template = "matches/accounts/setup.html"

    form: AccountForm


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedLinkPage(Page):
    """Why a link for a new director does not work any more."""

    template = "matches/accounts/setup_over.html"

    error: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorsPage(Page):
    """The directors; `link` is that of a new invitation, "" without one."""

    template = "matches/accounts/directors.html"

    directors: Iterable[User]
    link: str
    op: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountPage(Page):
    """A director's own account: the name, the password, the other browsers."""

    template = "matches/accounts/account.html"

    name_form: NameForm
    password_form: PasswordForm

    @property
    def has_errors(self) -> bool:
        """Whether one of its forms comes back with errors."""
        return bool(self.name_form.errors or self.password_form.errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpPage(Page):
    """The course of a tournament evening, and the keys of the desk."""

    template = "matches/accounts/help.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginPage(Page):
    """The form to sign in; `next` is where it leads then."""

    template = "matches/accounts/login.html"

    form: AuthenticationForm
    next: str


@answers.form_page
def setup(request: HttpRequest, token: str) -> HttpResponse:
    """Create a director's account by a one-time link. GET does not use the link up."""
    form = AccountForm(answers.posted(request))
    try:
        if invitation_for(token).only_first:
            form = FirstAccountForm(answers.posted(request))
        if request.method == "POST" and form.is_valid():
            given = dict(form.cleaned_data)
            club = given.pop("club", "")
            user = accept_invitation(token=token, **given)
            name_club(club, by=user)
            login(request, user)
            answers.tell(request, _("Welcome, %(name)s.") % {"name": user.username})
            welcome = redirect("desk")
            remember_browser(request, welcome, user.username)
            return welcome
    except NameTakenError as error:
        form.add_error("username", answers.sentence(error))
    except LinkUsedUpError as error:
        page = UsedLinkPage(error=answers.sentence(error))
        return _private(answers.show_page(request, page, status=410))
    status = answers.REFUSED if form.is_bound else 200
    return _private(answers.show_page(request, SetupPage(form=form), status=status))


@answers.form_page
def directors(request: HttpRequest) -> HttpResponse:
    """List the directors; create an invitation for another one."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    link = ""
    if request.method == "POST":
        path = new_invitation_path(by=user, op=answers.op_of(request))
        link = request.build_absolute_uri(path)
    page = DirectorsPage(directors=all_directors(), link=link, op=answers.new_op())
    return _private(answers.show_page(request, page))


@answers.form_page
def account(request: HttpRequest) -> HttpResponse:
    """Show a director's own account, and change its name or its password."""
    user = accounts_access.allowed(request, Act.ACCOUNT)
    is_name = "username" in request.POST
    is_password = request.method == "POST" and not is_name
    page = AccountPage(
        name_form=NameForm(*([request.POST] if is_name else ()), owner=user),
        password_form=PasswordForm(
            *([request.POST] if is_password else ()), request=request, owner=user
        ),
    )
    if is_name and page.name_form.is_valid():
        try:
            return _renamed(request, user, page.name_form.cleaned_data["username"])
        except NameTakenError as error:
            page.name_form.add_error("username", answers.sentence(error))
    if is_password and page.password_form.is_valid():
        given = page.password_form.cleaned_data
        change_password(user, password=given["password"] or given["current"])
        update_session_auth_hash(request, user)
        if given["password"]:
            told = _("Your password is changed. Your other browsers are logged out.")
        else:
            told = _("Your other browsers are logged out.")
        answers.tell(request, told)
        return redirect("account")
    answer = answers.show_page(
        request, page, status=answers.REFUSED if page.has_errors else 200
    )
    if is_password:
        slow_wrong_password(request, answer)
    return _private(answer)


def _renamed(request: HttpRequest, user: User, username: str) -> HttpResponse:
    if username != user.username:
        rename(user, username=username)
        told = _("From now on you log in as %(name)s.") % {"name": username}
        answers.tell(request, told)
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
            "theme", theme, max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
        )
    return answer


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Show the help: the course of a tournament evening, and the keys of the desk."""
    return answers.show_page(request, HelpPage())


def _safe_next(request: HttpRequest) -> str:
    asked = request.POST.get("next", "/")
    allowed = url_has_allowed_host_and_scheme(
        asked, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return asked if allowed and asked.startswith("/") else "/"


def _private(answer: HttpResponse) -> HttpResponse:
    add_never_cache_headers(answer)
    return answer


class Login(LoginView):
    """Django's sign-in view; an invalid form also has an error status."""

    template_name = LoginPage.template
    authentication_form = LoginForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the page beside what Django gives to its templates."""
        given = super().get_context_data(**kwargs)
        page = LoginPage(form=given["form"], next=self.get_redirect_url())
        return {**given, "page": page}

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Show the form again with its errors."""
        answer = super().form_invalid(form)
        answer.status_code = answers.REFUSED
        slow_wrong_password(self.request, answer)
        return answer

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Sign in, and know this browser from now on."""
        answer = super().form_valid(form)
        remember_browser(self.request, answer, form.get_user().get_username())
        return answer
