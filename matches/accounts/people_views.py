"""The people of a club: their roles, links for others, and their devices."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.accounts import access as accounts_access
from matches.accounts import people
from matches.accounts.events import named_event, named_events
from matches.accounts.invite_form import InviteForm
from matches.accounts.models import Grant, Invitation, User
from matches.accounts.password_again import password_again
from matches.accounts.queries import (
    all_people,
    grants_of,
    invitation_at,
    last_sign_ins,
    person_at,
)
from matches.accounts.roles import FOR_A_CLUB, Act, meanings
from matches.accounts.services import (
    new_invitation_path,
    new_password_path,
)
from matches.rules.refusals import RuleError
from matches.web import answers
from matches.web.answers import Page
from matches.web.qr import qr_address


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link that was just made; it is shown once."""

    url: str

    @classmethod
    def made_by(
        cls, request: HttpRequest, form: InviteForm, user: User
    ) -> "NewLink | None":
        """Make the invitation of a form; None for a GET or an invalid form."""
        if request.method != "POST" or not form.is_valid():
            return None
        path = new_invitation_path(
            by=user,
            offer=form.offer(),
            lifetime=form.link_lifetime(),
            op=answers.op_of(request),
        )
        return cls(request.build_absolute_uri(path))

    @property
    def qr(self) -> str:
        """The link as a QR code."""
        return qr_address(self.url, in_capitals=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage(Page):
    """The people of the club, the links that are open, and the form for another."""

    template = "matches/accounts/directors.html"

    people: Sequence[User]
    reader: User
    invitations: Sequence[Invitation]
    form: InviteForm
    link: NewLink | None
    sign_ins: Sequence[tuple[datetime, str]]
    op: str

    @property
    def meanings(self) -> list[tuple[str, str]]:
        """The roles of a club, each with its explanation."""
        return meanings(FOR_A_CLUB)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonPage(Page):
    """One person: role, roles for tournaments, devices, ending access."""

    template = "matches/accounts/person.html"

    person: User
    grants: Sequence[tuple[Grant, str]]
    sessions: Sequence[UserSession]
    link: NewLink | None
    roles: Sequence[tuple[str, str]]

    @property
    def has_password(self) -> bool:
        """Whether the person signs in with a password."""
        return self.person.has_usable_password()

    @property
    def has_second_factor(self) -> bool:
        """Whether the person is asked for a code after the password."""
        return bool(is_mfa_enabled(self.person))


@answers.form_page
@password_again
def directors(request: HttpRequest) -> HttpResponse:
    """List the people; make an invitation."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    form = InviteForm(*([request.POST] if request.POST else ()), roles=FOR_A_CLUB)
    link = NewLink.made_by(request, form, user)
    page = PeoplePage(
        people=list(all_people()),
        reader=user,
        invitations=people.open_invitations(),
        form=form,
        link=link,
        sign_ins=last_sign_ins(),
        op=answers.new_op(),
    )
    return _shown(request, page)


@answers.form_page
@password_again
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one person; change the role, end the access or give it back."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    found = _found(pk)
    if request.method != "POST":
        return _shown(request, _person_page(found))
    asked = request.POST.get("do", "")
    if asked == "password":
        url = request.build_absolute_uri(new_password_path(found, by=user))
        return _shown(request, _person_page(found, link=NewLink(url)))
    acts: dict[str, Callable[[], bool]] = {
        "role": lambda: people.change_role(found, role=_role(request), by=user),
        "end": lambda: people.end_access(found, by=user),
        "back": lambda: people.give_access_back(found, by=user),
    }
    if asked not in acts:
        raise Http404
    try:
        acts[asked]()
    except RuleError as error:
        status = answers.refuse(request, error)
        return _shown(request, _person_page(found), status=status)
    told = {
        "role": _("%(name)s has another role now."),
        "end": _("%(name)s can no longer do anything here, on any device."),
        "back": _("%(name)s can log in again."),
    }
    answers.tell(request, told[asked] % {"name": found.username})
    return redirect("person", pk=pk)


@require_POST
def end_person_session(request: HttpRequest, pk: int, session: int) -> HttpResponse:
    """End a session of a user."""
    user = accounts_access.allowed(request, Act.PEOPLE)
    found = _found(pk)
    if people.end_session(found, session, by=user):
        answers.tell(request, _("That device is logged out."))
    return redirect("person", pk=pk)


@require_POST
def withdraw_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link invalid."""
    user = accounts_access.signed_in(request)
    found = invitation_at(pk)
    event = found.event if found else None
    act = Act.PEOPLE if event is None else Act.INVITE
    accounts_access.allowed(request, act, event)
    if found is None:
        raise Http404
    if people.withdraw_invitation(found, by=user):
        answers.tell(request, _("The link is withdrawn: it no longer works."))
    named = named_event(event)
    return redirect(named.helpers_url if named else "directors")


def _found(pk: int) -> User:
    found = person_at(pk)
    if found is None:
        raise Http404
    return found


def _role(request: HttpRequest) -> str:
    asked = request.POST.get("role", "")
    return asked if asked in FOR_A_CLUB else people.NO_ROLE


def _person_page(found: User, *, link: NewLink | None = None) -> PersonPage:
    person = person_at(found.pk) or found
    grants = grants_of(person)
    named = named_events(grant.event for grant in grants)
    return PersonPage(
        person=person,
        grants=[
            (grant, named[grant.event].name if grant.event in named else "–")
            for grant in grants
        ],
        sessions=people.sessions_of(person),
        link=link,
        roles=[
            *((role.value, str(role.label)) for role in FOR_A_CLUB),
            (people.NO_ROLE, _("None: only at single tournaments")),
        ],
    )


def _shown(request: HttpRequest, page: Page, *, status: int = 200) -> HttpResponse:
    if page.has_errors:
        status = answers.REFUSED
    answer = answers.show_page(request, page, status=status)
    add_never_cache_headers(answer)
    return answer
