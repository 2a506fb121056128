"""Corrected results: what would change, the ways to deal with it, and one undo."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.utils import translation

from matches.ledger import recording
from matches.ledger.adjust import record_ending
from matches.ledger.amendments import Wanted
from matches.models import FinalScore, Game, Match, Report
from matches.rules import Side
from matches.rules.errors import SCORE_TOO_HIGH
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.builders import game, play
from tests.examples import NIGHTLY, once_on_postgresql
from tests.refusals import raises, says
from tournaments.draws.publish import publish_round
from tournaments.draws.request import request_draw
from tournaments.models import Correction, Entry, Pairing, Round, Stage, Tournament
from tournaments.results import errors
from tournaments.results.amendments import services as amendments
from tournaments.results.correction import effects as effects_of
from tournaments.results.correction.effects import shown
from tournaments.results.correction.plan import Effects, Way
from tournaments.results.correction.services import Chosen, correct, preview
from tournaments.rounds import engine_state
from tournaments.structure.models import LIVE_MATCH
from tournaments.structure.plan import DivisionPlan, StagePlan
from tournaments.tables.calling import advance

pytestmark = pytest.mark.django_db


# What stands ---------------------------------------------------------------


def told(row: dict[str, Any]) -> dict[str, Any]:
    """A game or result without its primary key: an undo adds a copy of the row."""
    return {name: value for name, value in row.items() if name != "id"}


def facts(of: Tournament) -> dict[str, Any]:
    """Everything that counts in a tournament: what is live, to the last column."""
    live = Pairing.objects.live().filter(tournament=of)
    matches = Match.objects.filter(pairing__in=live).order_by("pk")
    pks = [match.pk for match in matches]
    games = Game.objects.valid().filter(match__in=pks)
    finals = FinalScore.objects.valid().filter(match__in=pks)
    return {
        "pairings": list(live.order_by("pk").values()),
        "matches": [
            # Neither how often it changed, nor what lists of ratings have still to see.
            {k: v for k, v in row.items() if k not in {"revision", "ratings_due"}}
            for row in matches.values()
        ],
        "games": [told(row) for row in games.order_by("match", "number").values()],
        "finals": [told(row) for row in finals.order_by("match").values()],
        "reports": list(Report.objects.filter(match__in=pks).order_by("pk").values()),
        "stages": list(Stage.objects.filter(tournament=of).order_by("pk").values()),
        "rounds": list(
            Round.objects.filter(stage__division__tournament=of)
            .order_by("stage", "number")
            .values("stage", "number", "draw", "published_at", "draw__state")
        ),
        "draws": list(
            live.order_by("draw__pk")
            .distinct()
            .values("draw__pk", "draw__swaps", "draw__record", "draw__reason")
        ),
        "entries": list(Entry.objects.filter(tournament=of).order_by("pk").values()),
    }


def cup(who: int = 8, key: str = "elimination", *branches: str) -> Tournament:
    """A bracket with branches, drawn, nothing played."""
    stages = [StagePlan(format=key, match_length=5)]
    for place, section in enumerate(branches):
        stages.append(
            StagePlan(
                format="branch",
                match_length=3,
                parent=place,
                section=section,
                options={"pattern": "first_loss" if place == 0 else "unshifted"},
            )
        )
    made = builders.tournament(divisions=(DivisionPlan(stages=tuple(stages)),))
    builders.entered(made, who)
    builders.published_round(made)
    return made


def pairing_at(of: Tournament, number: int) -> Pairing:
    """The live pairing in a slot."""
    live = Pairing.objects.live().select_related("match", "entry_1", "entry_2")
    return live.get(tournament=of, slot=number)


def first(of: Tournament) -> Pairing:
    """The first match of the first round."""
    rows = Pairing.objects.live().with_match().filter(tournament=of)
    return rows.select_related("match", "draw__stage").order_by("match_number")[0]


def play_on(of: Tournament, *, random: Random | None = None, most: int = 999) -> None:
    """Play the open matches that there are, and those that they open."""
    while most > 0:
        advance(of.pk)
        waiting = open_matches(of)
        if not waiting:
            return
        for match in waiting[:most]:
            side = 1 if random is None else random.choice((1, 2))
            builders.won(side, match, loser=1)
            most -= 1
    advance(of.pk)


def open_matches(of: Tournament) -> list[Match]:
    return list(
        Match.objects.filter(
            LIVE_MATCH, pairing__tournament=of, state=Match.State.READY
        ).order_by("pairing__match_number")
    )


def turned(match: Match) -> Wanted:
    """The same result for the other side."""
    match.refresh_from_db()
    return Wanted(how=Match.How.PLAYED, winner=Side(3 - (match.winner or 1)), points=1)


def corrected(of: Tournament, match: Match, mode: str = "", **more: Any) -> Correction:
    """Look at what the other winner would change, and apply it."""
    wanted = more.pop("wanted", None) or turned(match)
    mark = preview(match=match, wanted=wanted).mark
    chosen = Chosen(wanted=wanted, mode=mode, mark=mark, **more)
    return correct(tournament=of, match=match, chosen=chosen, by=None)


def undone(of: Tournament, made: Correction) -> bool:
    return amendments.undo(tournament=of, pk=made.amendment_id, by=None)


def redone(of: Tournament, made: Correction) -> bool:
    return amendments.redo(tournament=of, pk=made.amendment_id, by=None)


def modes(match: Match, wanted: Wanted | None = None) -> list[str]:
    found = preview(match=match, wanted=wanted or turned(match))
    return [way.mode for way in found.ways]


def refused(of: Tournament, act: Callable[[], Any], error: Refusal[RuleError]) -> str:
    """Refuse the act, change nothing, and return the sentence."""
    before = facts(of)
    with raises(error) as caught:
        act()
    assert facts(of) == before
    return str(caught.value)


def names_in(pairing: Pairing) -> set[int]:
    return {pairing.entry_1_id, pairing.entry_2_id or 0}


def course(of: Tournament) -> Any:
    root = builders.stage(of)
    return engine_state.course_of(root, engine_state.load(root))


# Brackets ------------------------------------------------------------------


def test_the_suggestion_follows_a_rule() -> None:
    made = cup(8)
    play_on(made, most=4)
    advance(made.pk)
    match = first(made).match
    assert preview(match=match, wanted=turned(match)).suggestion.mode in {"", "replay"}
    next_one = pairing_at(made, 5).match
    builders.play(next_one, builders.game(1))
    effects = preview(match=match, wanted=turned(match))
    assert effects.suggestion.mode == "replay"
    assert "1 match is replayed" in " ".join(map(str, effects.way("replay").summary))
    builders.won(2, next_one, loser=1)
    effects = preview(match=match, wanted=turned(match))
    assert effects.suggestion.mode == "record"
    assert says(str(effects.suggestion.reason), "correction.has_lost_since")
    for way in effects.ways:
        assert way.lines[0] == way.summary
        assert way.places.count >= len(way.places.lines) - len(effects.ways)


def test_rounds_that_have_begun_are_kept_by_suggestion() -> None:
    made = swiss(4, 2)
    match = first(made).match
    assert preview(match=match, wanted=turned(match)).suggestion.mode == "record"


def test_a_round_that_was_just_published_has_called_its_players() -> None:
    made = swiss(4, 1)
    match = first(made).match
    builders.published_round(made)
    assert preview(match=match, wanted=turned(match)).suggestion.mode == "record"
    made.pairings.update(called_at=None)  # the director calls by hand
    assert preview(match=match, wanted=turned(match)).suggestion.mode == "replay"


def test_only_points_change_nothing_else() -> None:
    made = cup(4)
    play_on(made)
    match = first(made).match
    before = facts(made)
    effects = preview(
        match=match, wanted=Wanted(how="played", winner=Side.ONE, points=4)
    )
    assert not effects.is_choice
    assert effects.ways[0].aside == ()
    assert effects_of.WINNER_STAYS in {line.message for line in effects.changes}
    done = corrected(
        made, match, wanted=Wanted(how="played", winner=Side.ONE, points=4)
    )
    match.refresh_from_db()
    assert (match.score_1, match.score_2, match.winner) == (5, 4, 1)
    undone(made, done)
    assert facts(made) == before


def test_what_has_not_begun_is_simply_replaced() -> None:
    made = cup(4)
    for match in open_matches(made):
        builders.won(1, match)
    advance(made.pk)
    final = open_matches(made)[0]
    wrong, right = first(made).entry_1_id, first(made).entry_2_id
    before = facts(made)
    effects = preview(match=first(made).match, wanted=turned(first(made).match))
    assert not effects.is_choice
    text = " ".join(map(str, [*effects.changes, *effects.ways[0].lines]))
    assert effects_of.CANCELLED_UNBEGUN.english % {"labels": "M3"} in text
    assert "M3 (Final)" in text
    done = corrected(made, first(made).match)
    new = open_matches(made)[0]
    assert new.pk != final.pk
    final.refresh_from_db()
    assert final.state == Match.State.VOID
    assert right in names_in(new.pairing)
    assert wrong not in names_in(new.pairing)
    undone(made, done)
    assert facts(made) == before
    new.refresh_from_db()
    assert new.state == Match.State.VOID


@pytest.mark.parametrize("mode", ["record", "replay"])
def test_what_was_played_can_stand_or_be_played_again(mode: str) -> None:
    made = cup(8, "elimination", "consolation", "last")
    play_on(made)
    before = facts(made)
    match = first(made).match
    done = corrected(made, match, mode, reason="sheet read the wrong way round")
    match.refresh_from_db()
    assert match.winner == 2
    if mode == "record":
        assert {row["slot"] for row in facts(made)["pairings"]} == {
            row["slot"] for row in before["pairings"]
        }
        assert builders.stage(made).pins
    else:
        assert open_matches(made)
        assert course(made).due() == []
    assert done.effects
    undone(made, done)
    assert facts(made) == before
    assert not undone(made, done)


def test_swap_forward_lets_the_right_one_go_on() -> None:
    made = cup(8, "elimination", "consolation")
    play_on(made, most=4)
    semi = next(
        each
        for each in open_matches(made)
        if each.pairing.stage.parent_id is None
        and names_in(each.pairing) & names_in(first(made))
    )
    builders.won(1 if semi.pairing.entry_1_id in names_in(first(made)) else 2, semi)
    advance(made.pk)
    match, before = first(made).match, facts(made)
    wrong, right = first(made).entry_1, first(made).entry_2
    assert modes(match) == ["record", "swap", "replay"]
    done = corrected(made, match, "swap")
    now = course(made)
    assert now.where_now(right.number).node.section == "main"
    other = now.where_now(wrong.number)
    assert other is None or other.node.section == "consolation"
    assert facts(made)["stages"] != before["stages"]
    undone(made, done)
    assert facts(made) == before


def test_a_match_of_the_same_two_keeps_its_result() -> None:
    made = cup(8, "elimination", "consolation")
    play_on(made, most=4)
    others = {
        each.pk for each in Pairing.objects.filter(tournament=made, slot__in=(3, 4))
    }
    play_on(made)
    done = corrected(made, first(made).match, "replay")
    kept = {row["id"] for row in facts(made)["pairings"]}
    assert others <= kept
    upper = {
        names_in(each) and each.slot for each in Pairing.objects.filter(pk__in=kept)
    }
    assert {1, 2, 3, 4, 6} <= upper
    semi = pairing_at(made, 6)
    assert semi.match.state == Match.State.DONE
    aside = Pairing.objects.filter(draw__state="withdrawn", tournament=made)
    assert {each.match.state for each in aside} == {Match.State.VOID}
    assert not {each.slot for each in aside} & {1, 2, 3, 4, 6}
    assert done.mode == "replay"


def test_what_was_played_since_stands_in_the_way_of_an_undo() -> None:
    made = cup(4, "double_elimination")
    play_on(made)
    done = corrected(made, first(made).match, "replay")
    play_on(made)
    sentence = refused(made, lambda: undone(made, done), errors.AMENDMENT_PLAYED)
    assert "M" in sentence


def test_after_swap_forward_play_goes_on_to_the_end() -> None:
    made = cup(8, "elimination", "consolation")
    play_on(made, most=4)
    play_on(made, most=2)
    one = next(
        each
        for each in Pairing.objects.filter(
            tournament=made, slot__in=(1, 2, 3, 4), match__state="done"
        ).order_by("slot")
        if "swap" in modes(each.match)
    )
    corrected(made, one.match, "swap")
    play_on(made)
    assert all(not slot.is_undecided for slot in course(made).slots.values())
    places = engine_state.standings(builders.stage(made)).rows
    assert sorted(row.place for row in places)[0] == 1


@pytest.mark.parametrize("key", ["elimination", "double_elimination"])
@pytest.mark.parametrize("seed", range(6 if NIGHTLY else 2))
def test_corrections_and_undos_in_any_order_leave_no_trace(key: str, seed: int) -> None:
    random = Random(seed)
    branches = ("consolation", "last") if key == "elimination" else ()
    made = cup(random.choice((5, 7, 8)), key, *branches)
    play_on(made, random=random, most=random.choice((5, 7, 99)))
    trail: list[tuple[dict[str, Any], Correction]] = []
    for _ in range(4):
        matches = [
            each.match
            for each in Pairing.objects.live()
            .filter(tournament=made, match__state=Match.State.DONE)
            .order_by("slot")
        ]
        match = random.choice(matches)
        wanted = random.choice(
            (
                turned(match),
                Wanted(how="nobody", winner=None),
                Wanted(how="walkover", winner=Side.TWO),
            )
        )
        before = facts(made)
        try:
            found = preview(match=match, wanted=wanted)
        except RuleError as error:
            assert error.refusal is errors.NOTHING_CHANGES
            continue
        assert facts(made) == before
        way = random.choice(found.ways)
        trail.append((before, corrected(made, match, way.mode, wanted=wanted)))
        assert engine_state.standings(builders.stage(made)).rows
        after = facts(made)
        advance(made.pk)
        assert facts(made) == after
        if random.random() < 0.4:
            known, done = trail.pop()
            undone(made, done)
            assert facts(made) == known
    for known, done in reversed(trail):
        undone(made, done)
        assert facts(made) == known


# Rounds --------------------------------------------------------------------


def swiss(who: int = 8, rounds: int = 3, key: str = "swiss") -> Tournament:
    made = builders.evening(key, who, rounds=9)
    for _ in range(rounds):
        builders.played_round(made)
    return made


@pytest.mark.parametrize("key", ["swiss", "monrad", "danish", "lives", "night"])
def test_round_one_is_corrected_in_round_three(key: str) -> None:
    made = swiss(8, 2, key)
    builders.published_round(made)
    match, before = first(made).match, facts(made)
    effects = preview(match=match, wanted=turned(match))
    assert [way.mode for way in effects.ways][0::2] == ["record", "replay"] or [
        way.mode for way in effects.ways
    ] == ["record", "replay"]
    assert any("Round 2" in str(line) for line in effects.changes)
    done = corrected(made, match, "replay")
    assert [row["number"] for row in facts(made)["rounds"]] == [1]
    undone(made, done)
    assert facts(made) == before
    again = corrected(made, match, "record")
    assert len(facts(made)["rounds"]) == 3
    undone(made, again)
    assert facts(made) == before


def test_players_change_places_in_the_newest_round() -> None:
    made = swiss(8, 1)
    builders.published_round(made)
    match, before = first(made).match, facts(made)
    assert "swap" in modes(match)
    one, two = names_in(first(made))
    was = {
        one: next(
            r
            for r in before["pairings"][4:]
            if one in (r["entry_1_id"], r["entry_2_id"])
        )
    }
    done = corrected(made, match, "swap")
    draw = Round.objects.get(stage__division__tournament=made, number=2).draw
    assert len(draw.swaps) == 1
    now = draw.pairings.get(position=was[one]["position"])
    assert two in names_in(now)
    assert len(open_matches(made)) == 4
    undone(made, done)
    assert facts(made) == before


def test_pairs_who_play_two_matches_change_places_with_both() -> None:
    stage = StagePlan(format="swiss", match_length=5, rounds=5, options={"legs": 2})
    made = builders.tournament(divisions=(DivisionPlan(stages=(stage,)),))
    builders.entered(made, 8)
    builders.played_round(made)
    builders.published_round(made)
    before = facts(made)
    match = next(
        each.match
        for each in Pairing.objects.with_match()
        .filter(tournament=made, round_number=1, leg=2)
        .order_by("position")
        if "swap" in modes(each.match)
    )
    done = corrected(made, match, "swap")
    assert len(open_matches(made)) == 8
    undone(made, done)
    assert facts(made) == before


def test_in_a_round_robin_nothing_rests_on_a_winner() -> None:
    made = swiss(4, 2, "round_robin")
    match, before = first(made).match, facts(made)
    effects = preview(match=match, wanted=turned(match))
    assert not effects.is_choice
    assert any("place" in str(line) for line in effects.ways[0].lines)
    done = corrected(made, match)
    undone(made, done)
    assert facts(made) == before
    match.refresh_from_db()
    recording.remove_final(match_id=match.pk, revision=match.revision, by=None)


def test_new_rounds_stand_in_the_way_of_an_undo() -> None:
    made = swiss(8, 2)
    match = first(made).match
    done = corrected(made, match, "replay")
    builders.published_round(made)
    refused(made, lambda: undone(made, done), errors.AMENDMENT_FOLLOWED)


def test_a_draft_that_waited_comes_back() -> None:
    made = swiss(8, 2)
    draft = builders.drawn_round(made)
    rows = list(draft.pairings.order_by("position").values_list("position", "entry_1"))
    done = corrected(made, first(made).match, "replay")
    draft.refresh_from_db()
    assert draft.state == "discarded"
    undone(made, done)
    draft.refresh_from_db()
    assert draft.state == "draft"
    back = draft.pairings.order_by("position").values_list("position", "entry_1")
    assert list(back) == rows
    publish_round(draw_id=draft.pk, tournament=made, by=None)


@pytest.mark.parametrize("seed", once_on_postgresql(*range(4 if NIGHTLY else 2)))
@pytest.mark.database
def test_rounds_are_corrected_and_undone_in_any_order(seed: int) -> None:
    random = Random(seed)
    made = swiss(8, 2, random.choice(("swiss", "danish", "monrad")))
    builders.published_round(made)
    trail: list[tuple[dict[str, Any], Correction]] = []
    for _ in range(4):
        rows = (
            Pairing.objects.live()
            .filter(tournament=made, match__state="done")
            .order_by("match_number")
        )
        match = random.choice([row.match for row in rows])
        before = facts(made)
        way = random.choice(preview(match=match, wanted=turned(match)).ways)
        trail.append((before, corrected(made, match, way.mode)))
    for known, done in reversed(trail):
        undone(made, done)
        assert facts(made) == known


# Stages fed by another -----------------------------------------------------


def groups_and_final() -> tuple[Tournament, Stage]:
    stages = (
        StagePlan(format="round_robin", match_length=5, rounds=99),
        StagePlan(format="elimination", match_length=5, source=0, take=2),
    )
    made = builders.tournament(divisions=(DivisionPlan(stages=stages),))
    builders.entered(made, 3)
    for _ in range(3):
        builders.played_round(made)
    final = Stage.objects.get(tournament=made, source__isnull=False)
    asked = request_draw(tournament=made, stage=final, by=None)
    builders.tasks.run_job(asked.job_id)
    publish_round(draw_id=asked.pk, tournament=made, by=None)
    final.refresh_from_db()
    return made, final


def test_a_stage_drawn_from_these_standings_rests_on_them() -> None:
    made, final = groups_and_final()
    match = first(made).match
    before = facts(made)
    refused(
        made,
        lambda: recording.remove_final(match_id=match.pk, revision=1, by=None),
        errors.RESULT_FED,
    )
    found = [
        (each.match, preview(match=each.match, wanted=turned(each.match)))
        for each in Pairing.objects.with_match().filter(stage=builders.stage(made))
    ]
    match = next(
        match
        for match, effects in found
        if effects.is_choice
        and any("qualified" in str(line) for line in effects.changes)
    )
    done = corrected(made, match, "replay")
    final.refresh_from_db()
    assert final.plan is None
    undone(made, done)
    assert facts(made) == before


# Results of every kind -----------------------------------------------------


def test_games_no_longer_count_and_come_back() -> None:
    made = builders.evening("swiss", 4, match_length=3)
    one, two = builders.matches(builders.published_round(made))
    play(one, game(1), game(1, "gammon"))
    builders.won(1, two, loser=0)
    before = facts(made)
    done = corrected(made, one)
    one.refresh_from_db()
    assert (one.score_1, one.score_2, one.winner) == (1, 3, 2)
    assert not Game.objects.valid().filter(match=one).exists()
    assert Game.objects.filter(match=one).count() == 2
    undone(made, done)
    assert facts(made) == before


def test_a_forfeit_can_become_a_score_and_back() -> None:
    made = builders.evening("swiss", 4)
    one = builders.matches(builders.published_round(made))[0]
    record_ending(match_id=one.pk, how="forfeit", winner=Side.ONE, by=None)
    before = facts(made)
    done = corrected(made, one)
    one.refresh_from_db()
    assert (one.how, one.winner, one.score_2) == ("played", 2, 7)
    undone(made, done)
    assert facts(made) == before


# Refusals ------------------------------------------------------------------


def test_what_cannot_be_corrected_is_said() -> None:
    made = cup(4)
    match = first(made).match
    refused(
        made, lambda: preview(match=match, wanted=turned(match)), errors.NOT_CORRECTABLE
    )
    play_on(made)
    same = Wanted(how="played", winner=Side.ONE, points=1)
    refused(made, lambda: preview(match=match, wanted=same), errors.NOTHING_CHANGES)
    wrong = Wanted(how="played", winner=Side.ONE, points=9)
    refused(made, lambda: preview(match=match, wanted=wrong), SCORE_TOO_HIGH)
    wanted = turned(match)
    mark = preview(match=match, wanted=wanted).mark
    for mode, seen, error in (
        ("", mark, errors.CHOICE_NEEDED),
        ("nonsense", mark, errors.CHOICE_NEEDED),
        ("replay", "", errors.PREVIEW_OUTDATED),
    ):
        chosen = Chosen(wanted=wanted, mode=mode, mark=seen)
        refused(
            made,
            lambda c=chosen: correct(tournament=made, match=match, chosen=c, by=None),
            error,
        )


def test_a_preview_that_is_too_old_is_not_applied() -> None:
    made = cup(4)
    for match in open_matches(made):
        builders.won(1, match)
    advance(made.pk)
    match = first(made).match
    wanted = turned(match)
    mark = preview(match=match, wanted=wanted).mark
    builders.won(1, open_matches(made)[0])
    chosen = Chosen(wanted=wanted, mode="replay", mark=mark)
    refused(
        made,
        lambda: correct(tournament=made, match=match, chosen=chosen, by=None),
        errors.PREVIEW_OUTDATED,
    )


def read(effects: Effects, way: Way) -> list[str]:
    """The sentences of a correction; those of a summary are one."""
    lines = (*effects.changes, *way.lines)
    return [
        " ".join(map(str, line)) if isinstance(line, tuple) else str(line)
        for line in lines
    ]


@pytest.mark.parametrize("mode", ["record", "swap", "replay"])
def test_effects_are_shown_in_the_language_of_the_reader(mode: str) -> None:
    made = cup(8, "elimination", "consolation")
    play_on(made, most=5)
    match = first(made).match
    effects = preview(match=match, wanted=turned(match))
    way = effects.way(mode) or effects.ways[-1]
    lines = read(effects, way)
    done = corrected(made, match, way.mode)
    done.refresh_from_db()
    assert shown(done.effects) == lines
    with translation.override("da"):
        danish = shown(done.effects)
        planned = read(effects, way)
    assert danish == planned
    assert len(danish) == len(lines)
    assert not {line for line in danish if "%" in line}
    # Only a round's name may be the same in both languages.
    assert not set(danish) & set(lines)


def test_a_bye_among_other_pairs_is_in_the_language_of_the_reader() -> None:
    made = swiss(7, 1)
    builders.published_round(made)
    byes = 0
    for pairing in Pairing.objects.with_match().filter(round_number=1):
        effects = preview(match=pairing.match, wanted=turned(pairing.match))
        lines = json.loads(json.dumps(effects_of.stored(effects.changes)))
        english = shown(lines)
        assert english == [str(line) for line in effects.changes]
        with translation.override("da"):
            danish = shown(lines)
            assert danish == [str(line) for line in effects.changes]
        byes += sum("bye for" in line for line in english)
        assert not any("bye for" in line for line in danish)
    assert byes


def test_a_preview_in_one_language_is_applied_from_another() -> None:
    made = cup(8)
    play_on(made)
    match = first(made).match
    wanted = turned(match)
    with translation.override("da"):
        seen = preview(match=match, wanted=wanted)
    chosen = Chosen(wanted=wanted, mode="replay", mark=seen.mark)
    assert correct(tournament=made, match=match, chosen=chosen, by=None).mode


@pytest.mark.database
def test_corrections_are_undone_last_first() -> None:
    made = cup(4)
    play_on(made)
    one = corrected(made, first(made).match, "record")
    two = corrected(made, pairing_at(made, 2).match, "record")
    sentence = refused(made, lambda: undone(made, one), errors.AMENDMENT_NOT_LAST)
    assert "M2 was corrected later" in sentence
    undone(made, two)
    undone(made, one)


def test_a_result_changed_since_stays() -> None:
    made = cup(4)
    play_on(made)
    match = first(made).match
    done = corrected(made, match, "record")
    match.refresh_from_db()
    recording.correct_final(
        match_id=match.pk, score_1=0, score_2=5, revision=match.revision, by=None
    )
    refused(made, lambda: undone(made, done), errors.AMENDMENT_CHANGED)


def test_a_pinned_match_rests_on_nothing_any_more() -> None:
    made = cup(4)
    play_on(made)
    match = first(made).match
    refused(
        made,
        lambda: recording.remove_final(match_id=match.pk, revision=1, by=None),
        errors.WINNER_ADVANCED,
    )
    corrected(made, match, "record")
    match.refresh_from_db()
    assert recording.remove_final(
        match_id=match.pk, revision=match.revision, by=None
    ).changed
