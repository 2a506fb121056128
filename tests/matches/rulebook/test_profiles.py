"""Rules profiles: their values, their words, and what contradicts itself."""

import re
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from django.conf import settings
from django.urls import get_resolver
from django.utils.translation import override
from hypothesis import assume, given
from hypothesis import strategies as st

from matches.ledger.club_matches import PlayerChoices
from matches.players.models import Player
from matches.rulebook.profile_form import RulesForm, origin, reporting_lines, sections
from matches.rulebook.profiles import READY_MADE, Profile, Reporting, ready_made
from matches.rulebook.switches import BEAVERS, STAKE, SWITCHES
from matches.rulebook.switches.money import CRAWFORD_GAMMON_RULE
from matches.rules import (
    Clock,
    GameResult,
    Kind,
    LateTariff,
    MatchRules,
    MoneyRules,
    Phase,
    Scoring,
    Side,
    apply,
    late_penalty,
    rescore,
    reserve_seconds,
)

ONE, TWO = Side.ONE, Side.TWO
LANGUAGES = [code for code, _name in settings.LANGUAGES]
EVERY = [each.profile for each in READY_MADE]
NAMES = [switch.name for switch in SWITCHES]


def profile(key):
    return ready_made(key).profile


# The five documents --------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "match", "money"),
    [
        # Danish federation, Lektion 0 (2023), "Dobleterningen" and its last page
        ("danish", MatchRules(25), MoneyRules(cube_cap=64)),
        # Swedish federation, "Såhär spelas backgammon" (2021), on the doubling cube
        ("swedish", MatchRules(25, crawford=False, cube_cap=None), MoneyRules()),
        # Norwegian "Backgammonregler", "Doblingsterningen": bever in money play
        (
            "norwegian",
            MatchRules(25, crawford=False, cap_on_doubling=True),
            MoneyRules(cube_cap=64, beavers=1, cap_on_doubling=True),
        ),
        # Older Norwegian leaflet "Spilleregler", section 8
        (
            "leaflet",
            MatchRules(25, crawford=False, automatic=6, scoring=Scoring.CHECKERS),
            MoneyRules(cube_cap=64, automatic=6, scoring=Scoring.CHECKERS),
        ),
        # Dutch leaflet "Spelregels backgammon", "Verdubbelaar"
        ("dutch", MatchRules(25, crawford=False, cube_cap=None), MoneyRules()),
    ],
)
def test_rules_of_the_documents(key, match, money):
    assert profile(key).match_rules(25) == match
    assert profile(key).money_rules() == money


def test_a_stake_is_exact():
    money = profile("dutch").with_changes(stake="0.5", currency="€").money_rules()
    assert (money.stake, money.currency) == (Fraction(1, 2), "€")


# Values --------------------------------------------------------------------


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.key)
def test_values_come_back_as_they_were(rules):
    assert Profile.from_values(rules.values) == rules
    assert Profile.from_values(rules.values).digest == rules.digest


def test_no_two_profiles_share_a_digest():
    assert len({rules.digest for rules in EVERY}) == len(EVERY)


@pytest.mark.parametrize("name", ["key", *NAMES])
def test_every_switch_is_in_the_digest(name):
    assert Profile(**{name: "other"}).digest != Profile().digest


@pytest.mark.parametrize("name", NAMES)
def test_a_value_that_a_switch_cannot_have_is_not_read(name):
    for wrong in ([], {}, -1, 10**9, "martian" * 9, 0.5):
        with pytest.raises(ValueError, match=f"switch {name} cannot be"):
            Profile.from_values({name: wrong})


def test_there_is_no_switch_of_another_name():
    with pytest.raises(TypeError, match="no switch called raccoons"):
        Profile(raccoons=1)
    with pytest.raises(AttributeError, match="raccoons"):
        _ = Profile().raccoons


def test_a_switch_is_read_by_itself_and_by_its_name():
    rules = Profile(beavers=2)
    assert (rules[BEAVERS], rules.beavers) == (2, 2)
    assert (rules[STAKE], rules.stake) == ("1", "1")


def test_a_record_without_a_switch_has_its_default():
    old = {"key": "dutch", "crawford": False, "an_old_switch": 3}
    assert Profile.from_values(old) == Profile(key="dutch", crawford=False)


def test_an_unknown_key_is_the_first_profile():
    assert ready_made("martian") is READY_MADE[0]


def test_time_is_counted_as_agreed():
    """Japanese federation, rule 39; US backgammon clock rules 2013."""
    agreed = Profile(late_grace=15, late_every=5, late_majority=True, clock_minutes=2)
    assert agreed.late_tariff == LateTariff(15, 5, majority=True)
    assert late_penalty(agreed.late_tariff, 30, 5) == (3, True)
    assert agreed.clock == Clock(2, 1, 12)
    assert reserve_seconds(agreed.clock, 9, one=4, two=3) == 11 * 60
    assert (Profile().late_tariff, Profile().clock) == (None, None)


