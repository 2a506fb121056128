"""Who is shown shortened, by initials or not at all appears nowhere by the full name.

Every public address is asked as a stranger, and again by htmx as a director: pages of
tournaments are shared by all visitors.
"""

import re
import zlib
from contextlib import suppress
from unittest import mock

import pytest
from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.test import SimpleTestCase
from django.urls import reverse
from django.utils import timezone

from matches.accounts.roles import Role
from matches.documents import registry
from matches.documents import services as documents_services
from matches.models import Game, Match, Player, User
from matches.player_page.forgetting import forget_person, preview
from matches.player_page.merging import (
    CHANGED_MEANWHILE,
    STILL_PLAYS,
    merge,
    preview_merge,
)
from matches.players.services import show_anew, show_pair
from matches.players.shown import (
    IN_FULL,
    NAMELESS,
    Shown,
    public_name,
    public_pair,
    strictest,
)
from tests.refusals import raises
from tests.test_litany import ADDRESSES, HTMX, Address, World, undone
from tournaments.models import Draw, Tournament
from tournaments.structure.models import Visibility

LIMITED = (Shown.SHORT, Shown.INITIALS, Shown.HIDDEN)
MOMENT = re.compile(r"datetime\.datetime\([^)]*\)")
TELLING = ("Sammenslutningen", "1987.6", "1,987.6", "1988")
"""The club and the rating of everybody without a name; both would tell who it is."""
INVENTED = {"api:openapi-json", "api:openapi-view"}
"""Pages with an example, which happens to have a name of the litany."""
OWN = {"own_data", "own_data_file"}
"""Pages by a secret link that tell a player their own name."""


def text_of(answer: HttpResponse) -> str:
    content = b"".join(answer) if answer.streaming else answer.content
    return content.decode("utf-8", "replace")


def everything_stored() -> str:
    """Return all texts, JSON and files of the database as one text.

    The directory is left out: in it somebody else may have the same name.
    """
    found = []
    for app in ("matches", "tournaments"):
        for model in apps.get_app_config(app).get_models():
            if model is Player:
                continue
            for row in model._base_manager.all():
                for field in model._meta.concrete_fields:
                    value = getattr(row, field.attname)
                    if isinstance(value, bytes | memoryview):
                        stored = bytes(value)
                        with suppress(zlib.error):
                            stored = zlib.decompress(stored)
                        found.append(stored.decode("latin-1"))
                        value = stored.decode("utf-8", "replace")
                    found.append(value[:] if isinstance(value, str) else repr(value))
    return "\n".join(found)


