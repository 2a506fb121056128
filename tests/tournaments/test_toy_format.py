"""A format that only this test registers goes through everything, in its own words."""

import html
import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from matches.jobs import tasks
from matches.models import Job
from matches.rules.refusals import Message
from tests import builders
from tests.refusals import says
from tests.simulate.kinds import KINDS
from tests.simulate.rounds import play_rounds
from tests.tournaments.ladder import LADDER
from tournaments.engine import FORMATS, TIEBREAKS, Format, TieBreak, format_named
from tournaments.engine.standings.event import Event
from tournaments.engine.standings.tiebreaks import BEFORE_CHOICE
from tournaments.models import Draw, Entry, Pairing, Round, Tournament
from tournaments.structure.plan import DivisionPlan, StagePlan
from tournaments.structure.words import stage_facts

NAMES = ("Ane Alm", "Bjarke Brink", "Cille Dahl", "Dagny Engel", "Eskil Falk")


@pytest.fixture
def ladder(monkeypatch: pytest.MonkeyPatch) -> Format:
    """The format, registered for one test."""
    monkeypatch.setattr(FORMATS, "_entries", dict(FORMATS._entries))
    FORMATS.add(LADDER)
    return LADDER


def text_of(answer: Any) -> str:
    """The words of a page."""
    assert answer.status_code in {200, 422}, answer.status_code
    shown = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(html.unescape(shown).split())


class Desk:
    """A director at the pages of one tournament, and the worker when it is needed."""

    def __init__(self, client: Client) -> None:
        self.client = client
        page = client.get("/desk/new/?template=club-swiss")
        assert "Toy ladder" in text_of(page)
        form = dict(page.context["form"].initial)
        form |= {"date": form["date"].isoformat(), "format": "toy_ladder", "rounds": 3}
        self.post("/desk/new/", form)
        self.tournament = Tournament.objects.get()
        self.path = f"/desk/{self.tournament.slug}/"
        self.public = f"/tournaments/{self.tournament.slug}/"

    def post(self, path: str, sent: Any = None) -> str:
        """Post and return the page one is led to."""
        answer = self.client.post(path, sent or {}, follow=True)
        assert answer.redirect_chain, text_of(answer)
        return text_of(answer)

    def page(self, path: str) -> str:
        """Return the words of a page of the desk."""
        return text_of(self.client.get(self.path + path))

    def enter(self, *names: str) -> None:
        """Enter people who are here."""
        sent = {"text": "\n".join(names), "here": "on", "confirmed": "1"}
        self.post(f"{self.path}entries/add/", sent)

    def draw(self) -> Draw:
        """Ask for a round and be the worker."""
        self.post(f"{self.path}draw/")
        tasks.run_job(Job.objects.get(state=Job.State.QUEUED, kind="draw").pk)
        return Draw.objects.get(state=Draw.State.DRAFT)

    def publish(self, draft: Draw) -> Round:
        swaps = {"swaps": len(draft.swaps)}
        self.post(f"{self.path}draw/{draft.pk}/publish/", swaps)
        return Round.objects.get(draw=draft)

    def results(self, *lines: str) -> None:
        """Type lines into the result box."""
        for line in lines:
            self.post(f"{self.path}results/", {"line": line})

    def options(self, number: int) -> Any:
        """Return the page of what can be done for an entry."""
        return self.client.get(f"{self.path}entries/{number}/options/")

    def choices(self, number: int) -> list[str]:
        """Return the keys of what can be done for an entry."""
        choices = self.options(number).context["view"].choices
        return [choice.key for choice in choices]

    def choose(self, number: int, kind: str) -> None:
        """Take one of the options."""
        choices = self.options(number).context["view"].choices
        chosen = next(one for one in choices if one.key.startswith(f"{kind}-"))
        path = f"{self.path}entries/{number}/options/"
        self.post(path, {"choice": chosen.value})


def pairs(draft: Draw) -> list[tuple[int, int | None]]:
    """Entry numbers in table order."""
    return [
        (row.entry_1.number, row.entry_2.number if row.entry_2 else None)
        for row in builders.pairings(draft)
    ]


