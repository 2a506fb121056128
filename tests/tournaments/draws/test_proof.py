"""The proof of a draw: the chain, swaps and what phones keep."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.jobs.tasks import run_job
from matches.models import Player
from tests import builders
from tests.phones import Phone, public_site
from tests.refusals import raises
from tournaments.draws.errors import SWAP_NEEDS_REASON
from tournaments.draws.publish import publish_round
from tournaments.draws.record import announcements_of, chain_document, draw_document
from tournaments.draws.request import announce_draw, call_off
from tournaments.draws.swap import swap
from tournaments.engine.record.announcement import digest_of
from tournaments.engine.record.checking import check_document
from tournaments.engine.record.proof_checks import NAMES_SAME
from tournaments.models import Draw, DrawAnnouncement, Tournament
from tournaments.structure.marks import mark_of

pytestmark = pytest.mark.django_db

CHAIN_FILE = "announcements.json"


def path_of(draw: Draw) -> str:
    slug = draw.stage.division.tournament.slug
    return f"/tournaments/{slug}/stages/1/draws/{draw.pk}/"


def published(evening: Tournament, draw: Draw) -> Draw:
    draw.refresh_from_db()
    swaps = len(draw.swaps)
    publish_round(draw_id=draw.pk, tournament=evening, swaps=swaps, by=None)
    draw.refresh_from_db()
    return draw


# The announcement -----------------------------------------------------------------


def test_the_number_of_the_server_is_no_part_of_what_is_announced() -> None:
    evening = builders.evening("monrad", 6)
    draw = announce_draw(tournament=evening, by=None)
    secret = DrawAnnouncement.objects.get().secret
    path = path_of(draw)
    for address in (path, f"{path}record.json", f"/tournaments/{evening.slug}/draws/"):
        assert secret not in Client().get(address).content.decode()
    builders.drawn_round(evening)
    assert secret not in Client().get(f"{path}record.json").content.decode()


# The chain -----------------------------------------------------------------------


def test_every_announcement_holds_the_one_before_it() -> None:
    evening = builders.evening("monrad", 6)
    builders.drawn_round(evening)
    announce_draw(tournament=evening, reason="It was too quick", by=None)
    drawn = published(evening, builders.drawn_round(evening))
    rows = list(DrawAnnouncement.objects.order_by("place"))
    assert [row.content["before"] for row in rows] == ["", rows[0].digest]
    assert [digest_of(row.content) for row in rows] == [row.digest for row in rows]
    assert all(timezone.now() - row.made_at < timedelta(hours=1) for row in rows)
    document = json.loads(json.dumps(draw_document(drawn)))
    assert check_document(document).is_same
    assert check_document(document | {"chain": []}).outcome == "different"
    slug = evening.slug
    page = Client().get(f"/tournaments/{slug}/draws/").content.decode()
    assert 'data-chain="whole"' in page
    address = f"/tournaments/{slug}/draws/announcements.json"
    sent = json.loads(Client().get(address).content)
    assert sent == chain_document(announcements_of(evening))
    assert check_document(sent).outcome == "chain"
    told = rows[0].content | {"reason": "Nobody saw it"}
    DrawAnnouncement.objects.filter(place=1).update(content=told)
    page = Client().get(f"/tournaments/{slug}/draws/").content.decode()
    assert 'data-chain="broken"' in page


def test_the_chain_shows_a_draft_once_its_round_is_public() -> None:
    evening = builders.evening("monrad", 6)
    address = f"/tournaments/{evening.slug}/draws/"

    def pages() -> list[str]:
        page, file = (
            Client().get(f"{address}{file}").content.decode()
            for file in ("", CHAIN_FILE)
        )
        main = page[page.index("<main") :]
        return [main[: main.index("fresh__time")], file]

    before, mark = pages(), mark_of(evening)
    builders.drawn_round(evening)
    assert pages() == before
    draw = builders.drawn_round(evening, reason="It was too quick")
    assert (pages(), mark_of(evening)) == (before, mark), "two drafts"
    published(evening, draw)
    assert mark_of(evening) != mark
    for page, both in zip(pages(), ("draw 2", '"place": 2'), strict=True):
        assert both in page
        assert "It was too quick" in page


def test_an_announcement_that_was_called_off_needs_a_reason_to_be_made_again() -> None:
    evening = builders.evening("monrad", 6)
    first = announce_draw(tournament=evening, by=None)
    call_off(draw_id=first.pk, tournament=evening, by=None)
    ada = builders.signed_in(builders.director())
    path = f"/desk/{evening.slug}/draw/"
    assert 'name="reason"' in ada.get(path).content.decode()
    assert ada.post(path, {}).status_code == 422
    assert ada.post(path, {"reason": "The dice fell off the table"}).status_code == 302
    run_job(Draw.objects.get(state=Draw.State.DRAWING).job_id)
    drawn = published(evening, Draw.objects.get(state=Draw.State.DRAFT))
    page = Client().get(path_of(drawn)).content.decode()
    assert "The dice fell off the table" in page


# What phones keep -----------------------------------------------------------------


def test_a_phone_that_kept_the_digits_is_told_whether_they_are_the_same() -> None:
    evening = builders.evening("monrad", 6)
    draw = announce_draw(tournament=evening, by=None)
    path, digest = path_of(draw), DrawAnnouncement.objects.get().digest
    for seen, said in (
        (digest[:16], 'data-seen="same"'),
        (digest, 'data-seen="same"'),
        (digest[:15], 'data-seen="other"'),
        ("0" * 16, 'data-seen="other"'),
        ("\x00", 'class="stack-y"'),
    ):
        assert said in Client().get(path, {"seen": seen}).content.decode()
    assert "data-seen" not in Client().get(path).content.decode()


def test_a_phone_that_kept_a_discarded_draw_is_led_to_the_one_in_its_place() -> None:
    evening = builders.evening("monrad", 6)
    kept = announce_draw(tournament=evening, by=None)
    second = announce_draw(tournament=evening, reason="It was too quick", by=None)
    for draw in (second, published(evening, builders.drawn_round(evening))):
        page = Client().get(path_of(kept), {"seen": kept.digest}).content.decode()
        assert f'data-instead="{draw.number}"' in page
        assert path_of(draw) in page
        assert "It was too quick" in page
    assert "data-instead" not in Client().get(path_of(second)).content.decode()
    third = announce_draw(tournament=evening, ahead=True, by=None)
    call_off(draw_id=third.pk, tournament=evening, by=None)
    assert 'data-instead=""' in Client().get(path_of(third)).content.decode()


def test_phones_are_told_what_is_theirs_beside_pages_that_all_share() -> None:
    evening = builders.evening("monrad", 6)
    draw = announce_draw(tournament=evening, by=None)
    site, path = public_site(), path_of(draw)
    assert draw.digest in Phone(site).get(path).text
    assert 'data-seen="same"' in Phone(site).get(f"{path}?seen={draw.digest}").text
    wrong = f"{path}?seen={'0' * 16}"
    assert 'data-seen="other"' in Phone(site).get(wrong).text


def test_a_name_that_is_forgotten_leaves_the_proof_whole() -> None:
    evening = builders.evening("monrad", 6)
    drawn = published(evening, builders.drawn_round(evening))
    document = draw_document(drawn)
    assert (len(document["names"]), document["hidden"]) == (6, {})
    gone = builders.entries(evening)[2]
    announcement = drawn.own_announcement
    announcement.names[str(gone.number)] = "N.N."
    announcement.save()
    Player.objects.filter(pk=gone.player_id).update(name="N.N.")
    document = json.loads(json.dumps(draw_document(drawn)))
    assert set(document["hidden"]) == {str(gone.number)}
    assert str(gone.number) not in document["salts"]
    verdict = check_document(document)
    assert verdict.is_same
    (names,) = (one for one in verdict.steps if one.note.message == NAMES_SAME)
    assert names.mark == "remark"


# Changed by hand ---------------------------------------------------------------------


def test_a_swap_takes_a_reason_and_undone_leaves_no_mark() -> None:
    evening = builders.evening("swiss", 8)
    draw = builders.drawn_round(evening)
    notes = [row.notes for row in builders.pairings(draw)]
    first, second, third = (row.entry_1.number for row in builders.pairings(draw)[:3])
    ask = {"draw_id": draw.pk, "tournament": evening, "by": None}
    with raises(SWAP_NEEDS_REASON):
        swap(first=first, second=second, reason="", **ask)
    swap(first=first, second=second, reason="They live together", **ask)
    swap(first=second, second=first, reason="", **ask)
    draw.refresh_from_db()
    assert (draw.swaps, draw.reasons) == ([], [])
    assert [row.notes for row in builders.pairings(draw)] == notes
    swap(first=first, second=second, reason="One", **ask)
    swap(first=second, second=third, reason="Two", **ask)
    with raises(SWAP_NEEDS_REASON):  # another swap came between
        swap(first=first, second=second, reason="", **ask)
    drawn = published(evening, draw)
    page = Client().get(path_of(drawn)).content.decode()
    assert 'data-changed="2"' in page
    verdict = check_document(json.loads(json.dumps(draw_document(drawn))))
    assert (verdict.outcome, verdict.places) == ("changed", 2)


def test_the_draft_says_what_was_changed_and_why() -> None:
    evening = builders.evening("swiss", 8)
    draw = builders.drawn_round(evening)
    ada = builders.signed_in(builders.director())
    first, second = (row.entry_1.number for row in builders.pairings(draw)[:2])
    path = f"/desk/{evening.slug}/draw/{draw.pk}/swap/"
    ticked = {"swap": [first, second]}
    refused = ada.post(path, ticked | {"swap_reason": " "})
    assert refused.status_code == 422
    kept = refused.content.decode()
    assert len(re.findall(r'name="swap" value="\d+"\s+checked', kept)) == 2
    assert '<details class="more" open' not in kept
    why = {"swap_reason": "They live together"}
    assert ada.post(path, ticked | why).status_code == 302
    page = ada.get(f"/desk/{evening.slug}/draw/").content.decode()
    assert "They live together" in page