class NobodyInFull(World):
    """The world of the litany, in which nobody is shown in full."""

    full: dict[str, str]

    @classmethod
    def setUpTestData(cls) -> None:
        super().setUpTestData()
        people = list(Player.objects.order_by("pk"))
        cls.full = {player.name[:]: player.sort_name for player in people}
        for number, player in enumerate(people):
            Player.objects.filter(pk=player.pk).update(
                shown_by_club=LIMITED[number % len(LIMITED)]
            )
            show_anew(player.pk)
        for player in people:
            if player.members.exists():
                show_pair(player)
        hidden = Player.objects.filter(public_name__startswith=NAMELESS)
        assert hidden.update(club=TELLING[0], rating=TELLING[1])

    def get(self, person: str, name: str) -> HttpResponse:
        address = next(one for one in ADDRESSES if one.name == name)
        return self.browser(person).get(self.path(address))

    def leaks(self, text: str) -> set[str]:
        """Return the full names in a text, as they are spoken or listed."""
        names = (*TELLING, *(name for pair in self.full.items() for name in pair))
        return {name for name in names if name in text}

    def test_no_public_address_says_a_full_name(self) -> None:
        found: dict[str, set[str]] = {}

        def check(address: Address) -> None:
            if not address.get:
                return
            for person, more in (("Cy", {}), ("Cy", {"headers": HTMX})):
                answer = self.browser(person).get(self.path(address), **more)
                if leaks := self.leaks(text_of(answer)):
                    found.setdefault(address.name, set()).update(leaks)

        self.each(check, lambda one: one.public and one.name not in OWN | INVENTED)
        assert found == {}

    def on_paper(self) -> dict[str, str]:
        """Return the values of every document, as one text for each."""
        printed: dict[str, str] = {}
        digest = registry.Document.digest

        def spy(document: registry.AnyDocument, values: object) -> str:
            # Without moments, whose digits may be those of anything.
            text = MOMENT.sub("", repr(values))
            printed[document.key] = printed.get(document.key, "") + text
            return digest(document, values)

        addresses = [
            f"{self.world[slug]}{part}"
            for slug in ("slug", "cup")
            for part in ("", "/1", "/2", "/1/1")
        ]
        addresses.append(f"{self.world['ruled']}/{self.world['ruling_pk']}")
        with mock.patch.object(registry.Document, "digest", spy):
            for document in registry.all_documents():
                for address in addresses:
                    with suppress(LookupError, ValueError, ObjectDoesNotExist, Http404):
                        subject = document.scope.subject(address)
                        documents_services.wanted(document, subject)
        return printed

    def named_for_a_director(self, names: list[str]) -> dict[str, set[str]]:
        found = {
            key: told
            for key, text in self.on_paper().items()
            if (told := {name for name in names if name in text})
        }

        def check(address: Address) -> None:
            if address.get:
                text = text_of(self.browser("Ada").get(self.path(address)))
                if told := {name for name in names if name in text}:
                    found.setdefault(address.name, set()).update(told)

        self.each(check, lambda one: one.name not in INVENTED)
        return found

    def test_no_paper_says_a_full_name(self) -> None:
        """Also what a director prints: it hangs in the hall."""
        printed = self.on_paper()
        leaks = {
            key: found for key, text in printed.items() if (found := self.leaks(text))
        }
        assert leaks == {}
        people = [key for key, text in printed.items() if "N.N. " in text]
        assert len(people) > 5

    def test_a_director_sees_the_full_names(self) -> None:
        for name in ("tournament_desk", "entries", "player", "player_edit", "match"):
            address = next(one for one in ADDRESSES if one.name == name)
            answer = self.browser("Ada").get(self.path(address))
            assert self.leaks(text_of(answer)), name

    def test_a_private_tournament_is_there_for_its_people_alone(self) -> None:
        """Whoever may not see its desk finds nothing at all, nor its name in a list."""
        places = {self.world["slug"], self.world["cup"]}
        named = {"slug", "cup"}
        with undone():
            Tournament.objects.filter(slug__in=places).update(
                visibility=Visibility.PRIVATE, name="Behind doors", revision=99
            )
            for address in ADDRESSES:
                if not (address.public and address.get):
                    continue
                for person in ("Cy", "Ben"):
                    answer = self.browser(person).get(self.path(address))
                    if named & set(address.arguments):
                        assert answer.status_code == 404, (address.name, person)
                    assert "Behind doors" not in text_of(answer), address.name
            for name in ("standings", "match"):
                assert self.get("Ada", name).status_code == 200

    def test_an_unlisted_tournament_is_found_by_its_address(self) -> None:
        with undone():
            Tournament.objects.filter(slug=self.world["slug"]).update(
                visibility=Visibility.UNLISTED, name="By the way", revision=99
            )
            for name in ("home", "tournament_list", "club_calendar", "player"):
                assert "By the way" not in text_of(self.get("Cy", name)), name
            page = text_of(self.get("Cy", "tournament"))
            assert "By the way" in page
            assert '<meta name="robots" content="noindex">' in page
            assert "By the way" in text_of(self.get("Ada", "desk"))

    def test_a_forgotten_person_is_nowhere(self) -> None:
        """No table, no page of a director names them; the proofs are the same."""
        match = Match.objects.get(code=self.world["filed"])
        Tournament.objects.update(closed_at=timezone.now())
        Match.objects.filter(pk=match.pk).update(locked_at=timezone.now())
        draws = Draw.objects.order_by("pk").values_list("fingerprint", "record")
        proofs = list(draws)
        people = {match.player_1, Player.objects.get(key=self.world["key"])}
        for player in people:
            Match.objects.filter(Q(player_1=player) | Q(player_2=player)).update(
                locked_at=timezone.now()
            )
            assert preview(player).matches > 0
            forget_person(player=player, known=player.name[:], by=None)
        assert list(draws.all()) == proofs
        told = everything_stored()
        for player in people:
            names = (player.name[:], player.sort_name)
            assert [name for name in names if name in told] == []
            player.refresh_from_db()
            assert player.name[:] == f"N.N. {player.key[:4]}"
            assert player.name[:] in told
        for name in ("log", "history", "player", "match", "draw_record_file"):
            assert self.get("Ada", name).status_code == 200

    @pytest.mark.nightly
    def test_no_page_and_no_paper_names_who_was_merged(self) -> None:
        kept = Player.objects.get(key=self.world["club_player"])
        names = ["Quirin Zevenbergen", "Zevenbergen, Quirin"]
        named = Player.objects.filter(key=self.world["key"])
        named.update(name=names[0], sort_name=names[1])
        gone = named.get()
        assert self.named_for_a_director(names)
        seen = preview_merge(kept=kept, gone=gone).seen
        merge(kept=kept, gone=gone, seen=seen, by=None)
        assert self.named_for_a_director(names) == {}

    def test_what_a_player_notes_is_for_directors(self) -> None:
        game = Game.objects.get(pk=self.world["game_pk"])
        seen = {(1, False): False, (1, True): True, (None, False): True}
        for (side, is_shown), is_seen in seen.items():
            Game.objects.filter(pk=game.pk).update(
                remark="Read this", remark_side=side, is_remark_shown=is_shown
            )
            assert ("Read this" in text_of(self.get("Cy", "match"))) == is_seen
            assert "Read this" in text_of(self.get("Ada", "match"))

    def test_who_plays_is_not_forgotten(self) -> None:
        player = Player.objects.get(key=self.world["key"])
        before = everything_stored()
        with raises(STILL_PLAYS):
            forget_person(player=player, known=player.name[:], by=None)
        assert everything_stored() == before
        alone = Player.objects.get(key=self.world["club_player"])
        with raises(CHANGED_MEANWHILE):
            forget_person(player=alone, known="Another", by=None)

    def test_money_is_seen_by_the_two_and_by_owners(self) -> None:
        session = Match.objects.get(code=self.world["session"])
        players = {session.player_1.key, session.player_2.key}
        link = reverse("personal", args=[session.player_1.link_key])
        User.objects.filter(pk=self.people["Ben"].pk).update(role=Role.DIRECTOR)
        self.people["Ben"].refresh_from_db()
        owner, director, stranger, player = map(
            self.browser, ("Ada", "Ben", "Cy", "Cy")
        )
        player.get(link)
        pages = [f"/players/{key}/" for key in sorted(players)] + ["/club/"]
        for browser, sees in (
            (owner, True),
            (director, False),
            (stranger, False),
            (player, True),
        ):
            statuses = {
                browser.get(f"/{place}/{session.code}/").status_code
                for place in ("m", "scoreboard")
            }
            assert statuses == {200 if sees else 404}
            listed = [session.code in text_of(browser.get(page)) for page in pages]
            assert any(listed) == sees
        assert "money_stake" in text_of(owner.get("/club/new/"))
        assert "money_stake" not in text_of(director.get("/club/new/"))
        sent = director.post(
            "/club/new/",
            {
                "player_1": "Mie Nord",
                "player_2": "Ove Post",
                "play": "money",
                "money_stake": "1",
            },
        )
        assert sent.status_code == 422

    def test_what_is_polled_is_the_same_for_directors(self) -> None:
        address = next(one for one in ADDRESSES if one.name == "standings")
        for more in ({}, {"headers": HTMX}):
            answer = self.browser("Ada").get(self.path(address), **more)
            assert not self.leaks(text_of(answer))


