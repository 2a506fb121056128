"""What the pad offers under "Other…" can be saved from what the page shows alone."""

from html.parser import HTMLParser
from itertools import product

import pytest

from matches.ledger.club_matches import Terms, profile_row
from matches.players.services import NewPlayer, create_players
from matches.rulebook.profiles import READY_MADE, Reporting
from matches.rules import AwardReason, Ending, Kind
from tests import builders
from tests.builders import game, play
from tests.examples import NIGHTLY
from tests.refusals import codes_of

pytestmark = pytest.mark.django_db

PROFILES = [pytest.param(each.profile, id=each.profile.key) for each in READY_MADE]
LENGTHS = {"match": 25, "money": 0}
COUNTS = ("home", "outer", "far_outer", "far_home")
CRAWFORD = {AwardReason.CRAWFORD_ANNULLED.value, AwardReason.CRAWFORD_STANDS.value}


class PadForm(HTMLParser):
    """The form of the pad as a browser sends it: what it shows, and what is chosen."""

    def __init__(self, page):
        super().__init__()
        self.sent: dict[str, str] = {}
        self.offered: dict[str, list[str]] = {}
        self.action = ""
        self._is_inside = False
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_inside = given.get("id") == "pad"
            if self._is_inside:
                self.action = given.get("action", "")
        if not self._is_inside or "disabled" in given:
            return
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "select":
            self._select = name
        elif tag == "option":
            self.offered.setdefault(self._select, []).append(value)
            if "selected" in given:
                self.sent[self._select] = value
        elif tag == "input" and given.get("type") == "radio":
            self.offered.setdefault(name, []).append(value)
            if "checked" in given:
                self.sent[name] = value
        elif tag == "input" and name:
            self.sent[name] = value

    def handle_endtag(self, tag):
        if tag == "form":
            self._is_inside = False

    def filled_in(self, **chosen):
        """Return what a browser sends after these were chosen, each offered here."""
        for name, value in chosen.items():
            assert name in self.sent or name in self.offered, name
            assert value in self.offered.get(name, [value]), (name, value)
        return self.sent | chosen


def opened(profile, length):
    (match,) = opened_matches(profile, length, 1)
    return match


def opened_matches(profile, length, count):
    one, two = create_players([NewPlayer("Ane Alm"), NewPlayer("Bo Falk")])
    terms = Terms(
        length=length, profile=profile_row(profile), reporting=Reporting.TRUST
    )
    return [builders.opened(one, two, terms) for _number in range(count)]


def form_of(client, match):
    return PadForm(client.get(f"/m/{match.code}/?pad=games").content.decode())


def choices(form):
    """Return all that "Other…" says of how a game ended and why it counts so."""
    found = []
    for ending, kind in product(form.offered["ending"], form.offered.get("kind", [""])):
        if ending == Ending.DROPPED and kind not in {"", Kind.SINGLE}:
            continue  # a dropped double is a single game
        chosen = {"ending": ending} | ({"kind": kind} if kind else {})
        found.append(chosen)
        if ending == Ending.WASHED:
            continue  # counts nothing
        for reason in form.offered.get("reason", []):
            is_agreed = reason == AwardReason.AGREED
            if not reason or (is_agreed and ending != Ending.RESIGNED):
                continue
            if reason in CRAWFORD:
                continue  # in the Crawford game alone, whatever the profile
            found.append(chosen | {"reason": reason, "awarded": "2"})
    return found


def with_counts(form, chosen):
    """Count a checker where checkers are counted, as the rules then ask."""
    is_counted = chosen["ending"] in {Ending.PLAYED, Ending.RESIGNED}
    return chosen | ({"home": "1"} if "home" in form.sent and is_counted else {})


