"""What fuzzing needs: a world of matches, nasty texts, and a judge of the ledger."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from io import BytesIO
from typing import Any, Final
from urllib.parse import quote_plus

from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from PIL import Image

from matches.files.services import attach, import_games, remove_file
from matches.ledger import adjust, recording
from matches.ledger.club_matches import (
    Terms,
    cancel_matches,
    lock_matches,
    profile_row,
)
from matches.ledger.reporter import PERSONAL, SHEET, Reporter
from matches.models import Game, Match, Player, Report
from matches.reports import services as reports_services
from matches.reports.services import add_photo
from matches.rulebook.profiles import Profile, ready_made
from matches.rules import AdjustmentReason, Ending, GameResult, Side, rescore
from tests import builders
from tests.builders import game
from tournaments.tables.calling import advance

SECRET: Final = "sotto voce"
"""What only the players of a match, or only directors, may read."""
KNOWN: Final = frozenset(
    {200, 204, 286, 301, 302, 303, 400, 403, 404, 405, 409, 410, 422, 429}
)
LEVELS: Final = ("director", "suggest", "agree", "trust")
OP: Final = "7d444840-9dc0-11d1-b245-5ffdce74fad2"
USED_OP: Final = "11111111-9dc0-11d1-b245-5ffdce74fad2"

NASTY: Final[tuple[str | bytes, ...]] = (
    *("", " ", "\x00", "a\x00b", b"\x80", b"\xed\xa0\x80", b"\xff\xfe7", "\x1b[31m"),
    *("x" * 10_000, "9" * 400, "9" * 5_000, "-" + "9" * 400, "é" * 600, "🎲" * 201),
    *("-1", "-0", "0", "1", "2", "3", "4", "5", "16", "100", "121", "10001", "+1"),
    *("1.0", "1.5", "0.001", "-0.01", "1,5", "1_000", "01", "0x10", "1 2", "2e0"),
    *("1e999", "-1e999", "1E+5", "1E-999999999", "0E999999999", "99999999.99"),
    *("NaN", "sNaN", "Infinity", "-Infinity", "true", "on", "off", "null", "[]", "{}"),
    *("١", "２", "²", "½", "७", "Ⅳ", "²-gammon", "٢-gammon", "２-dropped"),
    *("32768", "2147483647", "2147483648", str(2**63), str(2**64), "1073741824"),
    *("other", "kept", "1-single", "2-gammon", "2-dropped", "64-dropped", "3-gammon"),
    *("0-single", "-gammon", "2-", "-", "1073741824-single", "1048576-backgammon"),
    *("9999999999-single", "played", "dropped", "washed", "awarded", "resigned"),
    *("single", "gammon", "backgammon", "decision", "settled", "crawford-stands"),
    *("0:61", "12:30", ":", "1:2:3", "1440:59", "99999999", "٣:٣"),
    *("2026-11-20", "0000-00-00", "9999-12-31", "2026-02-30T25:61"),
    *("<script>alert(1)</script>", "{{ 7|add:7 }}", "%(name)s %s %n", "\\", "'; --"),
    *(
        "\u202eevil",
        "שלום",
        "👨‍👩‍👧‍👦",
        "e\u0301",
        "\r\n\t",
        "\u2028",
        "\ufeff",
        "\uffff",
        "\U0010ffff",
    ),
    *(OP, USED_OP, "a" * 36, "a" * 37, "../../etc/passwd", "/", "?", "#", "…"),
)


# Requests ------------------------------------------------------------------

Pairs = list[tuple[str, str | bytes]]


def encoded(pairs: Pairs) -> str:
    """Write a form as browsers do; bytes stay as they are, as no browser does."""
    return "&".join(f"{quote_plus(key)}={quote_plus(value)}" for key, value in pairs)


def picture(colour: str = "red") -> bytes:
    """A photo, small enough to be made often."""
    file = BytesIO()
    Image.new("RGB", (24, 16), colour).save(file, "JPEG")
    return file.getvalue()


def upload(content: bytes) -> SimpleUploadedFile:
    """A file as a browser sends it."""
    return SimpleUploadedFile("sheet\x00.jpg", content, "image/jpeg")


# The world -----------------------------------------------------------------

TOLD: Final = b"""\
 5 point match

 Game 1
 Ane Alm : 0                      Bjarke Brink : 0
  1) 31: 8/5 6/5                  42: 8/4 6/4
      Wins 1 point

 Game 2
 Ane Alm : 1                      Bjarke Brink : 0
  1) 52: 13/8 13/11               63: 24/18 13/10
  2)  Doubles => 2                 Drops
      Wins 1 point