class Choices(SimpleTestCase):
    """What is left of a name."""

    def test_the_stricter_choice_counts(self) -> None:
        assert strictest([Shown.SHORT, Shown.HIDDEN]) == Shown.HIDDEN
        assert strictest([Shown.FULL, Shown.FULL]) == Shown.FULL
        assert strictest([Shown.FULL, ""], is_minor=True) == Shown.SHORT
        assert strictest([Shown.INITIALS], is_minor=True) == Shown.INITIALS

    def test_names_of_every_kind_are_shortened(self) -> None:
        short = {
            "Ole Berg": ("Ole B.", "B., Ole", "O. B."),
            "Jan van den Berg Jr.": ("Jan B.", "B., Jan", "J. B."),
            "Åse": ("Å.", "Å.", "Å."),
            "فاطمة الزهراء": ("فاطمة ا.", "فاطمة ا.", "ف. ا."),
        }
        for name, (text, listed, initials) in short.items():
            shown = public_name(name, Shown.SHORT, "7KQ2ABCDEF")
            assert (shown.name, shown.sort_name) == (text, listed)
            assert public_name(name, Shown.INITIALS, "7KQ2ABCDEF").name == initials
            hidden = public_name(name, Shown.HIDDEN, "7KQ2ABCDEF")
            assert hidden.name == hidden.sort_name == "N.N. 7KQ2"
            assert public_name(name, Shown.FULL, "7KQ2ABCDEF") == IN_FULL

    def test_a_pair_is_shown_as_its_members(self) -> None:
        ole = public_name("Ole Berg", Shown.SHORT, "7KQ2ABCDEF")
        pair = ("Ole Berg & Eva Lind", "Berg, Ole & Lind, Eva")
        members = [("Ole Berg", ole), ("Eva Lind", IN_FULL)]
        shown = public_pair(*pair, members, key="ABCDEF2345")
        assert shown.name == "Ole B. & Eva Lind"
        assert shown.sort_name == "B., Ole & Lind, Eva"
        renamed = public_pair("The Oles", "The Oles", members, key="ABCDEF2345")
        assert renamed.name == "N.N. ABCD"
        alike = [(name, IN_FULL) for name, _shown in members]
        assert public_pair(*pair, alike, key="ABCDEF2345") == IN_FULL