@pytest.fixture
def ada():
    return builders.signed_in(builders.director())


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("played", LENGTHS)
def test_every_other_end_is_saved_from_what_is_shown(ada, profile, played):
    pattern = opened(profile, LENGTHS[played])
    form = form_of(ada, pattern)
    everything = choices(form)
    assert {each["ending"] for each in everything} == set(Ending)
    if not NIGHTLY:  # one half in matches, the other for money
        everything = everything[list(LENGTHS).index(played) :: 2]
    # The pads of new matches differ in the address alone: one page is read for all.
    matches = opened_matches(profile, LENGTHS[played], len(everything))
    for match, chosen in zip(matches, everything, strict=True):
        sent = form.filled_in(
            winner="1", outcome="other", **with_counts(form, dict(chosen))
        )
        answer = ada.post(form.action.replace(pattern.code, match.code), sent)
        assert answer.status_code == 302, (chosen, answer.content.decode())
        saved = match.games.get(voided_at__isnull=True)
        assert saved.ending == chosen["ending"]
        assert saved.kind == chosen.get("kind", Kind.SINGLE)
        assert saved.reason == chosen.get("reason", "")


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("ending", Ending)
def test_every_other_end_is_corrected_from_what_is_shown(ada, profile, ending):
    match = opened(profile, 25)
    play(match, game(1, dropped=True))
    path = f"/m/{match.code}/games/1/"
    for _step in ("look at what it changes", "save"):
        form = PadForm(ada.get(path).content.decode())
        chosen = with_counts(form, {"ending": str(ending)})
        answer = ada.post(
            path, form.filled_in(winner="2", outcome="other", remark="again", **chosen)
        )
        if answer.status_code == 302:
            break
        form = PadForm(answer.content.decode())
        answer = ada.post(path, form.filled_in())
    assert answer.status_code == 302, answer.content.decode()
    saved = match.games.get(voided_at__isnull=True)
    assert (saved.ending, saved.winner) == (ending, 2)


def leaflet_with(**switches):
    """Return the leaflet's rules, with which automatic doubles are played."""
    (leaflet,) = (each.profile for each in READY_MADE if each.key == "leaflet")
    return leaflet.with_changes(automatic=3, extras_in_matches=True, **switches)


@pytest.mark.parametrize("scoring", ["checkers", "kinds"])
@pytest.mark.parametrize("played", LENGTHS)
@pytest.mark.parametrize("automatic", [0, 1, 2])
@pytest.mark.parametrize("turned", [0, 1, 2])
def test_a_refused_double_pays_the_stake_that_automatic_doubles_made(
    ada, scoring, played, automatic, turned
):
    """The leaflet's section 8: the stake of that moment falls to the doubler."""
    match = opened(leaflet_with(scoring=scoring), LENGTHS[played])
    form, stake = form_of(ada, match), 2 ** (automatic + turned)
    sent = form.filled_in(
        winner="2",
        outcome="other",
        ending="dropped",
        cube=str(stake),
        automatic=str(automatic),
    )
    answer = ada.post(form.action, sent)
    assert answer.status_code == 302, answer.content.decode()
    match.refresh_from_db()
    assert match.games.get().ending == Ending.DROPPED
    assert match.games.get().automatic == automatic
    won = -match.balance if match.is_money else match.score_2
    assert won == stake


@pytest.mark.parametrize("played", LENGTHS)
@pytest.mark.parametrize("ending", ["played", "resigned"])
def test_checkers_are_asked_for_where_they_count(ada, played, ending):
    leaflet = next(each.profile for each in READY_MADE if each.profile.key == "leaflet")
    match = opened(leaflet, LENGTHS[played])
    form = form_of(ada, match)
    assert set(COUNTS) <= set(form.sent)
    assert "kind" not in form.offered
    answer = ada.post(
        form.action, form.filled_in(winner="1", outcome="other", ending=ending)
    )
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "checkers" in page
    assert "kind:invalid" not in codes_of(answer)
    assert not match.games.exists()


NORWEGIAN = next(each.profile for each in READY_MADE if each.key == "norwegian")


@pytest.mark.parametrize("said", ["0", "1"])
def test_a_refused_beaver_is_saved_as_players_say_it(ada, said):
    match = opened(NORWEGIAN, 0)
    form = form_of(ada, match)
    sent = form.filled_in(
        winner="1", outcome="other", ending="dropped", cube="2", beavers=said
    )
    answer = ada.post(form.action, sent, follow=True)
    saved = match.games.get()
    assert (saved.ending, saved.cube, saved.beavers) == ("dropped", 2, 0)
    is_told = "recorded as a dropped double at 2" in answer.content.decode()
    assert is_told == (said == "1")
    # The same in a correction.
    path = f"/m/{match.code}/games/1/"
    form = PadForm(ada.get(path).content.decode())
    again = form.filled_in(
        winner="2", outcome="other", ending="dropped", cube="2", beavers=said
    )
    assert ada.post(path, again).status_code == 302
    saved = match.games.get(voided_at__isnull=True)
    assert (saved.winner, saved.cube, saved.beavers) == (2, 2, 0)


@pytest.mark.parametrize(("cube", "status"), [("64", 302), ("128", 302), ("256", 422)])
def test_the_norwegian_limit_begins_where_the_game_began(ada, cube, status):
    match = opened(NORWEGIAN.with_changes(automatic=2), 0)
    form = form_of(ada, match)
    sent = form.filled_in(winner="1", outcome="other", cube=cube, automatic="1")
    assert ada.post(form.action, sent).status_code == status
