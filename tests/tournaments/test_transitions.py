"""Every pair of states: what a match or draw may go over to, and who writes it."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from matches.models import TRANSITIONS, Job, Match
from tests import builders
from tournaments.models import DRAW_TRANSITIONS, Draw

ROOT = Path(__file__).resolve().parent.parent.parent

# From the state on the left to those on the right; nothing else is possible.
DRAWS = {
    "announced": {"drawing", "discarded"},
    "drawing": {"draft", "failed", "discarded"},
    "draft": {"published", "discarded"},
    "published": {"withdrawn"},
    "withdrawn": {"published"},
    "discarded": {"announced", "draft"},
    "failed": set(),
}
MATCHES = {"ready", "playing", "reported", "disputed", "unfinished", "done"}


def columns_of(state: str, job: Job) -> dict[str, Any]:
    if state == "announced":
        return {"job": None, "seed": "", "announced_at": timezone.now()}
    return {"job": job, "seed": "0123456789abcdef"}


@pytest.mark.django_db
def test_every_pair_of_states_of_a_draw() -> None:
    draw = builders.drawn_round(builders.evening())
    job = draw.job
    assert job is not None
    mine = Draw.objects.filter(pk=draw.pk)
    assert set(DRAWS) == set(Draw.State.values) == set(DRAW_TRANSITIONS)
    for before, after in product(DRAWS, DRAWS):
        mine.update(state=before, **columns_of(before, job))
        moved = mine.move(after, **columns_of(after, job))
        is_allowed = after in DRAWS[before]
        assert moved == is_allowed, (before, after)
        assert mine.get().state == (after if is_allowed else before)


@pytest.mark.django_db
def test_every_pair_of_states_of_a_match() -> None:
    match = builders.match(length=0)
    mine = Match.objects.filter(pk=match.pk)
    assert {*MATCHES, "void"} == set(Match.State.values) == set(TRANSITIONS)
    for before, after in product(Match.State.values, Match.State.values):
        mine.update(state=before, revision=5)
        moved = mine.move(after, score_1=3)
        assert moved == (before != "void"), (before, after)
        kept = mine.get()
        assert (kept.state, kept.revision) == ((after, 6) if moved else (before, 5))
        mine.update(state=before, revision=5)
        restored = mine.restore(after)
        assert restored == (before == "void"), (before, after)
        assert mine.get().state == (after if restored else before)
