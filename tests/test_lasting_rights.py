"""What outlives a session, such as a token or a link, needs the password again.

A phone that is left on a table, or a stolen cookie, would otherwise have it for ever.
"""

import re
from datetime import timedelta
from typing import Any

import time_machine
from django.apps import apps
from django.conf import settings
from django.db.models import Field
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from matches.accounts.people import change_role
from matches.accounts.roles import Role
from matches.players.models import Player
from tests import builders
from tests.test_litany import ADDRESSES, Address, World, facts
from tournaments.models import Webhook

ASKED = {
    *("directors", "person", "helpers", "programs", "event_programs", "webhook_new"),
    *("account", "player_link", "tournament_file"),
    *("player_forget", "tournament_delete"),
    *("mfa_activate_totp", "mfa_deactivate_totp", "mfa_generate_recovery_codes"),
    *("mfa_add_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn"),
    "mfa_view_recovery_codes",
}
"""The addresses that ask; any other that makes something lasting fails the test."""
RIGHTS = re.compile("(.*_)?(hash|secret|password|username|role|type)")
"""Columns that let somebody in, or say as whom; `type` is that of a second factor."""
OTHERS = {
    # The seed of a draw, which is published with it.
    "tournaments.DrawAnnouncement.secret",
    # A tablet at the door checks people in, at one tournament.
    "tournaments.ArrivalWindow.door_hash",
}
FORM = re.compile(r'<form\b[^>]*method="post"[^>]*>')
PASSWORD = {"password": builders.PASSWORD}


def rights(newest: int) -> set[tuple[object, ...]]:
    """Every value in the database that lets somebody in, and where it is.

    `newest` is the newest player whose link counts.
    """
    columns = [
        (model, field.attname)
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, Field) and RIGHTS.fullmatch(field.name)
        if f"{model._meta.label}.{field.name}" not in OTHERS
    ]
    return {
        # A hash moves to another row when two entries of a person become one.
        row[1:] if name.endswith("hash") else (model._meta.label, name, *row)
        for model, name in columns
        for row in model._default_manager.values_list("pk", name)
        # Whoever adds a person sees no link: only `player_link` shows it.
        if model is not Player or row[0] <= newest
    }


class LastingRights(World):
    """All addresses, asked with a session of some minutes ago."""

    def later(self) -> Any:
        passed = timedelta(seconds=settings.ACCOUNT_REAUTHENTICATION_TIMEOUT + 1)
        return time_machine.travel(timezone.now() + passed, tick=False)

    def test_nothing_that_lasts_is_given_without_the_password(self) -> None:
        links = [f"/p/{player.link_key}/" for player in Player.objects.real()]
        newest = max(Player.objects.values_list("pk", flat=True))
        before, asked = rights(newest), set()

        def check(address: Address) -> None:
            for answer in self.requests(self.browser("Ada"), address):
                if answer.status_code == 302 and "/account/again/" in answer.url:
                    asked.add(address.name)
                page = b"" if answer.streaming else answer.content
                assert not any(link.encode() in page for link in links), address.name
            assert rights(newest) <= before, address.name

        with self.later():
            self.each(check, lambda address: not address.public)
        assert asked == ASKED

    def test_what_was_typed_is_kept(self) -> None:
        chosen = [address for address in ADDRESSES if address.name in ASKED]

        def carried_out(path: str, sent: dict[str, Any] | None = None) -> HttpResponse:
            browser = self.browser("Ada")
            asked = browser.post(path, sent) if sent else browser.get(path)
            assert asked.status_code == 302, path
            assert browser.get(asked.url).status_code == 200
            return browser.post(asked.url, PASSWORD | {"next": path})

        def check(address: Address) -> None:
            if address.name.startswith("mfa_"):
                return
            path = self.path(address)
            if not address.post:
                answer = carried_out(path)
                assert (answer.status_code, answer["Location"]) == (302, path)
                return
            before = facts()
            answer = carried_out(path, self.form(address) | {"op": "k"})
            assert answer.status_code == address.post, address.name
            assert facts() != before, address.name
            if answer.status_code == 200:
                forms = FORM.findall(answer.content.decode())
                assert all("action=" in tag for tag in forms), address.name

        assert chosen
        with self.later():
            self.each(check, chosen.__contains__)

    def test_links_on_paper(self) -> None:
        page = reverse("document", args=["badges", self.world["slug"]])
        browser = self.browser("Ada")
        assert browser.get(page).status_code == 200
        with self.later():
            for address in (page, reverse("document_pdf", args=["badges", "slug"])):
                assert "/account/again/" in browser.get(address).headers["Location"]
            asked = browser.get(page).headers["Location"]
            answer = browser.post(asked, PASSWORD | {"next": page}, follow=True)
        assert answer.redirect_chain == [(page, 302)]
        assert answer.status_code == 200

    def test_a_role_that_ends_while_the_password_is_asked(self) -> None:
        bo, slug = builders.director("Bo"), self.world["slug"]
        browser = builders.signed_in(bo)
        page = reverse("webhook_new", args=[slug])
        with self.later():
            asked = browser.post(page, {"address": "https://board.example/"})
            change_role(bo, role=Role.VIEWER, by=self.people["Ada"])
            answer = browser.post(asked.url, PASSWORD | {"next": page})
        assert answer.status_code == 403
        assert "https://board.example/" in answer.content.decode()
        assert not Webhook.objects.filter(address="https://board.example/").exists()

    def test_a_form_on_the_answer_goes_where_its_page_is(self) -> None:
        slug, browser = self.world["slug"], self.browser("Ada")
        page = reverse("event_programs", args=[slug])
        with self.later():
            asked = browser.post(page, {"name": "", "role": "desk", "ends": "week"})
            answer = browser.post(asked.url, PASSWORD | {"next": page})
        assert answer.status_code == 422
        actions = re.findall(r'<form[^>]*action="([^"]*)"', answer.content.decode())
        assert page in actions
        assert reverse("account_reauthenticate") not in actions
