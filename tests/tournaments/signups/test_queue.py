"""The queue: no place stays free while somebody waits, and none is given twice."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tournaments.signups.queue import MISSES_ALLOWED, Place, State, moved

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOURS = timedelta(hours=6)
ACTS = ("come", "leave", "accept", "wait")


def moves_of(people, *, places, now, within):
    """Let the queue move once, as the services do."""
    inside = sum(person.state == State.IN for person in people.values())
    left = None if places is None else places - inside
    changed = moved(list(people.values()), left=left, now=now, answer_within=within)
    return people | {person.key: person for person in changed}


@given(
    places=st.none() | st.integers(0, 4),
    within=st.none() | st.just(HOURS),
    acts=st.lists(
        st.tuples(
            st.sampled_from(["come", "leave", "accept", "wait"]), st.integers(0, 9)
        ),
        max_size=40,
    ),
)
def test_no_place_too_many_and_none_free_while_somebody_waits(places, within, acts):
    people: dict[int, Place] = {}
    now = START
    first_offer: dict[int, int] = {}
    for act, which in acts:
        now += timedelta(hours=1)
        if act == "come":
            key = len(people)
            people[key] = Place(key, State.WAITING, now)
        elif act == "wait":
            now += HOURS
        elif which in people:
            person = people[which]
            if act == "leave":
                people[which] = replace(person, state=State.CANCELLED, answer_by=None)
            elif person.state == State.OFFERED and person.answer_by > now:
                people[which] = replace(person, state=State.IN, answer_by=None)
        before = people
        people = moves_of(people, places=places, now=now, within=within)
        states = [person.state for person in people.values()]
        taken = states.count(State.IN) + states.count(State.OFFERED)
        waiting = states.count(State.WAITING)
        assert places is None or taken <= places
        assert waiting == 0 or (places is not None and taken == places)
        for key, person in people.items():
            offered = person.state == State.OFFERED
            first_offer[key] = first_offer.get(key, 0) + (
                offered and before[key].answer_by != person.answer_by
            )
            assert first_offer[key] <= MISSES_ALLOWED + 1
            assert not offered or person.answer_by > now


def test_the_first_to_come_is_the_first_in():
    people = {
        key: Place(key, State.WAITING, START + timedelta(minutes=minute))
        for key, minute in enumerate([5, 1, 3])
    }
    after = moves_of(people, places=2, now=START + HOURS, within=None)
    assert [after[key].state for key in range(3)] == ["waiting", "in", "in"]


def test_who_misses_an_offer_goes_behind_the_others_and_the_second_time_away():
    people = {
        0: Place(0, State.OFFERED, START, START + HOURS),
        1: Place(1, State.WAITING, START + timedelta(hours=1)),
    }
    now = START + HOURS
    people = moves_of(people, places=1, now=now, within=HOURS)
    assert (people[0].state, people[1].state) == ("waiting", "offered")
    people = moves_of(people, places=1, now=now + HOURS, within=HOURS)
    assert (people[0].state, people[1].state) == ("offered", "waiting")
    people = moves_of(people, places=1, now=now + 2 * HOURS, within=HOURS)
    assert (people[0].state, people[1].state) == ("lapsed", "offered")
