"""Whatever anybody sends to a match: the ledger stays whole, and others learn nothing.

Every act on a match and every form, with nasty values in any of its fields, from
everybody who may or may not; then walks through the forms that the pages offer. After
every request `tests.fuzz` judges the stored match.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, ClassVar, Final

import pytest
from django.db import connection
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.ledger import adjust, recording
from matches.ledger import club_matches as club_matches_services
from matches.match_page.decision_forms import (
    AdjustForm,
    EndingForm,
    LengthForm,
    PaymentForm,
    PutAsideForm,
    ReasonForm,
)
from matches.match_page.forms import FinalScoreForm, GameForm
from matches.match_page.new_views import ClubMatchForm
from matches.models import Match
from matches.rules.refusals import RuleError
from tests import fuzz
from tests.builders import game
from tests.examples import NIGHTLY, in_a_world, once_on_postgresql
from tests.fuzz import LEVELS, NASTY, OP, PLACES, SECRET, World
from tournaments.setup.base_forms import TournamentForm

pytestmark = pytest.mark.django_db

ROLES: Final = ("ada", "ada", "sheet", "link", "stranger", "outsider", "reader")
HTMX: Final = {"HX-Request": "true"}
URLENCODED: Final = "application/x-www-form-urlencoded"


def examples(count: int) -> settings:
    """So many examples; every one takes back what it did, so they may share a world.

    A quarter as many on PostgreSQL: it only has to take or refuse the same values.
    """
    return in_a_world(count // 4 if connection.vendor == "postgresql" else count)


@pytest.fixture(scope="module")
def world(kept: None) -> World:
    """Matches in every state."""
    return fuzz.world()


# Every act, any value ------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """One address that takes posts: good values of its fields, and who may use it.

    Values such as "§revision" are looked up in the match. `op`: sent twice, it is one
    act only with such a key.
    """

    path: str
    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    players: bool = True
    op: bool = False


_YES_NO: Final = ("1", "2")
_FLAG: Final = ("", "on")
_FEW: Final = ("", "0", "1", "2")
_GAME: Final = {
    "winner": _YES_NO,
    "outcome": ("", "other", "1-single", "1-gammon", "2-backgammon", "1-dropped"),
    "kind": ("single", "gammon", "backgammon"),
    "cube": ("1", "2", "4"),
    "ending": ("", "played", "dropped", "resigned", "awarded", "washed"),
    "dropped": ("", "", "", "on"),
    "automatic": ("", "", "0", "1"),
    "beavers": ("", "", "0", "1"),
    "home": ("", "", "2"),
    "outer": ("", "", "1"),
    "far_outer": ("", "", "1"),
    "far_home": ("", "", "1"),
    "awarded": ("", "", "3", "2.5"),
    "reason": ("", "", "decision", "agreed", "settled", "crawford-annulled"),
    "remark": ("", "a slip"),
    "after": ("§games", "§games", "§games", "0", "9"),
    "replaces": ("§game", "§game", "§other_game", "7"),
    "seen": ("", "§seen"),
}
_PLAIN_GAME: Final = {
    "winner": _YES_NO,
    "outcome": ("1-single", "1-gammon", "2-backgammon", "1-dropped", "2-single"),
    "after": ("§games",),
    "replaces": ("§game",),
    "remark": ("",),
}
_TOLD: Final = {
    "mode": ("", "score", "games", "more"),
    "winner": _YES_NO,
    "points": ("0", "3", "4"),
    "comment": ("", SECRET),
    "form-TOTAL_FORMS": ("", "3", "3", "121"),
    "form-INITIAL_FORMS": ("0", "2"),
    **{f"form-{row}-winner": ("1", "2") for row in range(3)},
    **{f"form-{row}-outcome": ("2-gammon", "4-single", "kept") for row in range(3)},
}
_RULING: Final = {
    "side": _YES_NO,
    "points": ("0", "1", "-1", "2", "5"),
    "reason": ("late", "conduct", "clock", "correction", "ruling"),
    "in_play": _FLAG,
    "rule": ("", "4.2"),
    "decision": ("", SECRET),
    "op": (OP, OP, "", fuzz.USED_OP),
}
_RULES: Final = {
    "rules": ("danish", "dutch", "leaflet"),
    "shown": ("danish", "danish", "leaflet", ""),
    "crawford": _FLAG,
    "crawford_double": ("annul", "stand"),
    "sheets_differ": ("director", "trailing"),
    "stopped": ("director", "leader", "half", "stavrou"),
    "start_1": ("", "0", "2"),
    "start_2": ("", "0"),
    "cube": ("64", "none", "1", "other"),
    "cube_other": ("", "16"),
    "jacoby": _FLAG,
    "automatic": _FEW,
    "extras_in_matches": _FLAG,
    "stake": ("", "1", "0,50"),
    "currency": ("", "€"),
    "scoring": ("kinds", "checkers"),
    "gammon_value": ("", "2", "3"),
    "backgammon_value": ("", "3", "4"),
    "late_every": _FEW,
    "late_grace": _FEW,
    "late_majority": _FLAG,
    "clock_minutes": _FEW,
    "clock_scored": _FEW,
    "clock_delay": _FEW,
    "clocks_required": _FLAG,
    "bye_halves": ("2", "1", "0"),
    "walkover": ("none", "full", "half"),
    "reporting": LEVELS,
    "rated": _FLAG,
    "equity_table": ("", "woolsey"),
}
_CLUB: Final = _RULES | {
    "player_1": ("Ane Alm", "Ida Juul"),
    "player_2": ("Bjarke Brink", "Kai Lund", "Ane Alm"),
    "play": ("match", "match", "money"),
    "length": ("5", "7"),
    "money_stake": ("1", "0,50"),
    "money_currency": ("", "kr"),
    "op": (OP, OP, ""),
}
_OWN_PLAN: Final[dict[str, tuple[str, ...]]] = {
    "name": ("Late evening",),
    "date": ("2026-11-20",),
    "format": ("swiss", "elimination"),
    "match_length": ("5", "7"),
    "rounds": ("3",),
    "lengths": ("", "5 7"),
    "language": ("en", "da"),
}
_PLAN: Final = _RULES | _OWN_PLAN
_FINAL: Final = {
    "winner": _YES_NO,
    "points": ("0", "3", "4", "2"),
    "corrects": ("", "", "§revision"),
}
_NUMBERS: Final = ("1", "2", "3", "§games", "§game", "99", str(10**18), str(10**30))
_REVISIONS: Final = ("§revision", "§revision", "§older", "0", "§game", str(10**30))
_ROWS: Final = ("§{0}", "§{0}", "§{0}", "§other_{0}", "0", str(10**30))


def _rows(name: str) -> tuple[str, ...]:
    return tuple(each.format(name) for each in _ROWS)


_IMPORT: Final = {
    "file": _rows("file"),
    "swapped": ("0", "0", "0", "1", ""),
    "replace": ("", "", "1"),
    "op": (OP, OP, "", fuzz.USED_OP),
}


def _director(path: str, fields: Any = None, *, op: bool = False) -> Act:
    return Act(path, fields or {}, players=False, op=op)


GROUPS: Final[dict[str, tuple[Act, ...]]] = {
    "games": (
        Act("games/", _PLAIN_GAME),
        Act("games/", _GAME),
        Act("games/<number>/", _GAME | {"number": _NUMBERS}),
        Act(
            "games/<number>/", _PLAIN_GAME | {"number": ("1", "2"), "seen": ("§seen",)}
        ),
    ),
    "results": (
        Act("final/", _FINAL),
        _director("walkover/", {"winner": _YES_NO}),
        Act("undo/<revision>/", {"revision": _REVISIONS}),
        Act("redo/<revision>/", {"revision": _REVISIONS}),
        Act("cancel/"),
    ),
    "reports": (
        Act(
            "reports/<report>/confirm/",
            {"report": _rows("report"), "as": ("", "other")},
        ),
        Act("reports/<report>/different/", _TOLD | {"report": _rows("report")}),
        _director(
            "decide/",
            _TOLD
            | {
                "reason": (SECRET, SECRET, ""),
                "rule": ("", "4.2"),
                "report": ("§report", "", "§other_report"),
            },
        ),
    ),
    "rulings": (
        _director("adjust/", _RULING, op=True),
        _director("adjust/<row>/remove/", {"row": _rows("adjustment")}),
        _director(
            "length/",
            {"length": ("3", "5", "7", "1"), "revision": _REVISIONS, "reason": ("",)},
        ),
    ),
    "endings": (
        _director(
            "ending/",
            {
                "how": ("forfeit", "retired", "penalty", "nobody"),
                "winner": _YES_NO,
                "remark": ("", "ill"),
            },
        ),
        _director(
            "aside/",
            {
                "clock_1": ("", "12:30"),
                "clock_2": ("", "3"),
                "on_roll": ("", "1"),
                "cube": ("", "2"),
                "cube_owner": ("", "2"),
                "position": ("", "XGID"),
                "note": ("", SECRET),
            },
        ),
        _director("resume/"),
    ),
    "files": (
        Act("files/<file>/", _IMPORT, op=True),
        Act("files/<file>/", _IMPORT, op=True),
        Act("files/<file>/remove/", {"file": _rows("file")}),
        Act("files/<file>/restore/", {"file": (*_rows("removed"), "§file")}),
        Act("files/undo/<revision>/", {"revision": _REVISIONS}),
    ),
    "money": (
        Act(
            "payments/",
            {"payer": _YES_NO, "amount": ("1", "2.50"), "op": (OP,)},
            op=True,
        ),
        Act("payments/<row>/remove/", {"row": _rows("payment")}),
        Act("close/"),
    ),
}


@dataclass(frozen=True, slots=True)
class Sent:
    """One request: an act with its fields filled in, from somebody, to some match."""

    act: Act
    place: str
    level: str
    role: str
    pairs: fuzz.Pairs
    is_fragment: bool

    def value(self, name: str) -> str:
        return next((str(v) for key, v in self.pairs if key == name), "")


@st.composite
def requests(draw: st.DrawFn, acts: tuple[Act, ...], places: tuple[str, ...]) -> Sent:
    """Fill in an act well, then spoil up to three fields: other value, twice, none."""
    act = draw(st.sampled_from(acts))
    filled: dict[str, list[str | bytes]] = {
        name: [draw(st.sampled_from(values))] for name, values in act.fields.items()
    }
    spoilt = st.sampled_from([*act.fields, "op", "is_public", "form-0-outcome"])
    for name in draw(st.lists(spoilt, max_size=3)):
        how = draw(st.sampled_from(("nasty", "nasty", "nasty", "twice", "missing")))
        if how == "missing":
            filled.pop(name, None)
            continue
        nasty = draw(st.sampled_from(NASTY))
        filled[name] = [nasty] if how == "nasty" else [*filled.get(name, []), nasty]
    return Sent(
        act=act,
        place=draw(st.sampled_from(places)),
        level=draw(st.sampled_from(LEVELS)),
        role=draw(st.sampled_from(ROLES if act.players else ("ada", "ada", *ROLES))),
        pairs=[(name, value) for name, each in filled.items() for value in each],
        is_fragment=draw(st.sampled_from((False, False, True))),
    )


def looked_up(world: World, match: Match) -> dict[str, str]:
    """What stands behind the values with a paragraph sign."""
    found: dict[str, str] = {}
    for prefix, each in (("other_", world.other), ("", match)):
        live = each.games.filter(voided_at=None)
        first = live.first()
        rows = {
            "game": first,
            "adjustment": each.adjustments.first(),
            "payment": each.payments.first(),
            "report": each.reports.order_by("-pk").first(),
            "photo": each.photos.first(),
            "file": each.files.filter(voided_at=None).first(),
            "removed": each.files.exclude(voided_at=None).first(),
        }
        found |= {
            f"§{prefix}{name}": str(row.pk if row else 4711)
            for name, row in rows.items()
        }
        found["§seen"] = "" if first is None else repr(first.result)
        found["§games"] = str(live.count())
    found["§revision"] = str(match.revision)
    found["§older"] = str(max(0, match.revision - 1))
    return found


@pytest.mark.parametrize(
    ("name", "count"),
    [
        *(("games", 15), ("results", 15), ("reports", 15), ("rulings", 12)),
        *(("endings", 12), ("money", 10), ("files", 12)),
    ],
)
@pytest.mark.database
def test_no_post_breaks_or_half_writes(world: World, name: str, count: int) -> None:
    places = {
        "money": ("money", "money", "fresh", "void"),
        "files": ("attached", "filed", "filed"),
    }.get(name, PLACES)

    @examples(count)
    @given(sent=requests(GROUPS[name], places))
    def check(sent: Sent) -> None:
        with fuzz.undone():
            send_twice(world, sent)

    check()


def send_twice(world: World, sent: Sent) -> None:
    """Send it, judge what it did, and send it again, word for word."""
    match = world.matches[sent.place]
    Match.objects.filter(pk=match.pk).update(reporting=sent.level)
    match = fuzz.now(match)
    known = looked_up(world, match)
    pairs = [(key, known.get(str(value), value)) for key, value in sent.pairs]
    path = f"/m/{match.code}/{sent.act.path}"
    for key, value in pairs:
        text = value if isinstance(value, str) and value.isdigit() else "77"
        path = path.replace(f"<{key}>", text)
    path = path.partition("<")[0] if "<" in path else path
    body, more = fuzz.encoded(pairs), HTMX if sent.is_fragment else {}
    client = world.browser(sent.role)

    def post() -> int:
        answer = client.post(path, body, content_type=URLENCODED, headers=more)
        assert answer.status_code in fuzz.KNOWN, answer.status_code
        return int(answer.status_code)

    changed = judged(match, post, may=may_write(world, sent))
    is_one_act = not sent.act.op or sent.value("op").strip()
    if changed and is_one_act:
        after = fuzz.everything()
        post()
        assert fuzz.everything() == after, "sent again, it did something more"
    if changed and SECRET in body.replace("+", " ") and not sent.value("is_public"):
        assert_nothing_told(world, match)


def may_write(world: World, sent: Sent) -> bool:
    """Whether this visitor may change this match at all."""
    if world.is_nobody(sent.role, sent.place):
        return False
    return sent.role == "ada" or sent.act.players


def judged(match: Match, post: Callable[[], int], *, may: bool = True) -> bool:
    """Send something and judge the match after it; return whether it changed."""
    before = fuzz.everything()
    status = post()
    after = fuzz.everything()
    changed = before != after
    if not may:
        assert not changed, "somebody changed a match of others"
        assert status in {302, 286, 403, 404, 405}
    if status >= 400:
        assert not changed, f"refused with {status}, and written all the same"
    if changed:
        fuzz.check_change(before, after, match.pk)
    fuzz.check_ledger(match)
    return changed


def assert_nothing_told(world: World, match: Match) -> None:
    """Nobody else reads what is between players and directors."""
    for role in ("stranger", "outsider", "reader"):
        for path in (f"/m/{match.code}/", f"/scoreboard/{match.code}/"):
            answer = world.browser(role).get(path)
            assert SECRET not in answer.content.decode(), (role, path)


def test_what_is_private_stays_private(world: World) -> None:
    for match in world.matches.values():
        assert_nothing_told(world, match)
    for path in (f"/m/{world.other.code}/", f"/scoreboard/{world.other.code}/"):
        for role in ("stranger", "reader", "sheet", "link"):
            assert SECRET not in world.browser(role).get(path).content.decode(), role
    shown = [
        SECRET in world.browser("ada").get(f"/m/{match.code}/history/").content.decode()
        for match in (world.other, world.matches["ruled"], world.matches["aside"])
    ]
    assert shown == [True, True, True]  # else this would prove nothing
    photo = world.other.photos.get()
    for role in ("stranger", "reader", "sheet", "link"):
        answer = world.browser(role).get(f"/m/{world.other.code}/photos/{photo.pk}/")
        assert answer.status_code == 404, role


@pytest.mark.parametrize("length", once_on_postgresql(2, 1, 3, 4, 6, 99))
@pytest.mark.database
def test_every_match_takes_or_refuses_every_length(world: World, length: int) -> None:
    for place in PLACES:
        match, client = fuzz.now(world.matches[place]), world.browser("ada")
        form = {"length": length, "revision": match.revision}
        with fuzz.undone():
            judged(match, lambda: posted(client, f"/m/{match.code}/length/", form))  # noqa: B023


def posted(client: Client, path: str, form: Mapping[str, object]) -> int:
    """Send a form and return the status of the answer."""
    return int(client.post(path, form).status_code)


# Files ---------------------------------------------------------------------


@pytest.mark.parametrize("role", ["ada", "link"])
def test_a_file_comes_and_goes_and_every_step_is_one(world: World, role: str) -> None:
    client, given = world.browser(role), world.matches["attached"]
    for act, form, is_done in (
        ("§file/", {"op": OP, "swapped": "0"}, True),
        ("undo/§revision/", {}, True),
        ("§file/", {"op": OP[::-1], "swapped": "1"}, True),
        ("§file/remove/", {}, True),
        ("§removed/restore/", {}, True),
        ("undo/§revision/", {}, False),  # something else happened since
    ):
        match = fuzz.now(given)
        path = f"/m/{match.code}/files/{act}"
        for key, value in looked_up(world, match).items():
            path = path.replace(f"{key}/", f"{value}/")
        changed = judged(match, lambda: posted(client, path, form))  # noqa: B023
        assert changed is is_done, path
        after = fuzz.everything()
        posted(client, path, form)
        assert fuzz.everything() == after, path


# Photos --------------------------------------------------------------------

FILES: Final = (b"", b"\xff\xd8\xff", b"x" * 3000, fuzz.picture()[:90], fuzz.picture())


@examples(12)
@given(
    place=st.sampled_from((*PLACES, "disputed")),
    role=st.sampled_from(ROLES),
    level=st.sampled_from(LEVELS),
    content=st.sampled_from(FILES),
    field=st.sampled_from(("photo", "photo", "photo", "file")),
)
@pytest.mark.database
def test_no_upload_breaks_a_match(
    world: World, place: str, role: str, level: str, content: bytes, field: str
) -> None:
    with fuzz.undone():
        match = world.matches[place]
        Match.objects.filter(pk=match.pk).update(reporting=level)
        may, client = not world.is_nobody(role, place), world.browser(role)
        path = f"/m/{match.code}/photos/"

        def add() -> int:
            return int(client.post(path, {field: fuzz.upload(content)}).status_code)

        def remove() -> int:
            photo = match.photos.order_by("-pk").first() or world.other.photos.get()
            return int(client.post(f"{path}{photo.pk}/remove/").status_code)

        for act in (add, remove):
            if judged(match, act, may=may):
                after = fuzz.everything()
                act()
                assert fuzz.everything() == after


# Reading -------------------------------------------------------------------

PAGES: Final = (
    *("/m/{code}/", "/m/{code}/games/1/", "/m/{code}/adjust/", "/m/{code}/ending/"),
    *("/m/{code}/aside/", "/m/{code}/length/", "/m/{code}/payments/", "/m/"),
    *("/m/{code}/decide/", "/m/{code}/history/", "/scoreboard/{code}/", "/club/"),
    *("/m/{code}/reports/{report}/different/", "/m/{code}/photos/{report}/"),
    *("/players/{key}/", "/players/", "/club/new/", "/s/{sheet}/", "/p/{nasty}/"),
    *("/m/{nasty}/", "/s/{nasty}/", "/scoreboard/{nasty}/", "/players/{nasty}/link/"),
)


@examples(24)
@given(data=st.data())
@pytest.mark.database
def test_no_reading_breaks_or_writes(world: World, data: st.DataObject) -> None:
    match = world.matches[data.draw(st.sampled_from(PLACES))]
    report = match.reports.first()
    nasty = st.sampled_from(NASTY)
    values = {
        **{"code": match.code, "sheet": match.sheet_code, "key": match.player_1.key},
        **{"report": report.pk if report else 4711},
        "nasty": fuzz.encoded([("", data.draw(nasty))])[1:][:2000] or "x",
    }
    names = ("pad", "f", "back", "style", "late", "page", "code", "against", "search")
    query = [(name, data.draw(nasty)) for name in data.draw(_some(names))]
    path = data.draw(st.sampled_from(PAGES)).format(**values)
    client = world.browser(data.draw(st.sampled_from(ROLES)))
    headers = data.draw(st.sampled_from(({}, HTMX)))
    before = fuzz.everything()
    with fuzz.undone():
        answer = client.get(f"{path}?{fuzz.encoded(query)[:8000]}", headers=headers)
        assert answer.status_code in fuzz.KNOWN
        assert fuzz.everything() == before


def _some(names: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(names), max_size=3)


# Opening, and whose browser it is ------------------------------------------

OPENERS: Final = (
    Act("/club/new/", _CLUB, op=True),
    Act("/desk/new/", _PLAN, players=False),
    Act("/desk/{slug}/settings/", _PLAN, players=False),
    Act("/s/{sheet}/", {"side": ("1", "2")}),
    Act("/players/{key}/link/", {"known": ("§known", "")}, players=False),
    Act("/p/{link}/forget/"),
)


@examples(24)
@given(sent=requests(OPENERS, PLACES))
@pytest.mark.database
def test_no_form_opens_nonsense(world: World, sent: Sent) -> None:
    match = world.matches[sent.place]
    values = {
        **{"sheet": match.sheet_code, "key": match.player_1.key},
        **{"link": match.player_2.link_key, "slug": _slug(world)},
    }
    known = {"§known": match.player_1.link_hash}
    pairs = [(key, known.get(str(value), value)) for key, value in sent.pairs]
    client, path = world.browser(sent.role), sent.act.path.format(**values)
    with fuzz.undone():
        before = fuzz.everything()
        answer = client.post(path, fuzz.encoded(pairs), content_type=URLENCODED)
        after = fuzz.everything()
        assert answer.status_code in fuzz.KNOWN
        if answer.status_code != 302 or sent.role in {"stranger", "reader"}:
            assert after == before
        if not sent.act.players and sent.role != "ada":
            assert after == before
        kept = {row["id"]: row for row in after["matches.Match"]}
        for row in before["matches.Match"]:
            assert kept.pop(row["id"]) == row or sent.act.path.endswith("settings/")
        for pk in kept:
            look_at(world, Match.objects.get(pk=pk))
        if answer.status_code == 302 and sent.act.op and sent.value("op").strip():
            client.post(path, fuzz.encoded(pairs), content_type=URLENCODED)
            assert fuzz.everything() == after


def look_at(world: World, match: Match) -> None:
    """What was opened can be shown, and nothing has happened in it.

    A session for money is shown to the two, and to owners.
    """
    fuzz.check_ledger(match)
    assert match.state == Match.State.READY
    for role in ("ada", "stranger"):
        status = 404 if match.is_money and role == "stranger" else 200
        for path in (f"/m/{match.code}/", f"/scoreboard/{match.code}/"):
            assert world.browser(role).get(path).status_code == status


def _slug(world: World) -> str:
    pairing = world.matches["cup"].pairing
    return str(pairing.draw.stage.division.tournament.slug)


# Every field of every form, every value ------------------------------------


def _read_game(form: Any) -> None:
    form.result()


MANY_FIELDS: Final = 20
FORMS: Final[tuple[tuple[Any, Mapping[str, tuple[str, ...]], Any], ...]] = (
    (GameForm, _GAME, _read_game),
    (FinalScoreForm, _FINAL, lambda form: form.scores(5)),
    (AdjustForm, _RULING | {"is_public": _FLAG}, lambda form: form.ruling()),
    (EndingForm, GROUPS["endings"][0].fields, None),
    (PutAsideForm, GROUPS["endings"][1].fields, lambda form: form.stopped()),
    (LengthForm, GROUPS["rulings"][2].fields | {"revision": ("0",)}, None),
    (PaymentForm, GROUPS["money"][0].fields, None),
    (ReasonForm, {"reason": ("",), "rule": ("",), "report": ("", "1")}, None),
    (
        lambda data: ClubMatchForm(data, directory=club_matches_services.directory()),
        _CLUB,
        lambda form: form.wanted(),
    ),
    (TournamentForm, _OWN_PLAN, lambda form: form.plan()),
)


@pytest.mark.parametrize("row", FORMS, ids=lambda row: getattr(row[0], "__name__", ""))
def test_every_field_takes_every_value(row: tuple[Any, Any, Any]) -> None:
    made, fields, read = row
    good = {name: values[0] for name, values in fields.items()}
    # By day a field takes every fifth value, and its neighbours the others; of forms
    # with all the rules of a match, every twelfth.
    step = 1 if NIGHTLY else 5 if len(fields) < MANY_FIELDS else 12
    for number, name in enumerate(fields):
        for nasty in NASTY[number % step :: step]:
            text = nasty if isinstance(nasty, str) else nasty.decode(errors="replace")
            form = made(good | {name: text})
            str(form[name]) if name in form.fields else None
            if form.is_valid() and read is not None:
                read(form)


# Walks ---------------------------------------------------------------------


@dataclass(slots=True)
class Control:
    """One field or button of a form: its name, and the values it may send."""

    kind: str
    values: list[str]


class Forms(HTMLParser):
    """The forms of a page that post, as a browser would fill them in."""

    TYPED: ClassVar = frozenset({"text", "number", "textarea", "search"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, Control]]] = []
        self._select = ""
        self._is_open = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._is_open = given.get("method", "").lower() == "post"
            if self._is_open:
                self.found.append((given.get("action", ""), {}))
        if not self._is_open or "disabled" in given:
            return
        if tag == "select":
            self._select = given.get("name", "")
        if tag == "option":
            self._add(self._select, "radio", given.get("value", ""))
        if tag in {"input", "button", "textarea"}:
            kind = given.get("type", "textarea" if tag == "textarea" else "text")
            kind = "button" if tag == "button" else kind
            self._add(given.get("name", ""), kind, given.get("value", "on"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_open = False

    def _add(self, name: str, kind: str, value: str) -> None:
        if not name or kind == "file":
            return
        controls = self.found[-1][1]
        controls.setdefault(name, Control(kind, [])).values.append(value)


TYPED: Final = ("", "", "1", "2", "3", "0", "4", "12:30", SECRET)


def filled_in(controls: dict[str, Control], picks: list[int]) -> fuzz.Pairs:
    """Fill in a form: numbers choose among what it offers."""
    pairs: fuzz.Pairs = []
    for place, (name, control) in enumerate(controls.items()):
        pick = picks[place % len(picks)] + place // len(picks)
        value = control.values[pick % len(control.values)]
        if control.kind == "hidden":
            pairs.append((name, control.values[-1]))
        elif control.kind == "checkbox":
            pairs += [(name, value)] if pick % 3 == 0 else []
        elif control.kind in Forms.TYPED:
            kept = pick % 4 == 0 and value != "on"
            pairs.append((name, value if kept else TYPED[pick % len(TYPED)]))
        else:
            pairs.append((name, value))
    return pairs


WALKED: Final = (
    *("", "", "", "", "?pad=games", "?pad=games", "?pad=final", "games/1/", "games/2/"),
    *("adjust/", "ending/", "aside/", "length/", "payments/", "decide/", "different"),
    *("file", "file"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """Somebody looks at a page and sends one of its forms; or a service is called."""

    role: str
    page: str
    form: int
    picks: tuple[int, ...]
    by_service: str = ""


steps: Final = st.builds(
    Step,
    role=st.sampled_from(("ada", "sheet", "sheet", "link", "link")),
    page=st.sampled_from(WALKED),
    form=st.integers(0, 7),
    picks=st.lists(st.integers(0, 60), min_size=7, max_size=7).map(tuple),
    by_service=st.sampled_from(("", "", "", "", "", "", "game", "level", "aside")),
)


@pytest.mark.parametrize(
    "place", ["fresh", "disputed", "leaflet", "money", "cup", "attached"]
)
def test_a_walk_through_the_forms_that_are_offered(world: World, place: str) -> None:
    @examples(4 if NIGHTLY else 1)
    @given(
        level=st.sampled_from(("suggest", "agree", "agree", "trust")),
        walk=st.lists(steps, min_size=12, max_size=12),
    )
    def check(level: str, walk: list[Step]) -> None:
        with fuzz.undone():
            pk = world.matches[place].pk
            Match.objects.filter(pk=pk).update(reporting=level)
            for step in walk:
                match = fuzz.now(world.matches[place])
                if match.state == Match.State.VOID:
                    return
                if step.by_service:
                    by_service(match, step)
                else:
                    walk_on(world, match, step)

    check()


def walk_on(world: World, match: Match, step: Step) -> None:
    """Take a form from a page, send it as it was offered, twice."""
    client = world.browser(step.role)
    report = match.reports.order_by("-pk").first()
    page = step.page
    if page == "different":
        page = f"reports/{report.pk}/different/" if report else ""
    if page == "file":
        file = match.files.filter(voided_at=None).first()
        page = f"files/{file.pk}/" if file else ""
    path = f"/m/{match.code}/{page}"
    shown = client.get(path)
    assert shown.status_code in {200, 302, 403, 404, 409}, path
    offered = [
        (action or path, controls)
        for action, controls in Forms(shown.content.decode()).found
        if not action or action.startswith(f"/m/{match.code}/")
    ]
    if not offered:
        return
    action, controls = offered[step.form % len(offered)]
    if action.endswith("/photos/"):
        return
    body = fuzz.encoded(filled_in(controls, list(step.picks)))

    def post() -> int:
        answer = client.post(action, body, content_type=URLENCODED)
        assert answer.status_code in {200, 302, 409, 422}, (action, body)
        return int(answer.status_code)

    if judged(match, post):
        after = fuzz.everything()
        post()
        assert fuzz.everything() == after, f"sent again: {action} {body}"
        if "is_public" not in body:
            assert_hidden(match)


def assert_hidden(match: Match) -> None:
    """A stranger reads no note that was not made public."""
    page = Client().get(f"/m/{match.code}/").content.decode()
    public = match.adjustments.filter(is_public=True).exists()
    places = match.games.filter(remark=SECRET).exists()
    rules = match.adjustments.filter(rule=SECRET).exists()
    position = match.interruptions.filter(position=SECRET).exists()
    assert SECRET not in page or public or places or rules or position


def by_service(match: Match, step: Step) -> None:
    """Somebody else is quicker, by the services."""
    by = {"ada": None, "sheet": fuzz.ane(), "link": fuzz.bjarke()}[step.role]
    pick, count = step.picks[0], match.games.filter(voided_at=None).count()
    try:
        if step.by_service == "game":
            kind = ("single", "gammon", "backgammon")[pick % 3]
            result = game(1 + pick % 2, kind, cube=1 + step.form % 2)
            recording.record_game(match_id=match.pk, result=result, after=count, by=by)
        elif step.by_service == "aside":
            adjust.put_aside(match_id=match.pk, by=None)
        else:
            level = LEVELS[pick % len(LEVELS)]
            Match.objects.filter(pk=match.pk).update(reporting=level)
    except RuleError:
        pass
    fuzz.check_ledger(match)
