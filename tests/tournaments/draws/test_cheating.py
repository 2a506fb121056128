"""A director who cheats in every way we know, and who sees it.

Some forgeries contradict themselves: the check finds them from the record alone. Others
are drawn anew as a whole and are sound in themselves: what players have kept finds
them – the digits on a phone, the file of announcements.
"""

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any

import pytest

from tests.tournaments.engine.record.documents import document, later, stage
from tournaments.draws import verify_draw
from tournaments.engine import StageState
from tournaments.engine.record.announcement import commitment, digest_of, sorted_rolls
from tournaments.engine.record.checking import check_document

Record = dict[str, Any]
DICE = "66-53-41-22-64-31-55-21"
SECRET = "5" * 32
OTHER = "6" * 32


@cache
def field(length: int = 7) -> StageState:
    return replace(later(stage("swiss", 12, rounds=5), 1), length=length)


def drawn(*, of: StageState | None = None, **changes: Any) -> Record:
    return document(of or field(), **{"dice": DICE, "secret": SECRET} | changes)


@cache
def honest() -> Record:
    return drawn()


@cache
def first() -> Record:
    announcement: Record = honest()["announcement"]
    return announcement


def again(**told: Any) -> Record:
    """What the announcement of a second draw of the round says."""
    return {
        "number": 2,
        "place": 2,
        "before": digest_of(first()),
        "reason": "The dice fell off the table",
    } | told


def by_hand() -> Record:
    one, two = honest()["pairs"][0][0], honest()["pairs"][1][0]
    return drawn(swaps=((one, two, "They came in one car"),))


def other_opponents(record: Record) -> None:
    (_one, two), (_three, four) = record["pairs"][:2]
    record["pairs"][0][1], record["pairs"][1][1] = four, two


def names_exchanged(record: Record) -> None:
    for part in ("names", "salts"):
        rows = record[part]
        rows["1"], rows["2"] = rows["2"], rows["1"]


def another_winner(record: Record) -> None:
    row = record["state"]["outcomes"][0]
    row[3] = row[2] if row[3] == row[1] else row[1]


def a_friend_more(record: Record) -> None:
    rows = record["state"]["entrants"]
    rows.append([len(rows) + 1, *rows[-1][1:]])


def dice_as_called(record: Record) -> None:
    record["parts"]["dice"] = DICE.replace("53", "35")


def seed_of_a_rehearsal(record: Record) -> None:
    rehearsal = drawn(of=field(length=9))
    record["seed"], record["pairs"] = rehearsal["seed"], rehearsal["pairs"]


def swaps_not_told(record: Record) -> None:
    record |= by_hand() | {"swaps": []}


def announcement_reworded(record: Record) -> None:
    record["announcement"]["rolls"] = 0


CHANGES: tuple[Callable[[Record], None], ...] = (
    *(other_opponents, names_exchanged, another_winner, a_friend_more),
    *(dice_as_called, seed_of_a_rehearsal, swaps_not_told, announcement_reworded),
)


def changed(change: Callable[[Record], None]) -> Record:
    record = copy.deepcopy(honest())
    change(record)
    return record


def another_secret() -> Record:
    told = {"secret": commitment(SECRET)}
    return drawn(secret=OTHER, told=told)


def stopped_rolling_when_it_suited() -> Record:
    return drawn(dice=DICE[:17], told={"rolls": 8})


def the_draw_before_cut_out() -> Record:
    return drawn(told=again(), chain=[])


def the_draw_before_reworded() -> Record:
    return drawn(told=again(), chain=[first() | {"made": "2026-11-22T18:00:00Z"}])


def a_second_draw_called_the_first() -> Record:
    return drawn(told=again(number=1, reason=""), chain=[first()])


DRAWN_ANEW: tuple[Callable[[], Record], ...] = (
    *(another_secret, stopped_rolling_when_it_suited, the_draw_before_cut_out),
    *(the_draw_before_reworded, a_second_draw_called_the_first),
)
FORGERIES = {change.__name__: partial(changed, change) for change in CHANGES}
FORGERIES |= {way.__name__: way for way in DRAWN_ANEW}
"""Forgeries that do not fit together."""


@pytest.mark.parametrize("way", FORGERIES)
def test_a_forgery_that_contradicts_itself_is_found(way) -> None:
    assert check_document(FORGERIES[way]()).outcome == "different"


def test_the_honest_draw_is_proven() -> None:
    assert check_document(honest()).is_same
    assert check_document(drawn(told=again(), chain=[first()])).is_same


def test_places_changed_by_hand_are_a_verdict_of_their_own() -> None:
    assert check_document(by_hand()).outcome == "changed"


# Sound in itself, and not what was announced ---------------------------------------


@pytest.fixture
def checked(tmp_path):
    """The one file, as a command on a record and what somebody has kept."""

    def check(record: Record, *kept: str) -> int:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(record), "utf-8")
        return int(verify_draw.main([str(path), *kept]))

    return check


def test_a_draw_announced_anew_has_other_digits_than_phones_have_kept(checked):
    kept = honest()["digest"][:16]
    assert checked(honest(), "--fingerprint", kept) == 0
    for forged in (
        drawn(of=field(length=9)),
        drawn(secret=OTHER),
        drawn(told={"made": "2026-11-22T19:09:05Z"}),
        drawn(secret=OTHER, dice=""),
    ):
        assert checked(forged) == 0
        assert checked(forged, "--fingerprint", kept) == 1


def test_a_draw_before_it_that_is_hidden_is_missing_in_a_kept_file(tmp_path, checked):
    second = drawn(told=again(), chain=[first()])
    file = tmp_path / "chain.json"
    kept = {"crawford_chain": 1, "announcements": [first(), second["announcement"]]}
    file.write_text(json.dumps(kept), "utf-8")
    assert checked(second, "--chain", str(file)) == 0
    as_if_first = drawn(told={"made": "2026-11-22T19:30:00Z"})
    assert checked(as_if_first) == 0
    assert checked(as_if_first, "--chain", str(file)) == 1


def test_who_calls_two_dice_chooses_nothing() -> None:
    assert sorted_rolls("66 35 14 22 46 13 55 12", rolls=8) == DICE
