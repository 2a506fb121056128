"""Acts, undos and redos in any order, against a model that knows only the facts.

The model remembers what every act found and left. What is undone has to be again as the
act found it, what is redone as the act left it, to the last column, unless it is
refused; a refusal changes nothing. Another director acts in between, also between what
one director is shown and what they then send: what the other one typed since is never
lost by an undo or a redo. Whatever happens, nobody sits at two tables and no
bracket has a match that its facts do not call for.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from matches.accounts.models import User
from matches.ledger.amendments import Wanted
from matches.ledger.recording import correct_final
from matches.models import FinalScore, Game, JournalEntry, Match
from matches.rules import Side
from matches.rules.refusals import RuleError
from tests import builders
from tests.examples import ON_POSTGRESQL, in_a_world
from tests.refusals import raises
from tournaments.draws.publish import take_back_round
from tournaments.engine.bracket.refit import misfits
from tournaments.entries.options.apply import apply_option
from tournaments.entries.options.plan import options_of
from tournaments.entries.options.snapshot import snapshot_of
from tournaments.entries.options.withdraw import reinstate, withdraw
from tournaments.entries.services import remove_entry
from tournaments.models import Amendment, Entry, Pairing, Round, Stage, Tournament
from tournaments.results.amendments.services import redo, undo
from tournaments.results.correction.services import Chosen, correct, preview
from tournaments.results.errors import AMENDMENT_CHANGED, AMENDMENT_PLAYED
from tournaments.structure.plan import DivisionPlan, StagePlan
from tournaments.tables.calling import advance
from tournaments.tables.people import people_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

STEPS = (
    *("late", "choose", "choose", "correct", "correct", "result", "result", "draw"),
    *("take back", "remove", "withdraw", "undo", "undo", "redo", "between"),
    *("other director", "other director", "other director"),
)


def facts(of: Tournament) -> dict[str, Any]:
    """What the facts of a tournament are, without what follows from them.

    Matches of a bracket follow from lots, pins and results once they are due; so only
    those that were played, and those of rounds, are facts.
    """
    live = Pairing.objects.live().filter(tournament=of)
    matches = list(live.values_list("match", flat=True))
    finals = FinalScore.objects.valid().filter(match__in=matches)
    games = Game.objects.valid().filter(match__in=matches)
    paired = live.filter(slot__isnull=True) | live.filter(
        match__state__in=("playing", "done")
    )
    return {
        "entries": sorted(
            Entry.objects.filter(tournament=of).values_list(
                *("pk", "number", "division", "player", "joined_round"),
                *("checked_in_at", "withdrawn_at"),
            )
        ),
        "stages": [
            (pk, dict(lots), sorted(pins, key=str), plan is not None, entrants)
            for pk, lots, pins, plan, entrants in Stage.objects.filter(tournament=of)
            .order_by("pk")
            .values_list("pk", "lots", "pins", "plan", "field")
        ],
        "rounds": sorted(
            Round.objects.filter(stage__tournament=of).values_list(
                "stage", "number", "draw", "published_at"
            )
        ),
        "pairings": sorted(
            paired.values_list(
                *("pk", "draw", "round_number", "position", "leg", "slot"),
                *("entry_1", "entry_2", "match", "match__state", "match__winner"),
            ),
            key=str,
        ),
        "finals": sorted(
            finals.values_list("match", "score_1", "score_2", "winner", "how"), key=str
        ),
        "games": sorted(games.values_list("match", "number", "winner", "kind", "cube")),
    }


@dataclass
class World:
    """A tournament, and what the model knows of the acts in it, newest last."""

    event: Tournament
    found: dict[int, dict[str, Any]] = field(default_factory=dict)
    left: dict[int, dict[str, Any]] = field(default_factory=dict)
    quiet: int | None = None
    one: User = field(default_factory=lambda: builders.director("one"))
    two: User = field(default_factory=lambda: builders.director("two"))
    typed: set[tuple[Any, ...]] = field(default_factory=set)
    """What the other director typed."""

    def act(self, made: Callable[[], Amendment | None]) -> None:
        """Do something; remember what it found and left."""
        before = facts(self.event)
        try:
            with transaction.atomic():
                done = made()
        except RuleError:
            assert facts(self.event) == before
            return
        if done is not None:
            self.found[done.pk], self.left[done.pk] = before, facts(self.event)
            self.quiet = done.pk

    def turn(self, pk: int, *, back: bool) -> None:
        """Undo or redo an act, and compare with the model."""
        before, is_newest = facts(self.event), self.quiet == pk
        was_undone = Amendment.objects.get(pk=pk).is_undone
        turn, wanted = (undo, self.found[pk]) if back else (redo, self.left[pk])
        # What an act replaced knowingly goes again when the act is made again.
        own = typed_in(self.found[pk]) ^ typed_in(self.left[pk])
        theirs = (self.typed & typed_in(before)) - own
        try:
            turn(tournament=self.event, pk=pk, by=self.one)
        except RuleError:
            assert facts(self.event) == before
            # Nothing happened since that could stand in the way.
            assert not is_newest
            return
        assert theirs <= typed_in(facts(self.event))
        if was_undone is back:
            assert facts(self.event) == before
        elif is_newest:
            assert facts(self.event) == wanted
        if not is_newest:
            self.quiet = None

    def let_other_act(self, pick: int) -> None:
        """Let the other director do one thing that no undo takes back."""
        before = typed_in(facts(self.event))
        step = ("late", "result", "correct by hand", "draw")[pick % 4]
        if step == "late":
            enter_late(self.event, pick)
        else:
            go_on(self.event, step, pick, by=self.two)
        self.typed |= typed_in(facts(self.event)) - before
        self.quiet = None


def typed_in(known: dict[str, Any]) -> set[tuple[Any, ...]]:
    """Return of some facts what a director types: who is entered, results, rounds."""
    return {
        *(("entry", row[0]) for row in known["entries"]),
        *(("final", *row) for row in known["finals"]),
        *(("round", *row) for row in known["rounds"]),
    }


def enter_late(event: Tournament, pick: int) -> None:
    builders.entered(event, [f"Late Comer {Entry.objects.count()}-{pick}"])


def do(world: World, step: str, pick: int) -> None:
    """Do one thing, chosen by a number."""
    event, by = world.event, world.one
    entries = builders.entries(event)
    entry = entries[pick % len(entries)]
    if step == "late":
        enter_late(event, pick)
        world.quiet = None
    elif step == "choose":
        choices = options_of(entry).choices
        if choices:
            world.act(chosen(entry, choices[pick % len(choices)].value, by))
    elif step == "correct":
        world.act(corrected(event, pick, by))
    elif step == "between":
        choices = options_of(entry).choices
        send = corrected(event, pick, by)
        if pick % 2 and choices:
            send = chosen(entry, choices[pick % len(choices)].value, by)
        world.let_other_act(pick // 2)
        world.act(send)
    elif step == "other director":
        world.let_other_act(pick)
    elif step == "take back":
        world.act(lambda: taken_back(event, by))
    elif step == "remove":
        world.act(lambda: remove_entry(tournament=event, number=entry.number, by=by))
    elif step == "withdraw":
        with_it = withdraw if entry.withdrawn_at is None else reinstate
        world.act(lambda: by_name(event, with_it, entry.number, by))
    elif step in {"undo", "redo"} and world.found:
        known = list(world.found)
        world.turn(known[-1 - pick % min(3, len(known))], back=step == "undo")
    else:
        go_on(event, step, pick, by=by)
        world.quiet = None


def go_on(event: Tournament, step: str, pick: int, *, by: User) -> None:
    """Let the evening go on: a result, a correction by hand, or another round."""
    rows = Match.objects.filter(
        pairing__in=Pairing.objects.live().filter(tournament=event)
    )
    if step == "result":
        waiting = list(rows.filter(state="ready").order_by("pk"))
        if waiting:
            builders.won(1 + pick % 2, waiting[pick % len(waiting)])
            advance(event.pk)
    elif step == "correct by hand":
        done = list(rows.filter(state="done", how="played").order_by("pk"))
        if done:
            match = done[pick % len(done)]
            top = {1: (match.length, 0), 2: (0, match.length)}[match.winner or 1]
            try:
                correct_final(
                    match_id=match.pk,
                    score_1=top[0],
                    score_2=top[1],
                    revision=match.revision,
                    by=by,
                )
            except RuleError:
                return
    elif step == "draw" and not rows.filter(state="ready").exists():
        try:
            with transaction.atomic():
                builders.published_round(event)
        except RuleError:
            return


def chosen(entry: Entry, value: str, by: User) -> Callable[[], Amendment | None]:
    """Return the act of sending what was chosen for an entry."""
    return lambda: (
        apply_option(
            tournament=entry.tournament, number=entry.number, chosen=value, by=by
        ).undo
    )


def corrected(
    event: Tournament, pick: int, by: User | None = None
) -> Callable[[], Amendment | None]:
    """Return the sending of a result turned around, in a way that is shown now."""
    rows = Pairing.objects.live().filter(tournament=event, match__state="done")
    done = [row.match for row in rows.select_related("match").order_by("pk")]
    if not done:
        return lambda: None
    match = done[pick % len(done)]
    assert match is not None
    winner = Side(3 - (match.winner or 1))
    wanted = Wanted(how="played", winner=winner, points=pick % match.length)
    effects = preview(match=match, wanted=wanted)
    mode = effects.ways[pick % len(effects.ways)].mode
    seen = Chosen(wanted=wanted, mode=mode, mark=effects.mark)
    return lambda: correct(tournament=event, match=match, chosen=seen, by=by).amendment


def taken_back(event: Tournament, by: User) -> Amendment | None:
    stage = builders.stage(event)
    newest = stage.published_rounds.order_by("-number").first()
    if newest is None:
        return None
    return take_back_round(
        round_number=newest.number, tournament=event, reason="wrong list", by=by
    )


def by_name(
    event: Tournament, act: Callable[..., str], number: int, by: User
) -> Amendment | None:
    before = Amendment.objects.count()
    act(tournament=event, number=number, by=by)
    if Amendment.objects.count() == before:
        return None
    return Amendment.objects.filter(tournament=event).first()


def check(event: Tournament) -> None:
    """What must hold after every step."""
    busy: set[int] = set()
    rows = Pairing.objects.live().filter(
        tournament=event, called_at__isnull=False, match__state__in=("ready", "playing")
    )
    for row in rows.select_related("match"):
        assert row.match is not None
        people = people_of([row.match.player_1_id, row.match.player_2_id])
        here = set().union(*people.values())
        assert not here & busy
        busy |= here
    for root in Stage.objects.filter(tournament=event, plan__isnull=False):
        snapshot = snapshot_of(root)
        open_slots = [
            row.slot
            for row in snapshot.rows
            if row.slot is not None and row.match and row.match.state == "ready"
        ]
        assert not misfits(snapshot.drawn, open_slots)
        assert snapshot.drawn.course().due() == []


@contextmanager
def forgotten() -> Iterator[None]:
    """Leave nothing of an example to the next one."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def cup(key: str, who: int) -> Tournament:
    stages = [StagePlan(format=key, match_length=5)]
    if key == "elimination":
        stages.append(
            StagePlan(
                format="branch",
                match_length=3,
                parent=0,
                section="consolation",
                options={"pattern": "first_loss"},
            )
        )
    made = builders.tournament(divisions=(DivisionPlan(stages=tuple(stages)),))
    builders.entered(made, who)
    builders.published_round(made)
    return made


