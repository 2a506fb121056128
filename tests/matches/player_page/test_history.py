"""What is counted of a history, against loops that count one thing at a time."""

from datetime import UTC, date, datetime
from random import Random

from matches.player_page import history
from matches.player_page.history import MatchTally, PlayerMatch


def histories(count):
    """Return random histories, the newest match first; some have sessions."""
    lots = Random(7)
    return [
        sorted((_played(lots, key) for key in range(lots.randrange(140))), reverse=True)
        for _ in range(count)
    ]


def _played(lots, key):
    day = date(lots.randint(2020, 2026), lots.randint(1, 12), lots.randint(1, 28))
    length = lots.choice([0, 5, 7, 9])
    is_won = lots.choice([True, False, None]) if length else None
    kind = lots.choice(["", "swiss", "elimination"])
    return PlayerMatch(
        day,
        datetime(day.year, day.month, day.day, 20, tzinfo=UTC),
        key,
        lots.randrange(12),
        length,
        is_won,
        kind,
    )


def test_tallies_are_those_of_a_count_one_by_one():
    for found in histories(40):
        decided = history.decided(found)
        for key in ("opponent", "length", "kind", "year"):
            tallied = history.tallies(decided, lambda one, key=key: getattr(one, key))
            for value, tally in tallied.items():
                results = [one.is_won for one in found if getattr(one, key) == value]
                assert tally == (results.count(True), results.count(False))
            assert sum(one.matches for one in tallied.values()) == len(decided)
        assert history.tally(found).matches == len(decided)


def test_rivals_are_the_best_and_the_worst_balance():
    for found in histories(60):
        decided = history.decided(found)
        against = history.tallies(decided, lambda one: one.opponent)
        often = {one: of for one, of in against.items() if of.matches >= 3}
        balances = {one: of.won - of.lost for one, of in often.items()}
        best, worst = history.favourite(against), history.nemesis(against)
        if best is None:
            assert all(balance <= 0 for balance in balances.values())
        else:
            assert balances[best] == max(balances.values()) > 0
        if worst is None:
            assert all(balance >= 0 for balance in balances.values())
        else:
            assert balances[worst] == min(balances.values()) < 0


def test_of_equal_rivals_it_is_who_was_met_most_often():
    against = {1: MatchTally(3, 0), 2: MatchTally(5, 2), 3: MatchTally(5, 2)}
    assert history.favourite(against) == 2
    assert history.favourite({1: MatchTally(2, 0)}) is None
    assert history.nemesis({1: MatchTally(2, 0), 2: MatchTally(1, 1)}) is None


def test_the_longest_run_is_the_longest_of_all_rows():
    for found in histories(60):
        decided = history.decided(found)
        oldest_first = decided[::-1]
        best = 0
        for start in range(len(oldest_first)):
            length = 0
            for one in oldest_first[start:]:
                if not one.is_won:
                    break
                length += 1
            best = max(best, length)
        run = history.longest_run(decided)
        assert len(run) == best
        assert all(one.is_won for one in run)


def test_form_and_milestones_come_in_the_order_of_play():
    for found in histories(40):
        counted = history.counted(found)
        decided, marks = counted.decided, counted.marks
        form = history.form(decided)
        assert list(form) == sorted(decided)[-history.FORM :]
        assert len(marks) <= history.MARKS
        assert [played.day for _what, _number, played in marks] == sorted(
            (played.day for _what, _number, played in marks), reverse=True
        )
        for what, number, played in marks:
            if what == history.MATCH:
                assert sorted(decided)[number - 1] == played
        assert {played for _what, _number, played in marks} <= set(
            history.remembered(counted)
        )


def test_nothing_was_played_yet():
    assert history.tally([]) == (0, 0)
    assert history.tally([]).percent == 0
    assert history.milestones([]) == history.remembered(history.counted([])) == []
    assert history.favourite({}) is None
    assert history.longest_run([]) == ()
