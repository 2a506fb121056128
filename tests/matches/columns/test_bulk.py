"""Many rows at once: stored as Django stores them, and held to every constraint."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.columns.bulk import MANY, insert_rows, update_rows
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
    return open_matches(new=pairs, terms=Terms(length=7, profile=given.profile))


def columns(matches: list[Match]) -> list[tuple[object, ...]]:
    names = [field.attname for field in Match._meta.concrete_fields]
    return [tuple(getattr(match, name) for name in names) for match in matches]


@pytest.mark.parametrize("count", [MANY - 1, MANY, MANY + 1])
def test_each_match_has_the_key_and_columns_of_its_row(count: int) -> None:
    matches = opened(count)
    stored = Match.objects.in_bulk([match.pk for match in matches])
    assert len(stored) == count
    assert columns(matches) == columns([stored[match.pk] for match in matches])
    assert not any(match._state.adding for match in matches)


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


def test_pairings_with_notes_are_stored_as_one_by_one() -> None:
    made = builders.drawn_round(builders.evening(who=4))
    first, second = builders.pairings(made)
    rows = [
        Pairing(
            tournament_id=first.tournament_id,
            stage_id=first.stage_id,
            draw=made,
            round_number=1,
            position=position,
            leg=position,
            entry_1=first.entry_1,
            entry_2=second.entry_1,
            notes=[["why", {"number": position}]] if position % 2 else [],
        )
        for position in range(3, MANY + 4)
    ]
    insert_rows(rows)
    found = Pairing.objects.filter(draw=made, position__gte=3).order_by("position")
    assert [row.notes for row in found] == [row.notes for row in rows]
    assert {(row.match_id, row.on_hold, row.slot) for row in found} == {
        (None, False, None)
    }


def test_a_row_against_a_constraint_refuses_all() -> None:
    matches = opened(MANY)
    for match in matches:
        match.pk = None
        match.sheet_code = match.code + "ZZ"
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows(matches, known_by="code")
    assert Match.objects.count() == MANY + 1


def test_each_row_is_updated_with_its_own_values() -> None:
    matches = opened(4)
    for number, match in enumerate(matches):
        match.length, match.rated, match.state = 11, number != 2, "done"
    update_rows(matches, ("length", "rated"))
    update_rows([], ("length",))
    stored = Match.objects.in_bulk([match.pk for match in matches])
    assert [stored[match.pk].rated for match in matches] == [True, True, False, True]
    assert {(row.length, row.state) for row in stored.values()} == {(11, "ready")}
