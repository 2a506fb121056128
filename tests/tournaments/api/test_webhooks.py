"""Webhooks: what is told and when, signed, and tried again."""

import hashlib
import hmac
import json
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from types import SimpleNamespace
from typing import ClassVar

import pytest
from django.db import DatabaseError
from django.utils import timezone

from matches.ledger.recording import remove_final
from matches.models import JournalEntry, Match
from matches.web import sending
from tests import builders
from tests.refusals import codes_of, shown
from tournaments.api import webhooks
from tournaments.api.models import Delivery, DeliveryState, Webhook

pytestmark = pytest.mark.django_db


class Listener(BaseHTTPRequestHandler):
    """A scoreboard that keeps what it is told, and answers with `answers` in turn."""

    got: ClassVar[list[tuple[str, str, bytes]]] = []
    answers: ClassVar[list[int]] = []
    holds: ClassVar[Event] = Event()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.got.append((self.path, self.headers[webhooks.SIGNATURE], body))
        status = self.answers.pop(0) if self.answers else 204
        if not status:
            self.holds.wait(10)
            return
        self.send_response(status)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_args):
        pass


@pytest.fixture(scope="module")
def site():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/told?from=club"
    Listener.holds.set()
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def nothing_yet(settings):
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]
    Listener.got.clear()
    Listener.answers.clear()


@pytest.fixture(scope="module")
def world(kept):
    ada = builders.director("Ada")
    return SimpleNamespace(ada=ada, evening=builders.evening("swiss", 4))


def work():
    """Do what the worker does in a moment: look, and send what is due."""
    webhooks.write_news()
    while due := webhooks.due():
        for one in due:
            webhooks.deliver_next(one)


def told():
    return [json.loads(body) for _path, _signature, body in Listener.got]