# The form ------------------------------------------------------------------

PROFILES = st.builds(
    Profile,
    key=st.sampled_from([each.key for each in READY_MADE]),
    crawford=st.booleans(),
    crawford_double=st.sampled_from(["annul", "stand"]),
    cube_cap=st.sampled_from([None, 1, 2, 64, 128, 1024]),
    jacoby=st.booleans(),
    beavers=st.integers(0, 10),
    automatic=st.just(0),
    extras_in_matches=st.booleans(),
    scoring=st.sampled_from(["kinds", "checkers"]),
    gammon_value=st.integers(1, 5),
    backgammon_value=st.integers(5, 9),
    start_1=st.integers(0, 98),
    start_2=st.integers(0, 98),
    late_grace=st.integers(0, 999),
    late_every=st.integers(0, 999),
    late_majority=st.booleans(),
    clock_minutes=st.integers(0, 999),
    clock_scored=st.integers(0, 999),
    clock_delay=st.integers(0, 999),
    clocks_required=st.booleans(),
    walkover=st.sampled_from(["none", "full", "half"]),
    bye_halves=st.integers(0, 2),
    stake=st.sampled_from(["1", "0.5", "2.25", "100"]),
    currency=st.sampled_from(["", "kr", "€"]),
)


def as_sent(initial):
    """What a browser sends of a form: no empty boxes."""
    return {key: str(value) for key, value in initial.items() if value is not False}


@given(rules=PROFILES)
def test_the_form_gives_back_what_it_was_filled_with(rules):
    assume(not [*rules.contradictions()])
    initial = RulesForm.initial_of(rules)
    form = RulesForm(as_sent(initial))
    assert form.is_valid(), form.errors
    assert form.profile() == rules
    assert RulesForm(initial=initial).profile() == rules


def test_a_form_that_is_not_sent_has_the_rules_before():
    assert RulesForm().profile() == Profile()
    assert RulesForm(initial={"rules": "dutch"}).profile() == profile("dutch")


def test_fixed_rules_stay_unless_they_are_sent():
    initial = RulesForm.initial_of(profile("leaflet"))
    kept = RulesForm({"anything": "else"}, initial=initial, fixed=True)
    assert kept.is_valid()
    assert kept.profile() == profile("leaflet")
    sent = RulesForm({"rules": "dutch"}, initial=initial, fixed=True)
    assert sent.is_valid()
    assert sent.profile() == profile("dutch")


def test_a_start_score_has_to_fit_the_shortest_match():
    form = RulesForm(as_sent(RulesForm.initial_of(Profile(start_2=3))))
    assert form.is_valid()
    form.check_start(0, 5, 7)
    assert form.is_valid()
    form.check_start(7, 3)
    assert list(form.errors) == ["start_1"]


# The words -----------------------------------------------------------------

# Every switch where it has something to say.
FULL = Profile(
    beavers=1,
    automatic=2,
    extras_in_matches=True,
    late_every=5,
    late_grace=15,
    clock_minutes=2,
)
OTHERWISE = {
    "crawford": False,
    "crawford_double": "stand",
    "sheets_differ": "trailing",
    "cube_cap": None,
    "jacoby": True,
    "beavers": 2,
    "automatic": 3,
    "extras_in_matches": False,
    "scoring": "checkers",
    "gammon_value": 3,
    "backgammon_value": 4,
    "start_1": 1,
    "start_2": 1,
    "late_grace": 0,
    "late_every": 10,
    "late_majority": True,
    "clock_minutes": 3,
    "clock_scored": 0,
    "clock_delay": 0,
    "clocks_required": True,
    "stopped": "stavrou",
    "walkover": "half",
    "bye_halves": 1,
    "stake": "5",
    "currency": "kr",
}


def words(rules):
    return [line for section in sections(rules) for line in section.lines]


def test_every_switch_is_tried():
    assert set(OTHERWISE) == set(NAMES)


@pytest.mark.parametrize(("switch", "value"), OTHERWISE.items())
def test_every_switch_is_read_in_the_words(switch, value):
    changed = FULL.with_changes(**{switch: value})
    assert words(changed) != words(FULL)
    new = set(words(changed)) - set(words(Profile()))
    assert set(origin(changed).changes) == new


@given(rules=PROFILES)
def test_words_are_whole_sentences(rules):
    for line in words(rules):
        assert line.endswith("."), line
        assert "%" not in line


def test_cube_limits_in_words():
    said = {cap: words(Profile(cube_cap=cap)) for cap in (None, 1, 16)}
    assert "The cube has no limit." in said[None]
    assert "Matches are played without a cube." in said[1]
    assert "The maximum cube is 16." in said[16]