"""
PROFILE: Final = Profile(late_every=5, late_grace=5)
MONEY: Final = Profile(
    key="norwegian", cube_cap=None, beavers=1, automatic=2, stake="0.50", currency="€"
)


@dataclass(slots=True, repr=False)
class World:
    """Matches in every state, all but `cup` between the same two, and who looks."""

    matches: dict[str, Match]
    other: Match
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)

    def browser(self, role: str) -> Client:
        client = Client()
        for name, value in self.cookies[role].items():
            client.cookies[name] = value
        return client

    def is_nobody(self, role: str, place: str) -> bool:
        """Whether this visitor is neither a director nor one who plays this match."""
        return role in {"stranger", "outsider", "reader"} or (
            role == "link" and place == "cup"
        )


@contextmanager
def undone() -> Iterator[None]:
    """Take back whatever happens inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def world() -> World:
    """Make it: fifteen matches, and one of other people."""
    ada = builders.director()
    one, two = builders.player("Ane Alm"), builders.player("Bjarke Brink")
    made = {name: _opened(one, two, *terms) for name, terms in _TERMS.items()}
    for name, match in made.items():
        _FILL.get(name, _nothing)(match)
    cup = builders.evening("elimination", 4)
    made["cup"] = builders.matches(builders.played_round(cup))[0]
    advance(cup.pk)
    other = builders.match(5, people=("Cille Dahl", "Dagny Engel"), reporting="agree")
    _disputed(other)
    found = World(made, other)
    found.cookies["ada"] = _cookies(builders.signed_in(ada))
    found.cookies["reader"] = _cookies(builders.signed_in(builders.reader()))
    found.cookies["stranger"] = {}
    sheets = {match.sheet_code: 1 for match in made.values()}
    Match.objects.update(seats={"CCCC": {"side": 1, "at": "2026-11-20T19:00:00"}})
    found.cookies["sheet"] = _cookies(_kept(sheets=sheets))
    found.cookies["link"] = _cookies(_kept(player=[two.pk, two.link_hash]))
    known = [other.player_2_id, other.player_2.link_hash]
    found.cookies["outsider"] = _cookies(
        _kept(player=known, sheets={other.sheet_code: 1})
    )
    return found


def now(match: Match) -> Match:
    return Match.objects.select_related("player_1", "player_2", "profile").get(
        pk=match.pk
    )


def ane(device: str = "AAAA") -> Reporter:
    """Player 1, who sits at the sheet."""
    return Reporter(side=Side.ONE, via=SHEET, device=device)


def bjarke(device: str = "BBBB") -> Reporter:
    """Player 2, who has a link."""
    return Reporter(side=Side.TWO, via=PERSONAL, device=device)


def _cookies(client: Client) -> dict[str, str]:
    return {name: each.value for name, each in client.cookies.items()}


def _kept(**values: Any) -> Client:
    client = Client()
    session = client.session
    session.update(values | {"device": "CCCC"})
    session.save()
    return client


def _opened(one: Player, two: Player, length: int, profile: Profile) -> Match:
    terms = Terms(length=length, profile=profile_row(profile), reporting="agree")
    return builders.opened(one, two, terms)


def _nothing(match: Match) -> None:
    """It stays as it was opened."""


def _games(match: Match) -> None:
    builders.play(match, game(1), game(2, "gammon"), game(1, cube=2, dropped=True))


def _attached(match: Match) -> None:
    for content in (TOLD, TOLD + b"\n"):
        named = {"match_id": match.pk, "name": f"{SECRET}.mat"}
        file = attach(**named, content=content, by=bjarke())[0]
    remove_file(match_id=match.pk, row=file.pk, by=bjarke())


def _filed(match: Match) -> None:
    _attached(match)
    row = match.files.filter(voided_at=None).get().pk
    import_games(match_id=match.pk, file_id=row, swapped=False, by=ane())


def _final(match: Match) -> None:
    recording.record_final(match_id=match.pk, score_1=5, score_2=3, by=ane())


def _told(match: Match) -> None:
    results = (game(2, "gammon"), game(1), game(2, "backgammon", cube=2))
    for after, result in enumerate(results):
        recording.record_game(match_id=match.pk, result=result, after=after, by=ane())


def _disputed(match: Match) -> None:
    _final(match)
    version = reports_services.version_from_score(match, 2, 5)
    reports_services.dispute(
        match_id=match.pk, version=version, comment=SECRET, by=bjarke()
    )
    add_photo(match_id=match.pk, content=picture(), by=ane())


def _aside(match: Match) -> None:
    _games(match)
    stopped = adjust.Stopped(cube=2, cube_owner=Side.ONE, clock_1=90, note=SECRET)
    adjust.put_aside(match_id=match.pk, stopped=stopped, by=None)


