"""Every address, asked by those who have a role at another tournament.

One tournament is theirs. All others are private, or in the bin, or public with people
whose names are hidden: whoever helps at the one learns nothing of the others, and
changes nothing there.
"""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from http.cookies import SimpleCookie
from typing import Any, ClassVar
from urllib.parse import quote, unquote

from django.conf import settings
from django.db.models import Q
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.accounts.access import acts_at
from matches.accounts.roles import Act, Role
from matches.api.tokens import make_token
from matches.models import ApiToken, Grant, Match, Player, User
from matches.players.services import show_anew, show_pair
from matches.players.shown import Shown
from tests import builders
from tests.examples import NIGHTLY
from tests.test_litany import ACTS, ADDRESSES, Address, World, facts, undone
from tournaments.entries.services import add_entries
from tournaments.hall.settings import HallPlan, set_hall
from tournaments.models import Entry, Tournament
from tournaments.structure.models import Visibility

NAME = "Bag lukkede døre"
"""How the names of all tournaments of others begin."""
PART = "lukkede"
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE") if NIGHTLY else ("GET", "POST")
VARIANTS = ("private", "binned", "public") if NIGHTLY else ("private",)
REFUSED = frozenset({302, 401, 403, 404, 405, 422})
"""Statuses of answers that do nothing; 422 to programs, whose JSON comes first."""
HELPERS = (Role.DIRECTOR, Role.DESK, Role.RESULTS, Role.VIEWER)
VISITORS = {Role.DIRECTOR, "organiser"}
if NIGHTLY:
    VISITORS |= {*HELPERS, "organiser", "player", "stranger", "program"}
PLACES = frozenset({"check_in_code", "door_code", "screen_code", "binned"})
"""Codes and numbers of the world that belong to a tournament."""
BY_LINK = frozenset({"personal", "own_data", "own_data_file", "own_calendar", "forget"})
"""A player's own pages, behind a secret link."""
OWN = frozenset({"slug", "cup"})
"""What stands for a tournament in the table; here it is asked for one's own, too."""


@dataclass
class Visitor:
    """Somebody with a role elsewhere, or none."""

    name: str
    client: Client
    person: User | None = None
    sees_names: bool = False

    @cached_property
    def cookies(self) -> SimpleCookie:
        """The cookies to begin with: forms log people in and out."""
        return copy(self.client.cookies)


class OthersWorld(World):
    """The world of the litany, and a tournament whose people have roles there alone."""

    own: ClassVar[Tournament]
    helpers: ClassVar[dict[str, User]]
    token: ClassVar[str]
    full: ClassVar[set[str]]

    @classmethod
    def setUpTestData(cls) -> None:
        super().setUpTestData()
        for number, other in enumerate(Tournament.everything.all()):
            Tournament.everything.filter(pk=other.pk).update(name=f"{NAME} {number}")
        set_hall(
            Tournament.objects.get(slug=cls.world["cup"]), HallPlan(count=4), by=None
        )
        cls.full = cls.hidden()
        cls.own = cls.made()
        cls.helpers = {
            role: User.objects.create_user(f"Own {role}") for role in HELPERS
        }
        for role, person in cls.helpers.items():
            Grant.objects.create(user=person, event=cls.own.pk, role=role)
        cls.helpers["organiser"] = User.objects.create_user(
            "Organiser", role=Role.ORGANISER
        )
        plan = ApiToken(name="Clock", role=Role.DESK, event=cls.own.pk)
        plan.ends_at = timezone.now() + timedelta(days=1)
        plan.created_by = cls.people["Ada"]
        cls.token = make_token(plan)

    @classmethod
    def hidden(cls) -> set[str]:
        """Hide everybody; return the full names."""
        people = list(Player.objects.order_by("pk"))
        names = {player.name[:] for player in people}
        Player.objects.update(shown_by_club=Shown.HIDDEN)
        for player in people:
            show_anew(player.pk)
        for player in people:
            if player.members.exists():
                show_pair(player)
        return names

    @classmethod
    def made(cls) -> Tournament:
        """Return one's own tournament, with two who play in another one now."""
        made = builders.tournament("elimination", name="Own evening")
        busy = Match.objects.get(code=cls.world["cup_code"])
        known = [busy.player_1, busy.player_2]
        builders.entered(made, ["Own Player", "Own Guest"])
        add_entries(tournament=made, known=known, new=(), here=True, by=None)
        builders.published_round(made)
        return made

    def visitors(self) -> Iterator[Visitor]:
        """Whoever has no role at the other tournaments."""
        for name, person in self.helpers.items():
            client = Client()
            client.force_login(person)
            sees_names = Act.PLAYERS in acts_at(person)
            yield Visitor(name, client, person, sees_names)
        player = Client()
        own = Entry.objects.get(tournament=self.own, player__name="Own Player").player
        player.get(reverse("personal", args=[own.link_key]))
        assert settings.SESSION_COOKIE_NAME in player.cookies
        yield Visitor("player", player)
        yield Visitor("stranger", Client())
        program = Client(headers={"authorization": f"Bearer {self.token}"})
        yield Visitor("program", program)