def why(desk: Desk, draft: Draw, position: int) -> str:
    """The reasons of a pairing as anybody may read them."""
    path = f"{desk.public}stages/1/draws/{draft.pk}/why/{position}/"
    return text_of(Client().get(path))


@pytest.mark.django_db
def test_a_format_that_only_a_test_knows(ladder: Format, ada: Client) -> None:
    desk = Desk(ada)
    stage = builders.stage(desk.tournament)
    assert (stage.format, stage.rounds) == ("toy_ladder", 3)
    plan = StagePlan(format="toy_ladder", match_length=7, name="Main", rounds=3)
    facts = stage_facts(DivisionPlan(stages=(plan,)), 0)
    assert "Toy ladder" in facts
    assert "3 rounds" in facts

    desk.enter(*NAMES)
    assert ladder.explanation in desk.page("draw/")
    draft = desk.draw()
    assert "Rests at the foot of the ladder." in desk.page("draw/")
    first = desk.publish(draft)
    assert "Round 1" in text_of(Client().get(f"{desk.public}rounds/1/"))
    assert "stand rung beside rung." in why(desk, draft, 1)
    assert "The ladder leaves no choice." in why(desk, draft, 1)
    assert "is nobody’s neighbour." in why(desk, draft, 3)
    assert not says(why(desk, draft, 1), "why.equal")

    _late_entry(desk)
    _record(desk, draft)
    desk.results("1 7 3", "2 7 3", "3 7 3")
    second = _second_round(desk, first)
    _standings_and_sheets(desk, second)
    _leave_and_close(desk)


def _late_entry(desk: Desk) -> None:
    """One latecomer takes the bye, one begins in the next round."""
    desk.enter("Freja Glad")
    number = Entry.objects.latest("number").number
    options = desk.options(number)
    assert options.context["rest_form"] is None  # `can_rest` is False
    page = text_of(options)
    assert any(key.startswith("join-") for key in desk.choices(number))
    assert "Stands below the lowest rung." in page
    assert "Steps onto the lowest rung." in page
    assert not says(page, "draw.no_wins_yet")
    assert not says(page, "draw.wins_missed")
    desk.choose(number, "bye")
    assert Pairing.objects.filter(entry_2__number=number).count() == 1
    desk.enter("Gorm Holt")


def _record(desk: Desk, draft: Draw) -> None:
    """The draw can be made again from its record; no browser can check its lots."""
    path = f"{desk.public}stages/1/draws/{draft.pk}/"
    record = json.loads(Client().get(f"{path}record.json").content)
    page = Client().post("/draws/check/", {"record": json.dumps(record)})
    assert 'data-outcome="same"' in page.content.decode()
    assert says(page, "check.audit_clean")
    assert '"toy_ladder 1"' not in page.content.decode()
    assert LADDER.explanation in text_of(Client().get(path))


def _second_round(desk: Desk, first: Round) -> Draw:
    """A swap breaks a promise and is undone; a correction draws the round anew."""
    draft = desk.draw()
    page = desk.page("draw/")
    assert "rung 1" in page
    top, low = pairs(draft)[0], pairs(draft)[2]
    swap = f"{desk.path}draw/{draft.pk}/swap/"
    asked = {"swap_reason": "They asked"}
    desk.post(swap, asked | {"swap": [top[1], low[0]]})
    assert says(desk.page("draw/"), "audit.not_listed")
    assert not says(desk.page("draw/"), "audit.unstated_rematch")
    desk.post(swap, {"swap": [top[1], low[0]]})
    assert not says(desk.page("draw/"), "audit.not_listed")
    draft.refresh_from_db()
    desk.publish(draft)
    match = builders.matches(first)[0]
    path = f"{desk.path}matches/{match.code}/correct/"
    right = {"how": "played", "winner": "2", "points": "1", "reason": "read wrong"}
    shown = desk.client.post(path, right | {"step": "preview"})
    assert "Round 2 would have had" in text_of(shown)
    assert not says(shown, "correction.would_be_out")
    mark = shown.context["effects"].mark
    sent = right | {"step": "apply", "mark": mark, "mode": "replay"}
    done = desk.client.post(path, sent, follow=True)
    assert done.status_code == 200
    again = desk.draw()
    assert pairs(again)[0] != pairs(draft)[0]
    desk.publish(again)
    assert "stand rung beside rung." in why(desk, again, 1)
    return again


