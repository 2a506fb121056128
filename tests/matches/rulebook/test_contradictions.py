"""Switches of the rules that contradict each other, two by two, wherever they are set.

Of every two switches that are set, each says something in the rules, or both are
refused, or a sentence beside the switch says why it says nothing.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, Final

import pytest
from django.urls import get_resolver

from matches.ledger.club_matches import PlayerChoices
from matches.players.models import Player
from matches.rulebook.profile_form import RulesForm
from matches.rulebook.profiles import Profile
from matches.rulebook.switches import SWITCHES, Switch
from matches.rulebook.switches.money import CRAWFORD_GAMMON_RULE
from matches.rules import GameResult, Kind, Phase, Side, apply, rescore
from tests.matches.rulebook.test_profiles import OTHERWISE, as_sent, words

SET: Final = [
    *((name, value) for name, value in OTHERWISE.items() if name != "cube_cap"),
    *(("cube_cap", cap) for cap in (None, 1, 2, 4)),
]
"""Every switch as a club can set it, the limit of the cube in four ways."""
REFUSED: Final = {
    *((("automatic", 3), ("cube_cap", cap)) for cap in (1, 2, 4)),
    *((("beavers", 2), ("cube_cap", cap)) for cap in (1, 2, 4)),
    (("jacoby", True), ("cube_cap", 1)),
}
"""What cannot be set together, each with an error at a switch of the two."""
EXPLAINED: Final = {
    ("crawford", "cube_cap"): "crawford",
    ("crawford_double", "crawford"): "crawford_double",
    ("crawford_double", "cube_cap"): "crawford_double",
}
"""What says nothing beside another switch, and the switch whose text says why."""
BY_NAME: Final[dict[str, Switch[Any]]] = {switch.name: switch for switch in SWITCHES}


@cache
def said(*chosen: tuple[str, Any]) -> frozenset[str]:
    """Return the sentences of the rules with these switches set."""
    return frozenset(words(Profile(**dict(chosen))))


def test_two_switches_are_both_said_or_refused_or_explained() -> None:
    refused = set()
    for one, two in combinations(SET, 2):
        if one[0] == two[0]:
            continue
        form = RulesForm(as_sent(RulesForm.initial_of(Profile(**dict((one, two))))))
        if not form.is_valid():
            refused.add((one, two))
            fields = {BY_NAME[name].field_name for name, _value in (one, two)}
            assert form.errors.keys() <= fields, (one, two)
            continue
        for silent, other in ((one, two), (two, one)):
            if said(silent) == said() or said(one, two) != said(other):
                continue
            explained = EXPLAINED[silent[0], other[0]]
            assert BY_NAME[explained].text, (silent, other)
    assert refused == REFUSED


def test_a_text_that_explains_is_beside_its_switch() -> None:
    form = RulesForm()
    for name in set(EXPLAINED.values()):
        switch = BY_NAME[name]
        assert str(form.fields[switch.field_name].help_text) == switch.text


def test_jacoby_with_crawford_is_explained_and_counted_as_explained() -> None:
    """Nobody may double in the Crawford game, so its gammons count as they are."""
    both = Profile(jacoby=True, extras_in_matches=True)
    assert CRAWFORD_GAMMON_RULE.text in words(both)
    for without in ("jacoby", "extras_in_matches", "crawford"):
        assert CRAWFORD_GAMMON_RULE.text not in words(
            both.with_changes(**{without: False})
        )
    gammon = GameResult(Side.ONE, Kind.GAMMON)
    before = rescore(both.match_rules(3), [gammon, gammon])
    assert (before.score.one, before.phase) == (2, Phase.CRAWFORD)
    assert apply(before, GameResult(Side.TWO, Kind.GAMMON)).score.two == 2


def places() -> Iterator[type[RulesForm]]:
    """Yield every form in which rules are set."""
    get_resolver().url_patterns  # noqa: B018 - imports the views, and so their forms
    waiting = [RulesForm]
    while waiting:
        waiting += (form := waiting.pop()).__subclasses__()
        yield form


@pytest.mark.django_db
def test_every_form_of_rules_refuses_them() -> None:
    asked = set()
    directory = PlayerChoices(Player.objects.none())
    for place in places():
        more = {"directory": directory} if place.__name__ == "ClubMatchForm" else {}
        asked.add(place.__module__)
        for pair in REFUSED:
            sent = as_sent(RulesForm.initial_of(Profile(**dict(pair))))
            form = place(sent, **more)
            fields = {BY_NAME[name].field_name for name, _value in pair}
            assert fields & form.errors.keys(), (place, pair)
    assert len(asked) > 3
