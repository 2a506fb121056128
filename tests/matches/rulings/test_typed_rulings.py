"""Rulings that are printed and not kept with a match: what was typed stays private."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.documents import services as documents_services
from matches.documents.access import TOO_MANY_ASKED
from matches.documents.models import Printout
from matches.ledger.models.match import Match
from matches.models import Job
from matches.rules.board import Situation, xgid
from matches.web import throttle
from tests import builders

pytestmark = pytest.mark.django_db

TYPED = {
    "id": xgid(Situation(length=7, dice=(3, 1))),
    "players": "Ane – <Bo>",
    "table": "7",
    "decision": "The play stands.",
    "rule": "4.2",
}


def asked(client: Client, **more: str) -> str:
    """Ask for the paper of a ruling and return where the desk leads to."""
    answer = client.get("/ruling/ruling.pdf", TYPED | more)
    assert answer.status_code == 302
    return str(answer["Location"])


def test_what_was_typed_stands_on_the_paper(client: Client) -> None:
    said: list[Any] = []

    def build(paper: Any) -> bytes:
        said.append(paper)
        return b"%PDF-1.7"

    with builders.printing(build):
        answer = builders.printed(client, "/ruling/ruling.pdf", TYPED)
    assert answer.content == b"%PDF-1.7"
    assert 'filename="ruling.pdf"' in answer["Content-Disposition"]
    (paper,) = said
    assert paper.decision == "The play stands."
    assert paper.rule == "4.2"
    facts = [value for _words, value in paper.facts]
    assert facts[:2] == ["Ane – <Bo>", "7"]


def test_the_address_cannot_be_guessed_and_is_not_what_was_typed(
    client: Client,
) -> None:
    path = asked(client)
    key = path.split("/")[-1].removesuffix(".pdf")
    assert len(key) == 32
    assert int(key, 16)
    assert "Ane" not in path
    other = asked(client, decision="Played again.")
    assert other != path
    assert client.get(path.replace(key, "0" * 32)).status_code == 404


def test_the_same_typed_again_is_the_same_paper(client: Client) -> None:
    with_it = asked(client)
    now = timezone.now()
    while asked(client) != with_it:  # the minute turned
        assert timezone.now() - now < timedelta(seconds=10)
        with_it = asked(client)
    assert Printout.objects.count() <= 2


def test_whoever_may_not_see_the_match_does_not_get_the_paper(client: Client) -> None:
    match = builders.match()
    with builders.printing():
        path = asked(client, match=match.code)
        builders.print_all()
        assert client.get(path).content == b"%PDF-1.7"
        Match.objects.filter(pk=match.pk).update(state=Match.State.VOID)
        assert client.get(path).status_code == 404
        assert client.get(path.replace(".pdf", "/")).status_code == 404
        ada = builders.signed_in(builders.director())
        assert ada.get(path).content == b"%PDF-1.7"


def test_a_changed_name_is_printed_again_with_what_was_typed(client: Client) -> None:
    match = builders.match(people=("Ane Alm", "Bo Brink"))
    said: list[Any] = []

    def build(paper: Any) -> bytes:
        said.append((paper.names[0], paper.decision))
        return b"%PDF-1.7"

    with builders.printing(build):
        path = asked(client, match=match.code)
        builders.print_all()
        match.player_1.name = "Ane Almskov"
        match.player_1.save()
        builders.printed(client, path)
    decision = "The play stands."
    assert said == [("Ane Alm", decision), ("Ane Almskov", decision)]
    assert Printout.objects.count() == 1


def test_it_is_gone_after_a_day_and_not_before(client: Client) -> None:
    with builders.printing():
        path = asked(client)
        builders.print_all()
    # A start of the product: nobody could type it again.
    documents_services.forget_made()
    documents_services.forget_old(timezone.now() + timedelta(hours=23))
    assert client.get(path).status_code == 200
    documents_services.forget_old(timezone.now() + timedelta(hours=25))
    assert client.get(path).status_code == 404
    assert not Printout.objects.exists()
    assert not Job.objects.exists()


def test_whoever_prints_too_often_keeps_what_they_typed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "DOCUMENTS_PER_ADDRESS", 1)
    asked(client)
    answer = client.get("/ruling/ruling.pdf", TYPED | {"decision": "No."})
    assert answer.status_code == 429
    page = answer.content.decode()
    assert TOO_MANY_ASKED.english in page
    assert ">\nNo.</textarea>" in page