def evening(key: str, who: int) -> Tournament:
    made = builders.evening(key, who)
    builders.published_round(made)
    return made


def play(event: Tournament, steps: list[tuple[str, int]]) -> None:
    world = World(event)
    for step, pick in steps:
        do(world, step, pick)
        check(event)
    acts = list(world.found)
    for pk in reversed(acts):
        world.turn(pk, back=True)
        check(event)
    for pk in acts:
        world.turn(pk, back=False)
        check(event)


WALK = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 99)), min_size=4, max_size=18
)


@pytest.mark.sqlite
@in_a_world(2 if ON_POSTGRESQL else 4)
@given(key=st.sampled_from(("elimination", "double_elimination")), walk=WALK)
def test_a_bracket_is_as_the_model_says(key: str, walk: list[tuple[str, int]]) -> None:
    with forgotten():
        play(cup(key, 6), walk)


@in_a_world(2 if ON_POSTGRESQL else 4)
@given(key=st.sampled_from(("swiss", "monrad", "lives", "round_robin")), walk=WALK)
def test_rounds_are_as_the_model_says(key: str, walk: list[tuple[str, int]]) -> None:
    with forgotten():
        play(evening(key, 5), walk)


@pytest.mark.sqlite
def test_a_match_comes_back_only_where_it_fits() -> None:
    """Undone in the order in which they were done: leaving, then a late line.

    Who took the line had taken an opponent from a match that the leaving had made, and
    that match may not come back beside the one that the leaver plays again.
    """
    play(
        cup("elimination", 6),
        [("other director", 86), ("between", 57), ("between", 41), ("undo", 1)],
    )


