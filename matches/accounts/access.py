"""Decides who may do what; no other module does.

`may` answers for a person, an act and an object; `acts_at` lists all acts at once.
Views ask through `allowed`, and templates through `may` of the context.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone

from matches.accounts.models import Grant, User
from matches.accounts.roles import CLUB_ACTS, NONE, TABLE, Act, Role, acts_of, union_of
from matches.web.middleware import SignInNeededError

Person = User | AnonymousUser | None
_ACTS: Final = "crawford.acts"
_GRANTS: Final = "_grants"
_EVERYWHERE: Final = frozenset({Role.OWNER, Role.DIRECTOR})
"""Roles to which grants for single tournaments add nothing."""


def may(person: Person, act: Act, event: int | None = None) -> bool:
    """Return True if this person may do this act.

    `event` is the primary key of a tournament; None is the club, and what is played
    outside tournaments.
    """
    return act in acts_at(person, event)


def acts_at(person: Person, event: int | None = None) -> frozenset[Act]:
    """Return everything that this person may do to the club and to one tournament.

    Owners and directors take no query; others one, whose answer is kept on the object.
    """
    if not isinstance(person, User) or not person.is_active:
        return NONE
    if person.role in _EVERYWHERE:
        return TABLE[Role(person.role)]
    acts = acts_of(person.role)
    grants = _grants_of(person)
    here = [acts_of(role, of_one=True) for at, role in grants if at == event]
    club = [acts_of(role, of_one=True) & CLUB_ACTS for _at, role in grants]
    return union_of([acts, *here, *club])


def needs_event(person: Person) -> bool:
    return isinstance(person, User) and person.role not in _EVERYWHERE


def events_of(person: Person, act: Act = Act.SEE) -> frozenset[int] | None:
    """Return the tournaments to which this person may do an act; None means all.

    Without an act: those whose desk the person may see.
    """
    if not isinstance(person, User):
        return frozenset()
    if act in acts_of(person.role):
        return None
    return frozenset(at for at, role in _grants_of(person) if act in acts_of(role))


def _grants_of(person: User) -> list[tuple[int, str]]:
    if _GRANTS not in vars(person):
        rows = Grant.objects.running(timezone.now()).filter(user=person)
        # Kept with the person of this request: a page asks dozens of times, and the
        # next request reads anew, so a role that is taken away ends there.
        vars(person)[_GRANTS] = list(rows.values_list("event", "role"))
    kept: list[tuple[int, str]] = vars(person)[_GRANTS]
    return kept


def allowed(request: HttpRequest, act: Act, event: int | None = None) -> User:
    """Return the person who is signed in and may do this.

    Raises SignInNeededError, PermissionDenied.
    """
    user = signed_in(request)
    if not is_allowed(request, act, event):
        raise PermissionDenied
    return user


def is_allowed(request: HttpRequest, act: Act, event: int | None = None) -> bool:
    return act in acts_here(request, event)


def acts_here(request: HttpRequest, event: int | None = None) -> frozenset[Act]:
    acts = acts_at(_person(request), event)
    if event is not None:
        vars(request)[_ACTS] = acts
    return acts


def acts_at_page(request: HttpRequest) -> frozenset[Act]:
    """Return what `acts_here` kept for the page, nothing if it was not asked."""
    acts: frozenset[Act] = vars(request).get(_ACTS, NONE)
    return acts


def signed_in(request: HttpRequest) -> User:
    """Return the person who is signed in. Raises SignInNeededError."""
    user = _person(request)
    if not isinstance(user, User):
        raise SignInNeededError
    return user


class MayHere:
    """The permissions of the visitor on this page: `may.draw` in a template."""

    def __init__(self, acts: Callable[[], frozenset[Act]]) -> None:
        self._acts = acts

    def __getitem__(self, name: str) -> bool:
        return Act(name) in self._acts()


def for_templates(request: HttpRequest) -> dict[str, object]:
    """Return `may` for the templates: acts at the object that the view looked up."""

    def acts() -> frozenset[Act]:
        known: frozenset[Act] | None = vars(request).get(_ACTS)
        return acts_at(_person(request)) if known is None else known

    return {"may": MayHere(acts)}


def _person(request: HttpRequest) -> Person:
    return getattr(request, "user", None)


View = TypeVar("View", bound=Callable[..., object])


def password_again(view: View) -> View:
    """Ask for the password before a POST, unless it was typed a short time ago.

    What was sent is kept in the session, and carried out after the answer. The page may
    then be the answer to another address: its forms need an `action`.
    """
    asking: View = reauthentication_required(view, enabled=_is_act)
    return asking


def password_to_read(view: View) -> View:
    """Ask for the password before a GET, too: of a view, or of who may see a paper."""
    asking: View = reauthentication_required(view, enabled=_has_password)
    return asking


def _is_act(request: HttpRequest) -> bool:
    return request.method not in {"GET", "HEAD"} and _has_password(request)


def _has_password(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.has_usable_password()