def test_rounds_and_results_are_told(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    work()
    assert told() == []
    published = builders.published_round(world.evening)
    work()
    [first] = told()
    assert first["rounds"] == [{"stage": 1, "round": 1}]
    assert (first["results"], first["kind"]) == ([], "news")
    match = builders.matches(published)[0]
    builders.won(1, match)
    work()
    work()  # and nothing more
    _first, second = told()
    [result] = second["results"]
    assert (result["match"], result["winner"]) == (match.code, 1)
    assert result["score"] == {"one": 7, "two": 3}
    revision = Match.objects.get(pk=match.pk).revision
    remove_final(match_id=match.pk, revision=revision, by=world.ada)
    work()
    assert told()[-1]["results"][0]["winner"] is None
    text = b" ".join(body for _path, _signature, body in Listener.got).decode()
    for name in (match.player_1.name[:], match.player_1.key, match.sheet_code):
        assert name not in text
    assert {row.state for row in hook.deliveries.all()} == {DeliveryState.DONE}


def test_it_is_signed(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    webhooks.send_test(hook)
    work()
    [(path, signature, body)] = Listener.got
    assert path == "/told?from=club"
    moment, digest = (part.partition("=")[2] for part in signature.split(","))
    signed = hmac.new(
        hook.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256
    )
    assert signed.hexdigest() == digest
    assert abs(int(moment) - timezone.now().timestamp()) < 600
    assert json.loads(body)["kind"] == "test"
    assert hook.secret not in body.decode()


def rested(hook):
    """Return for how many seconds an address rests from now on, 0 if it does not."""
    hook.refresh_from_db()
    until = hook.rests_until
    return (until - timezone.now()).total_seconds() if until else 0


def test_it_is_tried_again_with_growing_pauses(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    sent = webhooks.send_test(hook)
    Listener.answers[:] = [500, 302, 404]
    for status, pause in zip((500, 302, 404), webhooks.PAUSES, strict=False):
        work()
        sent.refresh_from_db()
        assert (sent.status, sent.state) == (status, DeliveryState.WAITING)
        assert pause - 5 < rested(hook) <= pause
        work()  # not due yet
        Webhook.objects.update(rests_until=timezone.now())
    assert [path for path, *_rest in Listener.got] == ["/told?from=club"] * 3
    work()
    sent.refresh_from_db()
    assert (sent.state, sent.tries) == (DeliveryState.DONE, 4)
    assert (rested(hook), hook.failures) == (0, 0)


def test_what_happens_while_it_rests_is_one_message(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    webhooks.send_test(hook)
    Listener.answers[:] = [500]
    work()
    published = builders.published_round(world.evening)
    work()
    builders.won(1, builders.matches(published)[0])
    work()
    assert len(Listener.got) == 1
    Webhook.objects.update(rests_until=timezone.now())
    work()
    assert [one["kind"] for one in told()] == ["test", "test", "news"]
    assert (len(told()[-1]["rounds"]), len(told()[-1]["results"])) == (1, 1)
    assert rested(hook) == 0


def test_it_is_tried_now(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    ada = builders.signed_in(world.ada)
    page = f"/desk/{world.evening.slug}/programs/"
    button = 'value="now"'
    webhooks.send_test(hook)
    assert button not in ada.get(page).content.decode()
    Listener.answers[:] = [500, 500]
    work()
    assert button in ada.get(page).content.decode()
    ada.post(f"{page}webhooks/{hook.pk}/", {"do": "now"})
    work()
    assert rested(hook) > webhooks.PAUSES[0]  # it failed again
    ada.post(f"{page}webhooks/{hook.pk}/", {"do": "now"})
    work()
    assert {row.state for row in hook.deliveries.all()} == {DeliveryState.DONE}


def test_others_are_told_while_one_rests(world, site):
    slow = webhooks.add_webhook(world.evening, site, by=world.ada)
    other = webhooks.add_webhook(world.evening, f"{site}&other", by=world.ada)
    webhooks.send_test(slow)
    Listener.answers[:] = [500]
    work()
    webhooks.send_test(other)
    work()
    assert Listener.got[-1][0].endswith("other")
    assert rested(slow) > 0
    assert rested(other) == 0


def test_in_the_end_it_is_given_up(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    sent = webhooks.send_test(hook)
    Delivery.objects.update(tries=len(webhooks.PAUSES))
    later = webhooks.send_test(hook)
    Listener.answers[:] = [503]
    work()
    sent.refresh_from_db()
    assert sent.state == DeliveryState.FAILED
    webhooks.wake(hook)
    work()  # the next one goes on
    later.refresh_from_db()
    assert later.state == DeliveryState.DONE


def test_who_does_not_answer_is_tried_again(world, site, monkeypatch):
    monkeypatch.setattr(sending, "SECONDS", 0.1)
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    sent = webhooks.send_test(hook)
    Listener.answers[:] = [0]
    work()
    sent.refresh_from_db()
    assert (sent.state, sent.status) == (DeliveryState.WAITING, None)


def test_the_worker_waits_for_nobody(world, monkeypatch):
    begun, may_end = [], Event()

    def sends(webhook):
        begun.append(webhook.address)
        assert may_end.wait(10)

    monkeypatch.setattr(webhooks, "deliver_next", sends)
    hooks = [
        webhooks.add_webhook(world.evening, f"http://9.9.9.9/{n}", by=world.ada)
        for n in range(webhooks.AT_ONCE + 1)
    ]
    for hook in hooks:
        webhooks.send_test(hook)
    before = set(enumerate_threads())
    assert webhooks.tell_due() == []
    threads = set(enumerate_threads()) - before
    webhooks.tell_due()
    assert sorted(begun) == [hook.address for hook in hooks[:-1]]
    may_end.set()
    for thread in threads:
        thread.join(10)
    webhooks.tell_due()
    assert len(begun) > webhooks.AT_ONCE


def test_an_address_is_claimed_once(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    webhooks.send_test(hook)
    webhooks.send_test(hook)
    [mine], [theirs] = webhooks.due(), webhooks.due()
    Webhook.objects.filter(pk=mine.pk).update(
        rests_until=timezone.now() + timedelta(seconds=webhooks.LEASE)
    )
    webhooks.deliver_next(theirs)
    assert (Listener.got, webhooks.due()) == ([], [])
    # Who claimed it died: it is due again when the lease is over.
    Webhook.objects.update(rests_until=timezone.now())
    work()
    assert len(Listener.got) == 2


def test_a_thread_that_fails_is_free_again(world, monkeypatch):
    hook = webhooks.add_webhook(world.evening, "http://9.9.9.9/", by=world.ada)
    webhooks.send_test(hook)
    done = Event()

    def fails(_webhook):
        done.set()
        raise DatabaseError

    monkeypatch.setattr(webhooks, "deliver_next", fails)
    for _number in range(webhooks.AT_ONCE + 1):
        done.clear()
        before = set(enumerate_threads())
        webhooks.send_due()
        assert done.wait(10)
        for thread in set(enumerate_threads()) - before:
            thread.join(10)


def test_off_is_off_and_on_tells_what_comes_then(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    webhooks.switch(hook, on=False, by=world.ada)
    published = builders.published_round(world.evening)
    work()
    webhooks.switch(hook, on=True, by=world.ada)
    work()
    assert told() == []
    builders.won(2, builders.matches(published)[0])
    work()
    assert [one["rounds"] for one in told()] == [[]]
    webhooks.remove_webhook(hook, by=world.ada)
    assert not Delivery.objects.exists()
    acts = {row.act for row in JournalEntry.objects.all()}
    assert acts >= {"webhook_added", "webhook_off", "webhook_on", "webhook_removed"}


def test_old_deliveries_are_forgotten(world, site):
    hook = webhooks.add_webhook(world.evening, site, by=world.ada)
    Delivery.objects.bulk_create(
        Delivery(webhook=hook, body="{}", state=DeliveryState.DONE) for _ in range(30)
    )
    webhooks.send_test(hook)
    work()
    assert hook.deliveries.count() == webhooks.KEPT


def test_in_the_browser(world, site):
    ada = builders.signed_in(world.ada)
    page = f"/desk/{world.evening.slug}/programs/"
    for wrong in (
        "",
        "ftp://a.example/",
        "javascript:alert(1)",
        "http://a:b@c.example/",
    ):
        refused = ada.post(f"{page}webhooks/", {"address": wrong})
        assert refused.status_code == 422
        assert any(code.startswith("address:") for code in codes_of(refused))
    made = ada.post(f"{page}webhooks/", {"address": site})
    hook = Webhook.objects.get()
    assert hook.secret in made.content.decode()
    assert hook.secret not in ada.get(page).content.decode()
    assert ada.post(f"{page}webhooks/", {"address": site}).status_code == 409
    private = ada.post(f"{page}webhooks/", {"address": "http://10.0.0.5:8080/"})
    assert shown(sending.NOT_PUBLIC) in private.content.decode()
    one = f"{page}webhooks/{hook.pk}/"
    other = builders.tournament(name="Other")
    elsewhere = f"/desk/{other.slug}/programs/webhooks/{hook.pk}/"
    assert ada.post(elsewhere, {"do": "remove"}).status_code == 404
    for do, left in (
        ("test", 1),
        ("now", 1),
        ("off", 1),
        ("on", 1),
        ("nonsense", 1),
        ("remove", 0),
    ):
        assert ada.post(one, {"do": do})["Location"] == page
        assert Webhook.objects.count() == left
    kept = Webhook.objects.create(tournament=world.evening, address="http://10.0.0.5/")
    refused = ada.post(f"{page}webhooks/{kept.pk}/", {"do": "test"}, follow=True)
    assert shown(sending.NOT_PUBLIC) in refused.content.decode()
    kept.delete()
    full = [Webhook(tournament=world.evening, address=f"{site}{n}") for n in range(10)]
    Webhook.objects.bulk_create(full)
    assert ada.post(f"{page}webhooks/", {"address": site}).status_code == 422
