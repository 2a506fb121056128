"""Many rows at once: stored as Django stores them, and held to every constraint."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.columns.bulk import MANY, insert_alike, keys_by, update_columns
from matches.ledger import opening
from matches.ledger.opening import NewMatch, Terms, open_matches
from matches.models import Match
from matches.players.codes import MATCH_CODE_LENGTH, SHEET_CODE_LENGTH
from tests import builders
from tournaments.models import Pairing

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def opened(count: int) -> list[Match]:
    given = builders.match()
    pairs = [NewMatch(given.player_1_id, given.player_2_id)] * (count - 1)
    pairs.append(NewMatch(given.player_2_id, given.player_1_id))
    keys = open_matches(new=pairs, terms=Terms(length=7, profile=given.profile))
    stored = Match.objects.in_bulk(keys)
    return [stored[key] for key in keys]


def columns(row: Match, *, but: tuple[str, ...]) -> dict[str, object]:
    names = [field.attname for field in Match._meta.concrete_fields]
    return {name: getattr(row, name) for name in names if name not in but}


@pytest.mark.parametrize("count", [1, MANY - 1, MANY, MANY + 1])
def test_each_match_is_stored_as_django_stores_one(count: int) -> None:
    matches = opened(count)
    assert len({match.code for match in matches}) == count
    assert len({match.sheet_code for match in matches}) == count
    assert [match.player_1_id for match in matches[:-1]] == [
        matches[-1].player_2_id
    ] * (count - 1)
    first = matches[0]
    own = ("id", "code", "sheet_code", "player_1_id", "player_2_id", "created_at")
    one = Match.objects.create(
        length=7,
        profile=first.profile,
        player_1=first.player_1,
        player_2=first.player_2,
    )
    one.refresh_from_db()
    for match in matches:
        assert columns(match, but=own) == columns(one, but=own)
        assert match.created_at == first.created_at


def test_many_rows_take_as_many_questions_however_many_they_are() -> None:
    opened(1)  # the players and their rules are new once
    with CaptureQueriesContext(connection) as few:
        opened(MANY)
    with CaptureQueriesContext(connection) as more:
        opened(8 * MANY)
    assert len(few) == len(more)


def test_a_code_that_a_match_has_is_given_to_no_other(monkeypatch) -> None:
    """Only the first codes that are made are those of a match already there."""
    (given,) = opened(1)
    made = opening.new_codes
    taken = {MATCH_CODE_LENGTH: given.code, SHEET_CODE_LENGTH: given.sheet_code}

    def codes(length: int, count: int) -> list[str]:
        first = taken.pop(length, None)
        return [first, *made(length, count - 1)] if first else made(length, count)

    monkeypatch.setattr(opening, "new_codes", codes)
    matches = opened(3)
    assert not taken
    assert given.code not in {match.code for match in matches}
    assert given.sheet_code not in {match.sheet_code for match in matches}


@pytest.mark.parametrize("count", [3, MANY])
def test_pairings_with_notes_are_stored_as_one_by_one(count: int) -> None:
    made = builders.drawn_round(builders.evening(who=4))
    first, second = builders.pairings(made)
    pattern = Pairing(
        tournament_id=first.tournament_id,
        stage_id=first.stage_id,
        draw=made,
        round_number=1,
        entry_1=first.entry_1,
    )
    places = range(3, count + 3)
    notes = [[{"code": "why", "params": {"number": one}}] * (one % 2) for one in places]
    of_each = {
        "position": places,
        "leg": places,
        "entry_2_id": [second.entry_1_id if one % 3 else None for one in places],
        "notes": notes,
    }
    assert insert_alike(pattern, of_each) == []
    found = Pairing.objects.filter(draw=made, position__gte=3).order_by("position")
    assert [row.notes for row in found] == notes
    assert [row.entry_2_id for row in found] == of_each["entry_2_id"]
    assert {(row.match_id, row.on_hold, row.slot) for row in found} == {
        (None, False, None)
    }


@pytest.mark.parametrize("count", [2, MANY])
def test_a_row_against_a_constraint_refuses_all(count: int) -> None:
    (match,) = opened(1)
    there = Match.objects.count()
    numbers = range(10, 10 + count)
    of_each = {
        "code": [f"CODE{number}" for number in numbers],
        "sheet_code": ["SHEET2", *(f"SHEET{number}" for number in numbers[1:])],
        "length": [7] * (count - 1) + [100],
    }
    pattern = Match(
        profile=match.profile, player_1=match.player_1, player_2=match.player_2
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_alike(pattern, of_each, known_by="code")
    of_each["length"][-1], of_each["sheet_code"][-1] = 7, match.sheet_code
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_alike(pattern, of_each, known_by="code")
    assert Match.objects.count() == there


@pytest.mark.parametrize("count", [2, MANY])
def test_a_column_that_is_not_there_is_no_column(count: int) -> None:
    with pytest.raises((KeyError, TypeError)):
        insert_alike(Match(), {"colour": ["white"] * count})
    with pytest.raises(ValueError, match="unpack"):
        insert_alike(Match(), {"code": ["A"] * count, "sheet_code": ["B"]})


def test_each_row_is_updated_with_its_own_values() -> None:
    keys = [match.pk for match in opened(4)]
    of_each = {"length": [11] * 4, "rated": [True, True, False, True]}
    update_columns(Match, keys, of_each)
    update_columns(Match, [], {"length": []})
    stored = Match.objects.in_bulk(keys)
    assert [stored[key].rated for key in keys] == [True, True, False, True]
    assert {(row.length, row.state) for row in stored.values()} == {(11, "ready")}


def test_rows_are_found_by_thousands_of_texts() -> None:
    matches = opened(3)
    texts = [f"NONE{number}" for number in range(6000)]
    texts[1], texts[5999] = matches[0].code, matches[2].code
    assert keys_by(Match, "code", texts) == {
        matches[0].code: matches[0].pk,
        matches[2].code: matches[2].pk,
    }
