"""A switch of the rules is one object: what the list holds is asked, kept and said."""

import re
from collections import Counter
from html import unescape
from importlib.resources import files
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from matches.documents import pdf as documents_pdf
from matches.documents.registry import PRINTING_UNAVAILABLE
from matches.models import RulesProfile
from matches.rulebook import paper
from matches.rulebook.book import chapters
from matches.rulebook.equity import DEFAULT_KEY, TABLES, equity_table
from matches.rulebook.profile_form import RulesForm, origin, sections
from matches.rulebook.profiles import DEFAULT, READY_MADE, Profile, ready_made
from matches.rulebook.switches import (
    SWITCHES,
    TOPICS,
    Number,
    Rule,
    Switch,
    Tick,
    named_values,
)
from matches.rulebook.switches.switch import CLOCK, MATCH
from matches.rules import Phase
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.conftest import missing
from tests.refusals import codes_of
from tournaments.models import Tournament
from tournaments.setup.presets import PRESETS
from tournaments.structure.plan import HouseRules, Structure

SINGING = Switch(
    name="singing",
    value_type=Tick(),
    default=False,
    ready={"dutch": True},
    topic=MATCH,
    label="The winner sings",
    text="One verse after each game.",
    rules=(
        Rule("The winner of a game sings one verse.", lambda values: values[SINGING]),
        Rule("Nobody has to sing.", lambda values: not values[SINGING]),
    ),
)
BREAKS = Switch(
    name="breaks",
    value_type=Number(9),
    default=0,
    topic=CLOCK,
    label="Breaks in a match",
    rules=(
        Rule(
            "Each player may take %(breaks)s breaks of five minutes.",
            lambda values: values[BREAKS] > 0,
        ),
    ),
)
SUNG = "The winner of a game sings one verse."
UNSUNG = "Nobody has to sing."
PAUSED = "Each player may take 2 breaks of five minutes."


@pytest.fixture
def added():
    """Two switches that nothing but this list knows."""
    SWITCHES.extend((SINGING, BREAKS))
    yield
    SWITCHES.remove(BREAKS)
    SWITCHES.remove(SINGING)


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


