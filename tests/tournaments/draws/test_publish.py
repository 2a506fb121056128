"""Publishing a draw as a round, and taking a round back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from matches.ledger.recording import remove_final
from matches.models import JournalEntry, Match
from matches.rules import Side
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.builders import game, play
from tests.refusals import raises
from tournaments.draws import errors
from tournaments.draws.publish import publish_round, take_back_round
from tournaments.draws.request import request_draw
from tournaments.entries import services as entries_services
from tournaments.models import Draw, Pairing, Round, Stage, Tournament
from tournaments.setup.services import close_tournament
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.marks import fingerprint

pytestmark = pytest.mark.django_db


def publish(draw: Draw, within: Tournament) -> Any:
    return publish_round(draw_id=draw.pk, tournament=within, by=None)


def take_back(within: Tournament, number: int = 1, reason: str = "Wrong hall") -> None:
    take_back_round(round_number=number, tournament=within, reason=reason, by=None)


def counts() -> dict[str, Any]:
    """Everything publishing or taking back could change."""
    return {
        "rounds": list(Round.objects.order_by("pk").values_list("pk", "number")),
        "draws": list(Draw.objects.order_by("pk").values_list("pk", "state")),
        "pairings": list(Pairing.objects.order_by("pk").values_list("pk", "match")),
        "matches": list(
            Match.objects.order_by("pk").values_list("pk", "state", "revision")
        ),
        "lots": list(Stage.objects.order_by("pk").values_list("pk", "lots")),
        "lines": JournalEntry.objects.count(),
        "revisions": list(Tournament.objects.values_list("revision", flat=True)),
    }


def refused(act: Callable[[], Any], error: Refusal[RuleError]) -> str:
    """Refuse the act, change nothing, and return the sentence."""
    before = counts()
    with raises(error) as caught:
        act()
    assert counts() == before
    return str(caught.value)


# Publishing ----------------------------------------------------------------


def test_publishing_opens_numbered_matches_and_leaves_one_line() -> None:
    ada = builders.director()
    evening = builders.evening("swiss", 5, match_length=9)
    draw = builders.drawn_round(evening)
    lines = JournalEntry.objects.count()
    published = publish_round(draw_id=draw.pk, tournament=evening, by=ada)
    assert (published.changed, published.round.number) == (True, 1)
    found = builders.pairings(published.round)
    assert [pairing.match_number for pairing in found] == [1, 2, None]
    opened = builders.matches(published.round)
    assert [(match.length, match.state) for match in opened] == [(9, "ready")] * 2
    assert [match.player_1_id for match in opened] == [
        pairing.entry_1.player_id for pairing in found[:2]
    ]
    assert len({match.code for match in opened}) == 2
    draw.refresh_from_db()
    assert draw.state == Draw.State.PUBLISHED
    assert draw.published_at is not None
    assert JournalEntry.objects.count() == lines + 1
    line = JournalEntry.objects.order_by("-pk")[0]
    assert (line.act, line.actor, line.details) == (
        "round_published",
        ada,
        {"round": 1, "number": 1},
    )


def test_match_numbers_go_on_from_round_to_round() -> None:
    evening = builders.evening("swiss", 6)
    numbered = [
        [
            pairing.match_number
            for pairing in builders.pairings(builders.played_round(evening))
        ]
        for _round in range(2)
    ]
    assert numbered == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.database
def test_publishing_twice_is_publishing_once() -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    first = publish(draw, evening)
    before = counts()
    again = publish(draw, evening)
    assert (again.changed, again.round) == (False, first.round)
    assert counts() == before


def test_an_entry_changed_after_the_draw_stops_the_publishing() -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    entries_services.check_in(tournament=evening, numbers=[2], here=False, by=None)
    refused(lambda: publish(draw, evening), errors.DRAW_OUTDATED)


def test_a_result_corrected_after_the_draw_stops_the_publishing() -> None:
    evening = builders.evening("swiss", 4)
    first = builders.played_round(evening)
    draw = builders.drawn_round(evening)
    turned_round(builders.matches(first)[0])
    refused(lambda: publish(draw, evening), errors.DRAW_OUTDATED)


def turned_round(match: Match) -> None:
    """Remove a result of side one and report the opposite."""
    remove_final(match_id=match.pk, revision=1, by=None)
    builders.won(Side.TWO, match)


@pytest.mark.database
def test_a_draw_that_was_replaced_or_is_elsewhere_cannot_be_published() -> None:
    evening, other = builders.evening("swiss", 4), builders.tournament()
    first = builders.drawn_round(evening)
    second = builders.drawn_round(evening, reason="Once more")
    refused(lambda: publish(first, evening), errors.DRAW_GONE)
    refused(lambda: publish(second, other), errors.DRAW_GONE)


def test_a_draw_still_being_made_cannot_be_published() -> None:
    evening = builders.evening("swiss", 4)
    draw = request_draw(tournament=evening, by=None)
    refused(lambda: publish(draw, evening), errors.DRAW_GONE)


def test_a_closed_tournament_publishes_nothing() -> None:
    evening = builders.evening("swiss", 4)
    draw = builders.drawn_round(evening)
    close_tournament(tournament=evening, by=None)
    refused(lambda: publish(draw, evening), TOURNAMENT_CLOSED)


@pytest.mark.parametrize(("format_key", "lots"), [("monrad", 6), ("elimination", 8)])
def test_the_first_round_gives_everybody_a_number_or_a_line(
    format_key: str, lots: int
) -> None:
    evening = builders.evening(format_key, 6)
    builders.published_round(evening)
    given = list(builders.lots(evening).values())
    assert len(set(given)) == 6
    assert set(given) <= set(range(1, lots + 1))


def test_a_late_player_gets_the_next_player_number() -> None:
    evening = builders.evening("monrad", 4)
    builders.played_round(evening)
    builders.entered(evening, ["Sent Kommer"])
    builders.published_round(evening)
    given = {
        entry.player.name: builders.lots(evening)[entry.number]
        for entry in builders.entries(evening)
    }
    assert given["Sent Kommer"] == 5
    assert sorted(given.values()) == [1, 2, 3, 4, 5]


# Taking back ---------------------------------------------------------------


@pytest.mark.database
def test_taking_back_cancels_the_matches_and_frees_the_lots(client: Client) -> None:
    ada, evening = builders.director(), builders.evening("monrad", 4)
    published = builders.published_round(evening)
    codes = [match.code for match in builders.matches(published)]
    mark = fingerprint(evening.pk)
    take_back_round(round_number=1, tournament=evening, reason="Wrong hall", by=ada)
    assert not Round.objects.exists()
    draw = Draw.objects.get()
    assert draw.state == Draw.State.WITHDRAWN
    assert {match.state for match in Match.objects.all()} == {"void"}
    assert set(builders.lots(evening).values()) == {None}
    assert fingerprint(evening.pk) > mark
    for code in codes:
        assert client.get(f"/m/{code}/").status_code == 404
    assert client.get(f"/tournaments/{evening.slug}/rounds/1/").status_code == 404
    line = JournalEntry.objects.order_by("-pk")[0]
    assert (line.act, line.actor, line.details) == (
        "round_taken_back",
        ada,
        {"round": 1, "reason": "Wrong hall"},
    )
    record = client.get(f"/tournaments/{evening.slug}/draws/").content.decode()
    assert draw.seed in record


def test_the_round_is_drawn_anew_with_numbers_that_were_never_used() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    take_back(evening)
    published = builders.published_round(evening)
    assert (published.number, published.draw.number) == (1, 2)
    numbered = [pairing.match_number for pairing in builders.pairings(published)]
    assert numbered == [3, 4]


def test_taking_back_takes_a_reason() -> None:
    evening = builders.evening("swiss", 4)
    builders.published_round(evening)
    refused(lambda: take_back(evening, reason=""), errors.REASON_NEEDED)


def test_a_round_with_results_stays() -> None:
    evening = builders.evening("swiss", 6)
    published = builders.published_round(evening)
    builders.won(Side.ONE, builders.matches(published)[0])
    play(builders.matches(published)[2], game(1))
    sentence = refused(lambda: take_back(evening), errors.ROUND_HAS_RESULTS)
    assert "(M1, M3)" in sentence


@pytest.mark.database
def test_only_the_last_round_can_be_taken_back() -> None:
    evening = builders.evening("swiss", 4)
    builders.played_round(evening)
    builders.published_round(evening)
    refused(lambda: take_back(evening, 1), errors.ROUND_NOT_LAST)
    refused(lambda: take_back(evening, 3), errors.ROUND_NOT_LAST)
    take_back(evening, 2)
    assert [each.number for each in Round.objects.all()] == [1]


def test_without_a_round_there_is_nothing_to_take_back() -> None:
    evening = builders.evening("swiss", 4)
    builders.drawn_round(evening)
    refused(lambda: take_back(evening), errors.ROUND_NOT_LAST)


def test_taking_back_discards_a_draft_that_rests_on_it() -> None:
    cup = builders.evening("elimination", 2)
    builders.entered(cup, ["Cille Krag"])
    published = builders.published_round(cup)
    assert len(builders.matches(published)) == 1
    builders.won(Side.ONE, builders.matches(published)[0])
    draft = builders.drawn_round(cup)
    match = builders.matches(published)[0]
    remove_final(match_id=match.pk, revision=1, by=None)
    take_back(cup)
    draft.refresh_from_db()
    assert draft.state == Draw.State.DISCARDED
    assert not Pairing.objects.filter(draw=draft).exists()


def test_a_closed_tournament_keeps_its_rounds() -> None:
    evening = builders.evening("swiss", 2)
    builders.played_round(evening)
    close_tournament(tournament=evening, by=None)
    refused(lambda: take_back(evening), TOURNAMENT_CLOSED)
