"""A switch of the rules is one object: what the list holds is asked, kept and said."""

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import Any, Final

import pytest
from django.test import Client
from pypdf import PdfReader

from matches.documents import pdf as documents_pdf
from matches.documents.services import PRINTING_UNAVAILABLE
from matches.models import RulesProfile
from matches.rulebook import paper
from matches.rulebook.book import chapters
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
from matches.rules.refusals import Refusal, RuleError
from tests import builders
from tests.conftest import missing
from tests.refusals import codes_of
from tournaments.models import Tournament
from tournaments.setup.presets import PRESETS
from tournaments.structure.plan import HouseRules, Structure

SINGING: Final[Switch[bool]] = Switch(
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
BREAKS: Final[Switch[int]] = Switch(
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
SUNG: Final = "The winner of a game sings one verse."
UNSUNG: Final = "Nobody has to sing."
PAUSED: Final = "Each player may take 2 breaks of five minutes."


@pytest.fixture
def added() -> Iterator[None]:
    """Two switches that nothing but this list knows."""
    SWITCHES.extend((SINGING, BREAKS))
    yield
    SWITCHES.remove(BREAKS)
    SWITCHES.remove(SINGING)


@pytest.fixture
def ada() -> Client:
    return builders.signed_in(builders.director())


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return unescape(answer.content.decode())


def sent(client: Client, path: str, **changes: Any) -> dict[str, Any]:
    """What a browser sends of a page, with some fields changed."""
    initial = client.get(path).context["form"].initial
    shown = {name: value for name, value in initial.items() if value is not False}
    return shown | {"date": "2026-11-20"} | changes


def sung_evening(ada: Client) -> Tournament:
    form = sent(ada, "/desk/new/?template=club-swiss", singing="on", breaks="2")
    answer = ada.post("/desk/new/", form)
    assert answer.status_code == 302, unescape(answer.content.decode())
    return Tournament.objects.get()


def profile_of(tournament: Tournament) -> Profile:
    row = builders.stage(tournament).division.profile
    return RulesProfile.objects.get(pk=row.pk).profile


# The list ------------------------------------------------------------------


def test_names_fields_and_placeholders_are_used_once() -> None:
    names = [switch.name for switch in SWITCHES]
    fields = [name for switch in SWITCHES for name in switch.fields()]
    named = [name for each in SWITCHES for name in each.named_in(DEFAULT)]
    for used in (names, fields, named):
        assert not {name for name, times in Counter(used).items() if times > 1}
    assert not [name for name in names if hasattr(Profile, name)]
    assert not RulesForm.base_fields.keys() & set(fields)


def test_every_placeholder_of_a_sentence_is_named() -> None:
    named = named_values(DEFAULT)
    for switch in SWITCHES:
        for rule in (*switch.rules, *switch.in_book):
            assert set(re.findall(r"%\((\w+)\)", rule.text)) <= named.keys()


def test_defaults_and_ready_made_values_are_such_as_the_switch_can_have() -> None:
    keys = {each.key for each in READY_MADE}
    for switch in SWITCHES:
        assert switch.check(switch.default) == switch.default
        assert switch.ready.keys() <= keys
        for value in switch.ready.values():
            assert switch.check(value) == value != switch.default


def test_every_switch_belongs_to_a_topic_that_is_shown() -> None:
    assert {switch.topic for switch in SWITCHES} == set(TOPICS)


def test_a_refusal_belongs_to_one_switch() -> None:
    errors = Counter(error for switch in SWITCHES for error in switch.errors)
    assert set(errors.values()) == {1}
    assert all(isinstance(error, Refusal) for error in errors)


# A switch added ------------------------------------------------------------


@pytest.mark.django_db
def test_an_added_switch_is_asked_for(ada: Client, added: None) -> None:
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
def test_it_is_kept_with_the_rules(ada: Client, added: None) -> None:
    evening = sung_evening(ada)
    row = builders.stage(evening).division.profile
    row.refresh_from_db()
    assert (row.values["singing"], row.values["breaks"]) == (True, 2)
    assert (row.profile[SINGING], row.profile[BREAKS]) == (True, 2)
    again = ada.get(f"/desk/{evening.slug}/settings/").context["form"]
    assert (again["singing"].value(), again["breaks"].value()) == (True, 2)


@pytest.mark.django_db
def test_a_value_it_cannot_have_is_refused_at_its_field(
    ada: Client, added: None
) -> None:
    form = sent(ada, "/desk/new/?template=club-swiss", breaks="10")
    answer = ada.post("/desk/new/", form)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["breaks"]
    for wrong in ({"singing": "yes"}, {"breaks": 10}):
        with pytest.raises(ValueError, match="cannot be"):
            Profile.from_values(wrong)


@pytest.mark.django_db
def test_it_is_frozen_when_play_starts(ada: Client, added: None) -> None:
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
def test_its_sentences_are_on_the_pages_of_the_rules(
    ada: Client, client: Client, added: None
) -> None:
    path = f"/tournaments/{sung_evening(ada).slug}/rules/"
    for page in (text_of(client, path), text_of(client, f"{path}play/")):
        assert "Changed for this tournament:" in page
        assert page.count(SUNG) == 2
        assert page.count(PAUSED) == 2
        assert UNSUNG not in page
    assert SUNG in text_of(client, "/rules/dutch/")
    assert UNSUNG in text_of(client, "/rules/danish/")


def test_it_differs_from_the_rules_it_was_made_from(added: None) -> None:
    rules = DEFAULT.with_changes(singing=True, breaks=2)
    assert origin(rules).changes == (SUNG, PAUSED)
    assert origin(ready_made("dutch").profile).changes == ()
    lines = {section.key: section.lines for section in sections(rules)}
    assert SUNG in lines["match"]
    assert PAUSED in lines["clock"]


def test_a_topic_without_a_chapter_gets_one(added: None) -> None:
    plain = chapters(DEFAULT)
    found = chapters(DEFAULT.with_changes(breaks=2))
    assert [each.key for each in found[:-1]] == [each.key for each in plain]
    assert (found[-1].name, found[-1].parts[0].text) == ("Clock", PAUSED)
    dutch = {each.key: each for each in chapters(ready_made("dutch").profile)}
    match = dutch["match"]
    assert match.parts[-1].text == SUNG


def test_it_is_printed(added: None) -> None:
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


def test_it_is_kept_in_the_templates_of_a_club(added: None) -> None:
    rules = HouseRules(profile=DEFAULT.with_changes(singing=True))
    kept = Structure(divisions=PRESETS[0].divisions, rules=rules).to_json()
    assert kept["rules"]["profile"]["singing"] is True
    read = Structure.from_json(kept).rules
    assert read is not None
    assert read.profile[SINGING]


def test_other_rules_bring_their_own_value(added: None) -> None:
    form = RulesForm({"rules": "dutch"})
    assert form.is_valid()
    assert form.profile()[SINGING]
    filled = RulesForm({"rules": "dutch", "shown": "danish"}).filled_in()
    assert filled["singing"] is True


def test_records_from_before_and_after_it_can_be_read() -> None:
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