@pytest.mark.sqlite
def test_a_result_of_somebody_else_is_not_taken_for_half_an_undone_one() -> None:
    """Undone are a correction of a walk-over to 5–2, and with it not 5–0 since then."""
    play(
        cup("double_elimination", 6),
        [
            *(("withdraw", 13), ("choose", 36), ("choose", 70), ("between", 50)),
            *(("correct", 57), ("other director", 2)),
        ],
    )


@pytest.mark.sqlite
def test_the_number_of_a_match_goes_over_again() -> None:
    """Redone: a bye, and then a latecomer in the match that followed from the bye.

    The match without the latecomer was made anew by the first redo, and the one that
    was set aside had got its number back by the undo.
    """
    event, by = cup("elimination", 6), builders.director()
    enter_late(event, 1)
    world = World(event)
    for number, start in ((6, "rest-"), (4, "seat-")):
        entry = builders.entries(event)[number - 1]
        values = [choice.value for choice in options_of(entry).choices]
        value = next(value for value in values if value.startswith(start))
        world.act(chosen(entry, value, by))
    acts = list(world.found)
    assert len(acts) == 2
    for _time in range(2):
        for pk in reversed(acts):
            world.turn(pk, back=True)
        for pk in acts:
            world.turn(pk, back=False)
            check(event)