class OtherRoles(OthersWorld):
    """The matrix."""

    asked = 0

    def variant(self, name: str) -> None:
        """Make all tournaments but one's own private, or put them into the bin."""
        others = Tournament.everything.exclude(pk=self.own.pk)
        if name == "private":
            others.update(visibility=Visibility.PRIVATE)
        elif name == "binned":
            others.update(deleted_at=timezone.now())
            played = Match.objects.filter(pairing__tournament__in=others)
            played.update(state=Match.State.VOID)

    def send(
        self, visitor: Visitor, method: str, path: str, form: dict[str, Any]
    ) -> HttpResponse:
        OtherRoles.asked += 1
        # So many wrong codes and searches from one address would be delayed.
        source = f"10.1.{self.asked // 250 % 250}.{self.asked % 250}"
        client = visitor.client
        client.handler, client.cookies = self.handler, copy(visitor.cookies)
        if method == "POST":
            return client.post(path, form, REMOTE_ADDR=source)
        return client.generic(method, path, REMOTE_ADDR=source)

    def secrets(self, visitor: Visitor, variant: str) -> set[str]:
        found = set() if visitor.sees_names else set(self.full)
        if variant == "public":
            return found
        others = Match.objects.filter(pairing__tournament__name__startswith=NAME)
        return found | {NAME} | set(others.values_list("code", flat=True))

    def belongs(self, address: Address, path: str) -> bool:
        """Whether an address is that of a thing of another tournament."""
        parts = path.split("/")
        return bool(PLACES & set(address.arguments)) or any(
            part in self.places for part in parts
        )

    def may(self, visitor: Visitor, address: Address, path: str, variant: str) -> bool:
        """Whether somebody may do something at an address: it is not of the others."""
        if self.belongs(address, path):
            return address.public and variant == "public"
        act = ACTS.get(address.name, Act.SET_UP)
        acts = {Act.CLUB_MATCHES} if visitor.name == "player" else set()
        return address.public or act in acts | acts_at(visitor.person)

    def look(
        self, visitor: Visitor, variant: str, path: str, answer: Any, sent: str = ""
    ) -> None:
        """Find what is said of the others in an answer, but for what was sent."""
        content = b"".join(answer) if answer.streaming else answer.content
        text = content.decode("utf-8", "replace") + str(answer.headers)
        for secret in self.secrets_now:
            if secret in text and secret not in unquote(path) + sent:
                self.leaks.add((visitor.name, variant, path, secret))

    def check(self, visitor: Visitor, variant: str, address: Address) -> None:
        path, form = self.path(address), self.form(address)
        may = self.may(visitor, address, path, variant)
        wanted = {"POST": address.post, "GET": address.get, "HEAD": address.get}
        with undone():
            for method in METHODS:
                if not wanted.get(method, True):
                    continue
                answer = self.send(visitor, method, path, form)
                if address.name not in BY_LINK:
                    sent = str(form) if method == "POST" else ""
                    self.look(visitor, variant, path, answer, sent)
                if not may and answer.status_code not in REFUSED:
                    self.opened.add((visitor.name, variant, method, address.name))
            if not may and facts() != self.before:
                self.changed.add((visitor.name, variant, address.name))

    def lists(self) -> Iterator[str]:
        """Lists and searches, asked for the others, and one's own pages."""
        keys = Player.objects.filter(entries__tournament__name__startswith=NAME)
        codes = Match.objects.filter(pairing__tournament__name__startswith=NAME)
        some = [*codes.values_list("code", flat=True)[:4], PART, "1", "M1"]
        words = [*some, *list(self.full)[:4]]
        for word in words:
            yield f"/search/?q={quote(word)}"
            yield f"/search/?q={quote(word)}&at={self.world['slug']}"
            yield f"/club/people/?player_1={quote(word)}"
        for path in ("/", "/tournaments/", "/desk/"):
            yield f"{path}?q={PART}"
        yield "/api/v1/tournaments/?names=full"
        yield from ("/tournaments.ics", "/club/", "/club/new/", "/desk/bin/")
        for key in keys.values_list("key", flat=True).distinct()[:12]:
            yield f"/players/{key}/"
            yield f"/api/v1/players/{key}/?names=full"
        for address in ADDRESSES:
            if address.get and OWN & set(address.arguments[:1]):
                values = {"slug": self.own.slug, "cup": self.own.slug}
                yield self.path(address, **values)

    def ask_all(self, visitor: Visitor, variant: str) -> None:
        self.secrets_now = self.secrets(visitor, variant)
        for address in ADDRESSES:
            self.check(visitor, variant, address)
        if variant == "public":
            return
        # Names are public or not by the page that shows them: tests/test_shown_names.
        self.secrets_now = self.secrets_now - self.full
        for path in self.lists():
            with undone():
                answer = self.send(visitor, "GET", path, {})
                self.look(visitor, variant, path, answer)

    def test_a_role_at_one_tournament_is_none_at_another(self) -> None:
        self.leaks: set[tuple[str, ...]] = set()
        self.opened: set[tuple[str, ...]] = set()
        self.changed: set[tuple[str, ...]] = set()
        OtherRoles.asked = 0
        others = Tournament.everything.filter(name__startswith=NAME)
        matches = Match.objects.filter(Q(pairing__tournament__in=others))
        self.places = {
            *others.values_list("slug", flat=True),
            *matches.values_list("code", flat=True),
        }
        for variant in VARIANTS:
            with undone():
                self.variant(variant)
                for visitor in self.visitors():
                    if visitor.name not in VISITORS:
                        continue
                    self.before = facts()
                    self.ask_all(visitor, variant)
        print(f"{self.asked} requests")
        faults = [*sorted(self.leaks), *sorted(self.opened), *sorted(self.changed)]
        assert not faults, "\n".join(map(str, faults))
        assert self.asked > (15_000 if NIGHTLY else 400 * len(VISITORS))