def _standings_and_sheets(desk: Desk, second: Draw) -> None:
    page = text_of(Client().get(f"{desk.public}standings/"))
    assert "(a bye counts as a win), then head-to-head, Buchholz" in page
    stage = second.stage
    path = f"/documents/score-sheets/{stage.tournament.slug}/{stage.number}/2.pdf"
    assert builders.printed(desk.client, path).content[:5] == b"%PDF-"
    labels = [row.match_number for row in builders.pairings(second) if row.match]
    desk.results(*(f"{label} 7 2" for label in labels))


def _leave_and_close(desk: Desk) -> None:
    page = text_of(desk.options(1))
    assert "Leaves the ladder; those below move up." in page
    assert "The next below takes the rung." in page
    assert not any(key.startswith("void-") for key in desk.choices(1))
    desk.choose(1, "leave")
    draft = desk.draw()
    assert 1 not in {number for pair in pairs(draft) for number in pair}
    third = desk.publish(draft)
    labels = [row.match_number for row in builders.pairings(third) if row.match]
    desk.results(*(f"{label} 7 2" for label in labels))
    assert desk.tournament.divisions.get().stages.get().published_rounds.count() == 3
    answer = desk.client.post(f"{desk.path}draw/")
    assert says(answer, "engine.stage_finished")
    desk.post(f"{desk.path}close/")
    desk.tournament.refresh_from_db()
    assert desk.tournament.is_closed
    assert "Final standings" in text_of(Client().get(f"{desk.public}standings/"))


def test_a_key_is_registered_once(ladder: Format) -> None:
    assert format_named("toy_ladder") is ladder
    with pytest.raises(ValueError, match="taken"):
        FORMATS.add(LADDER)


# A tie-break -------------------------------------------------------------------


def _youth(event: Event, numbers: Any) -> list[int]:
    return [1000 + number for number in numbers]


YOUTH = TieBreak(
    key="youth",
    name="youth",
    explanation="Whoever entered later is taken for the younger one.",
    walkover_explanation="Whoever entered later is younger, walk-overs or not.",
    reason=Message(
        "test.youth_reason",
        "Ahead of %(other)s by youth: %(value)s against %(other_value)s.",
    ),
    values=_youth,
)


@pytest.mark.django_db
@pytest.mark.parametrize("walkover", ["none", "full", "half"])
@pytest.mark.parametrize("format_key", ["swiss", "monrad", "danish", "round_robin"])
def test_a_tie_break_that_only_a_test_knows(
    format_key: str, walkover: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TIEBREAKS, "_entries", dict(TIEBREAKS._entries))
    TIEBREAKS.add(YOUTH)
    rules = {"profile": builders.DEFAULT.with_changes(walkover=walkover)}
    evening = builders.evening(format_key, 6, **rules)
    stage = builders.stage(evening)
    stage.options["tiebreaks"] = ["difference:1", YOUTH.code]
    stage.save()
    builders.published_round(evening)
    page = text_of(Client().get(f"/tournaments/{evening.slug}/standings/"))
    said = YOUTH.explanation if walkover == "none" else YOUTH.walkover_explanation
    assert f"Youth. {said}" in page
    assert page.count("Point difference.") == 1
    assert " and youth." in page
    assert "Ahead of Eskil Alm by youth: 1006 against 1005." in page
    assert " 1006 " in page


@pytest.mark.django_db
def test_groups_are_ranked_by_points_whatever_comes_after_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def order() -> list[int]:
        return [row.entrant for row in known.standings(state).rows]

    known = format_named("round_robin")
    kind = next(one for one in KINDS if one.name == "Groups")
    state = play_rounds(kind, 12, 1).final
    backwards = replace(YOUTH, values=lambda event, numbers: [0 for _ in numbers])
    monkeypatch.setattr(TIEBREAKS, "_entries", dict(TIEBREAKS._entries))
    TIEBREAKS.add(backwards)
    codes = (*BEFORE_CHOICE, backwards.code)
    state = replace(state, options=replace(state.options, tiebreaks=codes[:-1]))
    before = order()
    state = replace(state, options=replace(state.options, tiebreaks=codes))
    assert order() == before