def _ruled(match: Match, *, op: str = "") -> None:
    _games(match)
    late = AdjustmentReason.LATE
    decided = adjust.PointsDecision(
        side=Side.TWO, points=1, reason=late, decision=SECRET
    )
    adjust.adjust(match_id=match.pk, decision=decided, op=op, by=None)


def _done(match: Match) -> None:
    _ruled(match)
    recording.record_final(match_id=match.pk, score_1=4, score_2=5, by=None)


def _locked(match: Match) -> None:
    _ruled(match)
    lock_matches([match.pk])


def _cancelled(match: Match) -> None:
    cancel_matches([match.pk])


def _money(match: Match) -> None:
    washed = GameResult(Side.TWO, ending=Ending.WASHED)
    builders.play(match, game(1, "gammon", cube=2), washed, game(2))
    paid = Decimal("1.25")
    adjust.add_payment(match_id=match.pk, payer=Side.TWO, amount=paid, by=None)


def _forfeit(match: Match) -> None:
    _games(match)
    how = Match.How.FORFEIT
    adjust.record_ending(match_id=match.pk, how=how, winner=Side.TWO, by=None)


_TERMS: Final[dict[str, tuple[int, Profile]]] = {
    "fresh": (5, PROFILE),
    "games": (5, PROFILE),
    "attached": (5, PROFILE),
    "filed": (5, PROFILE),
    "reported": (5, PROFILE),
    "told": (5, PROFILE),
    "disputed": (5, PROFILE),
    "aside": (5, PROFILE),
    "ruled": (5, PROFILE),
    "done": (5, PROFILE),
    "forfeit": (5, PROFILE),
    "locked": (5, PROFILE),
    "void": (5, PROFILE),
    "leaflet": (7, ready_made("leaflet").profile),
    "money": (0, MONEY),
}
_FILL: Final = {
    "games": _games,
    "attached": _attached,
    "filed": _filed,
    "reported": _final,
    "told": _told,
    "disputed": _disputed,
    "aside": _aside,
    "ruled": partial(_ruled, op=USED_OP),
    "done": _done,
    "forfeit": _forfeit,
    "locked": _locked,
    "void": _cancelled,
    "money": _money,
}
PLACES: Final = (*_TERMS, "cup")


# The judge -----------------------------------------------------------------

_NO_FACTS: Final = frozenset({"matches.SheetPhoto", "matches.JournalEntry"})


def everything() -> dict[str, list[dict[str, Any]]]:
    """Every row of the product, in the words of the database.

    The walks ask for it before and after every step: Django's own rows would take
    four times as long. Which phones sit at a sheet is left out: anybody with its code
    may take a seat, and nothing is recorded by that.
    """
    with connection.cursor() as cursor:
        return {label: _rows(cursor, query) for label, query in _queries().items()}


@cache
def _queries() -> dict[str, str]:
    quoted = connection.ops.quote_name
    return {
        model._meta.label: (
            f"SELECT * FROM {quoted(model._meta.db_table)} "  # noqa: S608 - our own
            f"ORDER BY {quoted(model._meta.pk.column)}"
        )
        for model in apps.get_models()
        if model._meta.app_label in {"matches", "tournaments"}
        and model._meta.model_name not in {"user", "session"}
    }