def test_of_two_acts_that_did_the_same_one_is_made_again() -> None:
    """A no-show was taken out, put back and taken out anew; both are undone."""
    event, by = evening("lives", 5), builders.director()
    world = World(event)
    for _time in range(2):
        entry, value = next(
            (entry, choice.value)
            for entry in builders.entries(event)
            for choice in options_of(entry).choices
            if choice.value.startswith("rest-")
        )
        world.act(chosen(entry, value, by))
        world.turn(max(world.found), back=True)
    first, second = world.found
    assert redo(tournament=event, pk=first, by=by)
    before = facts(event)
    with raises(AMENDMENT_CHANGED):
        redo(tournament=event, pk=second, by=by)
    assert facts(event) == before
    assert undo(tournament=event, pk=first, by=by)
    assert redo(tournament=event, pk=second, by=by)
    check(event)


def test_the_journal_may_be_emptied() -> None:
    """Undo and redo need nothing but the amendment."""
    event = cup("elimination", 4)
    builders.won(1, Match.objects.filter(pairing__tournament=event)[0])
    advance(event.pk)
    before = facts(event)
    done = corrected(event, 0)()
    assert done is not None
    after = facts(event)
    JournalEntry.objects.all().delete()
    assert undo(tournament=event, pk=done.pk, by=None)
    assert facts(event) == before
    JournalEntry.objects.all().delete()
    assert redo(tournament=event, pk=done.pk, by=None)
    assert facts(event) == after


@pytest.mark.sqlite
def test_a_round_that_was_taken_back_comes_back() -> None:
    event = evening("swiss", 4)
    before = facts(event)
    done = taken_back(event, builders.director())
    assert done is not None
    assert facts(event)["rounds"] == []
    builders.drawn_round(event)
    assert undo(tournament=event, pk=done.pk, by=None)
    assert facts(event) == before


@pytest.mark.sqlite
def test_an_entry_that_was_removed_comes_back_with_its_number() -> None:
    event = builders.evening("swiss", 4)
    before = facts(event)
    done = remove_entry(tournament=event, number=2, by=None)
    assert done is not None
    assert undo(tournament=event, pk=done.pk, by=None)
    assert facts(event) == before


def test_a_removed_entry_comes_back_although_there_is_another_draft() -> None:
    event = builders.evening("swiss", 4)
    first = builders.drawn_round(event)
    done = remove_entry(tournament=event, number=2, by=None)
    assert done is not None
    second = builders.drawn_round(event)
    assert undo(tournament=event, pk=done.pk, by=None)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == ("draft", "discarded")
    assert first.pairings.count() == 2
    assert not second.pairings.exists()


def test_people_who_were_entered_and_removed_can_be_entered_again() -> None:
    event = builders.tournament()
    builders.entered(event, ["Ane Alm & Bo Brink", "Cy Holt"])
    done = Amendment.objects.get(tournament=event)
    before = facts(event)
    assert undo(tournament=event, pk=done.pk, by=None)
    assert facts(event)["entries"] == []
    assert redo(tournament=event, pk=done.pk, by=None)
    assert facts(event) == before


def test_a_round_with_new_results_is_not_taken_back_again() -> None:
    event = evening("swiss", 4)
    done = taken_back(event, builders.director())
    assert done is not None
    assert undo(tournament=event, pk=done.pk, by=None)
    builders.won(1, Match.objects.filter(pairing__tournament=event, state="ready")[0])
    before = facts(event)
    with raises(AMENDMENT_PLAYED):
        redo(tournament=event, pk=done.pk, by=None)
    assert facts(event) == before