@pytest.mark.parametrize("each", READY_MADE, ids=lambda each: each.key)
def test_a_ready_made_profile_is_its_own_origin(each):
    found = origin(each.profile)
    assert (found.ready_made, found.changes) == (each, ())
    changed = origin(each.profile.with_changes(late_every=5))
    assert len(changed.changes) == 2


@pytest.mark.parametrize("level", Reporting)
def test_every_level_of_trust_has_its_words(level):
    label, text = reporting_lines(level)
    assert label == f"{level.label}."
    assert text.endswith(".")
    assert sections(Profile(), reporting=level)[-1].lines == (label, text)
    assert [section.key for section in sections(Profile())] == [
        *("match", "cube", "money", "scoring", "late", "clock", "byes")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_can_be_said_in_every_language(language):
    with override(language):
        assert all("%(" not in line for line in words(FULL))


# Rules that contradict themselves --------------------------------------------

NO_EFFECT = ["crawford", "crawford_double", "jacoby", "beavers", "extras_in_matches"]


@given(rules=PROFILES, others=PROFILES)
def test_rules_say_nothing_that_has_no_effect_without_a_cube(rules, others):
    """Without a cube these switches change neither the points nor a word."""
    plain = rules.with_changes(cube_cap=1)
    changed = plain.with_changes(**{name: getattr(others, name) for name in NO_EFFECT})
    assert words(changed) == words(plain)
    one, two = changed.match_rules(99), plain.match_rules(99)
    assert one.crawford == two.crawford
    for kind in Kind:
        result = GameResult(ONE, kind)
        assert one.computed(result) == two.computed(result)
        assert changed.money_rules().computed(result) == one.computed(result)


@pytest.mark.parametrize("key", [each.key for each in READY_MADE])
def test_without_a_cube_no_sentence_is_about_doubling(key):
    said = set(words(profile(key).with_changes(cube_cap=1)))
    about = {
        line
        for cap in (None, 64)
        for switch in ("crawford", "jacoby", "beavers", "automatic")
        for line in words(
            Profile(key, cube_cap=cap, **{switch: OTHERWISE[switch]}, scoring="kinds")
        )
        if re.search("cube|doubl|beaver|Jacoby|Crawford", line)
    }
    assert not said & about


def test_with_nothing_to_extend_nothing_is_said_to_hold_in_matches():
    assert words(Profile(extras_in_matches=True)) == words(Profile())


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"jacoby": "on"}, ["jacoby"]),
        ({"beavers": "1"}, ["beavers"]),
        ({"automatic": "1"}, ["automatic"]),
        ({"jacoby": "on", "beavers": "2"}, ["beavers", "jacoby"]),
        ({}, []),
    ],
)
def test_a_form_refuses_what_has_no_effect_and_says_what_to_change(changes, fields):
    sent = as_sent(RulesForm.initial_of(Profile())) | changes
    assert RulesForm(sent).is_valid()
    form = RulesForm(sent | {"cube": "1"})
    assert sorted(form.errors) == fields
    for field in fields:
        (said,) = form.errors[field]
        assert "set a maximum cube value" in said


SET = [
    *((name, value) for name, value in OTHERWISE.items() if name != "cube_cap"),
    *(("cube_cap", cap) for cap in (None, 1, 2, 4)),
]
"""Every switch as a club can set it, the limit of the cube in four ways."""
REFUSED = {
    *((("automatic", 3), ("cube_cap", cap)) for cap in (1, 2, 4)),
    *((("beavers", 2), ("cube_cap", cap)) for cap in (1, 2, 4)),
    (("jacoby", True), ("cube_cap", 1)),
}
"""What cannot be set together, each with an error at a switch of the two."""
EXPLAINED = {
    ("crawford", "cube_cap"): "crawford",
    ("crawford_double", "crawford"): "crawford_double",
    ("crawford_double", "cube_cap"): "crawford_double",
}
"""What says nothing beside another switch, and the switch whose text says why."""
BY_NAME = {switch.name: switch for switch in SWITCHES}


@cache
def said(*chosen):
    """Return the sentences of the rules with these switches set."""
    return frozenset(words(Profile(**dict(chosen))))


def test_two_switches_are_both_said_or_refused_or_explained():
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


def test_a_text_that_explains_is_beside_its_switch():
    form = RulesForm()
    for name in set(EXPLAINED.values()):
        switch = BY_NAME[name]
        assert str(form.fields[switch.field_name].help_text) == switch.text


def test_jacoby_with_crawford_is_explained_and_counted_as_explained():
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


def places():
    """Yield every form in which rules are set."""
    get_resolver().url_patterns  # noqa: B018 - imports the views, and so their forms
    waiting = [RulesForm]
    while waiting:
        waiting += (form := waiting.pop()).__subclasses__()
        yield form


@pytest.mark.django_db
def test_every_form_of_rules_refuses_them():
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