def _rows(cursor: Any, query: str) -> list[dict[str, Any]]:
    cursor.execute(query)
    names = [column[0] for column in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    for row in rows:
        row.pop("seats", None)
    return rows


Rows = dict[str, list[dict[str, Any]]]


def check_change(before: Rows, after: Rows, pk: int) -> None:
    """Judge what one act did: to this match alone, and with a line in the journal."""
    assert before.keys() == after.keys()
    earlier = {row["id"]: row for row in before["matches.Match"]}
    later = {row["id"]: row for row in after["matches.Match"]}
    for other, row in earlier.items():
        if other != pk:
            assert later[other] == row, "another match changed"
    revisions = earlier[pk]["revision"], later[pk]["revision"]
    facts = any(before[key] != after[key] for key in before.keys() - _NO_FACTS)
    photos = before["matches.SheetPhoto"] != after["matches.SheetPhoto"]
    lines = len(after["matches.JournalEntry"]) - len(before["matches.JournalEntry"])
    assert revisions[1] - revisions[0] == int(facts)
    assert lines == int(facts or photos)
    kept = len(before["matches.JournalEntry"])
    assert after["matches.JournalEntry"][:kept] == before["matches.JournalEntry"]
    for label in ("Game", "FinalScore", "Adjustment", "Payment", "Interruption"):
        _check_only_added(before[f"matches.{label}"], after[f"matches.{label}"], pk)


def _check_only_added(
    before: list[dict[str, Any]], after: list[dict[str, Any]], pk: int
) -> None:
    """Rows are voided or resumed, never changed and never gone."""
    free = {"voided_at", "voided_by_id", "voided_side", "resumed_at", "resumed_by_id"}
    free.add("file_id")  # a game on record, told by a file that came later
    for earlier, later in zip(before, after[: len(before)], strict=True):
        changed = {key for key in earlier if earlier[key] != later[key]}
        assert changed <= free
        assert not changed or later["match_id"] == pk
        stays = changed - {"file_id"}  # a file that is restored is another row
        assert all(earlier[key] is None for key in stays), "voided twice"
    assert all(row["match_id"] == pk for row in after[len(before) :])


def check_ledger(given: Match) -> None:
    """Derive a match from its valid rows, and hold every stored column against it."""
    match = now(given)
    if match.state == Match.State.VOID:
        assert (match.winner, match.claimed) == (None, None)
        return
    games = list(match.games.filter(voided_at=None).order_by("number"))
    assert [each.number for each in games] == list(range(1, len(games) + 1))
    final = match.final_scores.filter(voided_at=None).first()
    if match.is_money:
        _check_session(match, games)
        ended = None if final is None else (0, 0, None, final.how)
        assert (match.score_1, match.score_2) == (0, 0)
    else:
        one, two, winner = _scored(match, games)
        ended = None if winner is None else (one, two, winner, "played")
        if final is not None:
            ended = (final.score_1, final.score_2, final.winner, final.how)
            assert final.how != "played" or match.length in ended[:2]
        assert (match.score_1, match.score_2) == (ended or (one, two))[:2]
    assert match.how == (ended[3] if ended else "")
    _check_state(match, ended, has_games=bool(games))


def _scored(match: Match, games: list[Game]) -> tuple[int, int, int | None]:
    rows = [(each.number, 1, each.pk, each.result) for each in games]
    rows += [
        (each.before, 0, each.pk, each.fact)
        for each in match.adjustments.filter(voided_at=None)
    ]
    facts = [row[3] for row in sorted(rows, key=lambda row: row[:3])]
    ledger = rescore(match.rules, facts)
    winner = None if ledger.winner is None else int(ledger.winner)
    return ledger.shown.one, ledger.shown.two, winner


def _check_session(match: Match, games: list[Game]) -> None:
    rules = match.profile.profile
    weights = {"single": 1, "gammon": rules.gammon_value}
    weights["backgammon"] = rules.backgammon_value
    balance = Fraction(0)
    for each in games:
        points = Fraction(each.cube * weights[each.kind])
        if each.ending == Ending.WASHED:
            points = Fraction(0)
        if each.awarded is not None:
            points = Fraction(each.awarded)
        balance += points if each.winner == Side.ONE else -points
    assert Fraction(match.balance) == balance
    assert not match.adjustments.exists()
    assert not match.reports.exists()


def _check_state(match: Match, ended: Any, *, has_games: bool) -> None:
    state, S = match.state, Match.State  # noqa: N806 - it is an enumeration
    reports = list(match.reports.filter(state__in=("waiting", "recorded", "disputed")))
    sides = [each.side for each in reports]
    assert len(sides) == len(set(sides))
    disputed = any(each.state == "disputed" for each in reports)
    assert disputed == (state == S.DISPUTED)
    stands = state == S.DONE or (state == S.DISPUTED and match.winner is not None)
    assert (match.finished_at is not None) == stands
    aside = match.interruptions.filter(voided_at=None, resumed_at=None).exists()
    if ended is None:
        assert (match.winner, match.claimed) == (None, None)
        assert not reports, "a report waits for a match that goes on"
        points = match.adjustments.filter(voided_at=None).exclude(points=0).exists()
        begun = has_games or points or match.payments.filter(voided_at=None).exists()
        ruled = match.adjustments.filter(voided_at=None).exists()
        if aside:
            assert state == S.UNFINISHED
        elif state == S.READY:
            assert not begun
        else:
            assert state == S.PLAYING
            assert begun or ruled
        return
    assert state in {S.REPORTED, S.DISPUTED, S.DONE}
    winner = ended[2]
    if state == S.DONE:
        assert (match.winner, match.claimed) == (winner, None)
    if state == S.REPORTED:
        assert (match.winner, match.claimed) == (None, winner)
        assert any(each.state == Report.State.WAITING for each in reports)
    if state == S.DISPUTED:
        assert {match.winner, match.claimed} == {winner, None}
    for each in reports:
        if each.state != Report.State.DISPUTED and state == S.REPORTED:
            told = (each.score_1, each.score_2, each.winner)
            assert told == ended[:3], "the report says otherwise than the book"