def text_of(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def sent(client, path, **changes):
    """What a browser sends of a page, with some fields changed."""
    initial = client.get(path).context["form"].initial
    shown = {name: value for name, value in initial.items() if value is not False}
    return shown | {"date": "2026-11-20"} | changes


def sung_evening(ada):
    form = sent(ada, "/desk/new/?template=club-swiss", singing="on", breaks="2")
    answer = ada.post("/desk/new/", form)
    assert answer.status_code == 302, unescape(answer.content.decode())
    return Tournament.objects.get()


def profile_of(tournament):
    row = builders.stage(tournament).division.profile
    return RulesProfile.objects.get(pk=row.pk).profile


# The list ------------------------------------------------------------------


def test_names_fields_and_placeholders_are_used_once():
    names = [switch.name for switch in SWITCHES]
    fields = [name for switch in SWITCHES for name in switch.fields()]
    named = [name for each in SWITCHES for name in each.named_in(DEFAULT)]
    for used in (names, fields, named):
        assert not {name for name, times in Counter(used).items() if times > 1}
    assert not [name for name in names if hasattr(Profile, name)]
    assert not RulesForm.base_fields.keys() & set(fields)


def test_every_placeholder_of_a_sentence_is_named():
    named = named_values(DEFAULT)
    for switch in SWITCHES:
        for rule in (*switch.rules, *switch.in_book):
            assert set(re.findall(r"%\((\w+)\)", rule.text)) <= named.keys()


def test_defaults_and_ready_made_values_are_such_as_the_switch_can_have():
    keys = {each.key for each in READY_MADE}
    for switch in SWITCHES:
        assert switch.check(switch.default) == switch.default
        assert switch.ready.keys() <= keys
        for value in switch.ready.values():
            assert switch.check(value) == value != switch.default


def test_every_switch_belongs_to_a_topic_that_is_shown():
    assert {switch.topic for switch in SWITCHES} == set(TOPICS)


def test_a_refusal_belongs_to_one_switch():
    errors = Counter(error for switch in SWITCHES for error in switch.errors)
    assert set(errors.values()) == {1}
    assert all(isinstance(error, Refusal) for error in errors)


# A switch added ------------------------------------------------------------


@pytest.mark.django_db
def test_an_added_switch_is_asked_for(ada, added):
    evening = builders.tournament()
    for path in (
        "/desk/new/?template=club-swiss",
        f"/desk/{evening.slug}/settings/",
        "/club/new/",
    ):
        page = text_of(ada, path)
        assert 'type="checkbox" name="singing"' in page, path
        assert "The winner sings" in page
        assert "One verse after each game." in page
        assert re.search(r'<input type="number" name="breaks"[^>]* max="9"', page)


@pytest.mark.django_db
def test_it_is_kept_with_the_rules(ada, added):
    evening = sung_evening(ada)
    row = builders.stage(evening).division.profile
    row.refresh_from_db()
    assert (row.values["singing"], row.values["breaks"]) == (True, 2)
    assert (row.profile[SINGING], row.profile[BREAKS]) == (True, 2)
    again = ada.get(f"/desk/{evening.slug}/settings/").context["form"]
    assert (again["singing"].value(), again["breaks"].value()) == (True, 2)


@pytest.mark.django_db
def test_a_value_it_cannot_have_is_refused_at_its_field(ada, added):
    form = sent(ada, "/desk/new/?template=club-swiss", breaks="10")
    answer = ada.post("/desk/new/", form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["breaks"]
    for wrong in ({"singing": "yes"}, {"breaks": 10}):
        with pytest.raises(ValueError, match="cannot be"):
            Profile.from_values(wrong)


@pytest.mark.django_db
def test_it_is_frozen_when_play_starts(ada, added):
    evening = sung_evening(ada)
    builders.entered(evening, 4)
    path = f"/desk/{evening.slug}/settings/"
    old_page = sent(ada, path)
    match = builders.matches(builders.published_round(evening))[0]
    assert match.profile.profile[SINGING]
    assert 'name="singing"' not in text_of(ada, path)
    assert SUNG in text_of(ada, path)
    del old_page["singing"]
    answer = ada.post(path, old_page)
    assert answer.status_code == 422
    assert "setup.rules_frozen" in codes_of(answer)
    assert profile_of(evening)[SINGING]


@pytest.mark.django_db
def test_its_sentences_are_on_the_pages_of_the_rules(ada, client, added):
    path = f"/tournaments/{sung_evening(ada).slug}/rules/"
    for page in (text_of(client, path), text_of(client, f"{path}play/")):
        assert "Changed for this tournament:" in page
        assert page.count(SUNG) == 2
        assert page.count(PAUSED) == 2
        assert UNSUNG not in page
    assert SUNG in text_of(client, "/rules/dutch/")
    assert UNSUNG in text_of(client, "/rules/danish/")


def test_it_differs_from_the_rules_it_was_made_from(added):
    rules = DEFAULT.with_changes(singing=True, breaks=2)
    assert origin(rules).changes == (SUNG, PAUSED)
    assert origin(ready_made("dutch").profile).changes == ()
    lines = {section.key: section.lines for section in sections(rules)}
    assert SUNG in lines["match"]
    assert PAUSED in lines["clock"]


def test_a_topic_without_a_chapter_gets_one(added):
    plain = chapters(DEFAULT)
    found = chapters(DEFAULT.with_changes(breaks=2))
    assert [each.key for each in found[:-1]] == [each.key for each in plain]
    assert (found[-1].name, found[-1].parts[0].text) == ("Clock", PAUSED)
    dutch = {each.key: each for each in chapters(ready_made("dutch").profile)}
    match = dutch["match"]
    assert match.parts[-1].text == SUNG


def test_it_is_printed(added):
    try:
        documents_pdf.engine()
    except RuleError as error:
        assert error.refusal is PRINTING_UNAVAILABLE
        missing("libpango-1.0-0")
    rules = DEFAULT.with_changes(singing=True, breaks=2)
    html = paper.rules_paper(rules, path="/", tournament="Sung evening")
    pdf = PdfReader(BytesIO(paper.two_pages(html)))
    words = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert words.count(SUNG) == 2
    assert words.count(PAUSED) == 2


def test_it_is_kept_in_the_templates_of_a_club(added):
    rules = HouseRules(profile=DEFAULT.with_changes(singing=True))
    kept = Structure(divisions=PRESETS[0].divisions, rules=rules).to_json()
    assert kept["rules"]["profile"]["singing"] is True
    read = Structure.from_json(kept).rules
    assert read.profile[SINGING]


def test_other_rules_bring_their_own_value(added):
    form = RulesForm({"rules": "dutch"})
    assert form.is_valid()
    assert form.profile()[SINGING]
    filled = RulesForm({"rules": "dutch", "shown": "danish"}).filled_in()
    assert filled["singing"] is True


def test_records_from_before_and_after_it_can_be_read():
    before = DEFAULT.with_changes(beavers=1)
    kept, digest = before.values, before.digest
    SWITCHES.append(SINGING)
    try:
        read = Profile.from_values(kept)
        assert (read, read.digest) == (before, digest)
        assert not read[SINGING]
        later = read.with_changes(singing=True)
        assert later.digest != digest
        newer = later.values
    finally:
        SWITCHES.remove(SINGING)
    assert Profile.from_values(newer) == before


KEYS = [key for key, _ in TABLES]
LONGEST = 25
PRINTED = 15
"""Beyond this many points some tables are carried on by calculation."""
ROUNDING = 2e-6  # six decimals, rounded on both sides of the diagonal

FOLDER = files("matches.rulebook").joinpath("met")
SHARED = Path(__file__).resolve().parents[4] / "shared" / "data" / "met"
"""Lies beside the repository on some machines only."""


@pytest.fixture(params=KEYS)
def table(request):
    return equity_table(request.param)


def test_the_default_is_offered_first():
    assert KEYS[0] == DEFAULT_KEY == equity_table().key
    assert len(set(KEYS)) == len(KEYS)
    assert len({name for _, name in TABLES}) == len(KEYS)


def test_a_table_is_read_once():
    assert equity_table() is equity_table(DEFAULT_KEY)


@pytest.mark.parametrize("key", ["", "none", "../rules/equity", "Woolsey"])
def test_there_is_no_other_table(key):
    with pytest.raises(KeyError):
        equity_table(key)


def test_every_table_reaches_25_points(table):
    assert (table.key, table.name) in TABLES
    assert len(table.post) == len(table.pre) == LONGEST
    assert {len(row) for row in table.pre} == {LONGEST}


def test_even_scores_are_even(table):
    assert [table.pre[index][index] for index in range(LONGEST)] == [0.5] * LONGEST
    assert table.post[0] == 0.5


def test_what_one_has_the_other_lacks(table):
    for index, row in enumerate(table.pre):
        column = [other[index] for other in table.pre]
        assert [1 - value for value in row] == pytest.approx(column, abs=ROUNDING)


def test_needing_less_is_never_worse(table):
    for row in table.pre:
        assert all(0 < nearer <= farther < 1 for nearer, farther in pairwise(row))
    for column in zip(*table.pre, strict=True):
        assert all(nearer >= farther for nearer, farther in pairwise(column))
    assert all(nearer >= farther > 0 for nearer, farther in pairwise(table.post))


def test_doubling_helps_the_trailer(table):
    """The cube is in play after the Crawford game and not in it."""
    for needs in range(2, PRINTED + 1):
        crawford = table.chance(needs, 1, phase=Phase.CRAWFORD)
        post = table.chance(needs, 1, phase=Phase.POST_CRAWFORD)
        assert crawford is not None
        assert post is not None
        assert post >= crawford


def janowski(needs_one, needs_two):
    """Return the approximate chance of side ONE by Janowski's rule.

    The leader has 0.5 + 0.85 D / (T + 6), where D is the difference in points and T the
    points that the trailer needs: 73.2 % for a side that needs 2 against 5.
    """
    lead = needs_two - needs_one
    chance = 0.5 + 0.85 * lead / (max(needs_one, needs_two) + 6)
    return min(1.0, max(0.0, chance))


def test_the_formula_for_the_head_comes_close(table):
    for one in range(2, PRINTED + 1):
        for two in range(2, PRINTED + 1):
            chance = table.chance(one, two, phase=Phase.NORMAL)
            assert chance == pytest.approx(janowski(one, two), abs=0.06)


@pytest.mark.parametrize(
    ("key", "one", "two", "printed"),
    [
        ("kazaross-xg2", 2, 5, 0.7436),
        ("kazaross-xg2", 3, 7, 0.7621),
        ("kazaross-xg2", 4, 9, 0.7880),
        ("kazaross-xg2", 6, 4, 0.3572),
        ("kazaross-xg2", 11, 12, 0.5456),
        ("kazaross-xg2", 15, 2, 0.0231),
        ("kazaross-xg2", 15, 14, 0.4592),
        ("rockwell-kazaross", 2, 3, 0.5990),
        ("rockwell-kazaross", 4, 2, 0.3314),
        ("rockwell-kazaross", 5, 9, 0.7255),
        ("rockwell-kazaross", 9, 8, 0.4456),
        ("woolsey", 2, 3, 0.60),
        ("woolsey", 3, 4, 0.59),
        ("woolsey", 6, 2, 0.19),
        ("woolsey", 8, 9, 0.55),
    ],
)
def test_printed_values(key, one, two, printed):
    chance = equity_table(key).chance(one, two, phase=Phase.NORMAL)
    assert chance == pytest.approx(printed, abs=6e-5)


@pytest.mark.parametrize(
    ("key", "needs", "crawford", "post"),
    [
        ("kazaross-xg2", 2, 0.3226, 0.4880),
        ("kazaross-xg2", 3, 0.2492, 0.3226),
        ("kazaross-xg2", 4, 0.1856, 0.3100),
        ("kazaross-xg2", 9, 0.0560, 0.0695),
        ("kazaross-xg2", 15, 0.0121, 0.0153),
        ("rockwell-kazaross", 2, 0.3231, 0.4877),
        ("rockwell-kazaross", 5, 0.1581, 0.1908),
        ("rockwell-kazaross", 9, 0.0560, 0.0697),
        ("woolsey", 2, 0.300, 0.485),
        ("woolsey", 4, 0.170, 0.296),
        ("woolsey", 9, 0.050, 0.060),
    ],
)
def test_printed_values_at_match_point(key, needs, crawford, post):
    chance = equity_table(key).chance
    assert chance(needs, 1, phase=Phase.CRAWFORD) == pytest.approx(crawford, abs=6e-5)
    assert chance(needs, 1, phase=Phase.POST_CRAWFORD) == pytest.approx(post, abs=6e-5)
    assert chance(1, needs, phase=Phase.POST_CRAWFORD) == pytest.approx(
        1 - post, abs=6e-5
    )


def test_two_away_in_the_crawford_game_is_three_away_after_it():
    """A doubled win after it counts as a plain one in it; a gammon wins either way."""
    chance = equity_table().chance
    assert chance(2, 1, phase=Phase.CRAWFORD) == chance(3, 1, phase=Phase.POST_CRAWFORD)


def test_beyond_25_points_there_is_no_number(table):
    assert table.chance(LONGEST, LONGEST, phase=Phase.NORMAL) == 0.5
    assert table.chance(LONGEST + 1, 2, phase=Phase.NORMAL) is None
    assert table.chance(1, LONGEST + 1, phase=Phase.POST_CRAWFORD) is None


def test_every_table_comes_with_its_notice():
    notice = FOLDER.joinpath("NOTICE").read_text(encoding="utf-8")
    shipped = {file.name for file in FOLDER.iterdir() if file.name.endswith(".csv")}
    assert shipped == {f"{key}.csv" for key in KEYS}
    assert all(name in notice for name in shipped)
    assert "Copyright (C) 2011 Neil Kazaross" in notice
    assert "Copyright (C) 2008-2010 David Rockwell and Neil Kazaross" in notice


@pytest.mark.skipif(not SHARED.is_dir(), reason="no shared/ beside the repository")
@pytest.mark.parametrize("key", KEYS)
def test_tables_are_as_they_came(key):
    sources = {file.stem.casefold(): file for file in SHARED.glob("*.csv")}
    shipped = FOLDER.joinpath(f"{key}.csv").read_text(encoding="utf-8")
    assert shipped == sources[key].read_text(encoding="utf-8")
