"""The money of a tournament from the first fee to the last prize, over its pages."""

import re
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from matches.accounts.models import Grant
from matches.accounts.roles import Role
from matches.models import JournalEntry
from matches.web.tables import ExportTable
from tests import builders, paper
from tests.paper import ROWS
from tests.refusals import codes_of, raises
from tournaments.entries.services import add_entries, remove_entry
from tournaments.models import Entry, MoneyNote, Pool, Tournament
from tournaments.money import documents, services
from tournaments.money.currencies import in_units, shown_amount
from tournaments.money.errors import (
    ALREADY_SOLD,
    BACK_TOO_MUCH,
    CURRENCY_IN_USE,
    LESS_TOO_MUCH,
    MONEY_NOT_KEPT,
    NOTED_MEANWHILE,
    POOL_GONE,
)
from tournaments.money.models import NoteKind, PoolKind
from tournaments.money.queries import sheet_of
from tournaments.money.sheet import MoneySheet
from tournaments.money.splitting import AMOUNT
from tournaments.money.tables import sheet_tables
from tournaments.paper.lists import print_list
from tournaments.rounds.announcements.errors import CHANGED_SINCE
from tournaments.setup.services import close_tournament
from tournaments.setup.stage_services import add_division
from tournaments.structure.plan import DivisionPlan, StagePlan

pytestmark = pytest.mark.django_db
FEES: dict[str, Any] = {"kind": PoolKind.FEES.value, "fee": 2000}


def kept(of: Tournament, currency: str = "EUR") -> Tournament:
    """Switch the money of a tournament on, and return it as it is then."""
    services.keep_money(of, currency=currency, by=None)
    return Tournament.objects.get(pk=of.pk)


def read(of: Tournament) -> MoneySheet:
    """Return the sheet as it is now; both of its sides are equal."""
    fresh = Tournament.objects.get(pk=of.pk)
    sheet = sheet_of(fresh, fresh.till)
    assert sheet.balance.there == sheet.balance.wanted
    return sheet


def three_way_tie() -> Tournament:
    """Return a round robin of three in which each beats one other, 5–3."""
    of = builders.evening("round_robin", 3)
    for _round in range(3):
        published = builders.published_round(of)
        for pairing in builders.pairings(published):
            if pairing.match is None:
                continue
            one, two = pairing.entry_1.number, pairing.entry_2.number
            builders.won(1 if (two - one) % 3 == 1 else 2, pairing.match)
    return Tournament.objects.get(pk=of.pk)


def paid(of: Tournament, number: int, amount: int, **more: Any) -> MoneyNote:
    plan = MoneyNote(kind=NoteKind.PAID, payer=number, amount=amount)
    return services.note(of, plan, by=None, **more)


def test_a_three_way_tie_divides_the_prizes() -> None:
    of = kept(three_way_tie())
    pool = {**FEES, "added": 1001, "shares": {"1": [5000, 3000, 2000]}}
    services.make_pool(of, pool, by=None)
    paid(of, 1, 2000)
    paid(of, 2, 2500)
    close_tournament(tournament=of, by=None)
    sheet = read(of)
    (line,) = sheet.pools[0].lines
    assert (line.place, line.amount, line.each) == ("1–3", 7001, 2333)
    assert len(line.winners) == 3
    assert sheet.pools[0].left == 2
    balance = sheet.balance
    assert (balance.till, balance.to_come, balance.overpaid_fees) == (5501, 2000, 500)
    services.note(of, MoneyNote(kind=NoteKind.PRIZE, payer=3, amount=2333), by=None)
    assert read(of).balance.to_pay_out == 2 * 2333
    printed = builders.signed_in(builders.director())
    with builders.printing():
        address = reverse("document_pdf", args=["treasurer-sheet", of.slug])
        answer = builders.printed(printed, address)
    assert answer.content.startswith(b"%PDF")


def test_a_sheet_with_a_full_page_of_rows_is_one_page() -> None:
    paper.need_printing()

    def rows(of: Tournament) -> int:
        groups = documents.printed_sheet(of).groups
        return sum(bool(group.heading) + len(group.rows) for group in groups)

    beside = rows(kept(builders.evening("swiss", 2))) - 2
    of = kept(builders.evening("swiss", ROWS - beside))
    assert rows(of) == ROWS
    values = documents.printed_sheet(of)
    (page,) = paper.read(print_list(values))
    assert values.notes[0] in page.extract_text()


def test_prizes_are_not_decided_before_the_last_match() -> None:
    of = kept(builders.evening("swiss", 4))
    services.make_pool(of, {**FEES, "shares": {"1": [10000]}}, by=None)
    sheet = read(of)
    assert sheet.balance.undecided == 8000
    assert [line.winners for line in sheet.pools[0].lines] == [()]
    builders.played_round(of)
    assert read(of).balance.undecided == 8000


def test_what_everybody_owes_follows_the_fee() -> None:
    of = kept(builders.evening("swiss", 3))
    pool = services.make_pool(of, FEES, by=None)
    paid(of, 1, 2000)
    services.change_pool(pool, {"fee": 2500}, by=None)
    account = read(of).account_of(1)
    assert account is not None
    assert account.account.open == 500
    pool.refresh_from_db()
    services.undo_pool_change(pool, pool.version, by=None)
    with raises(CHANGED_SINCE):
        services.undo_pool_change(pool, pool.version - 2, by=None)
    services.note(
        of, MoneyNote(kind=NoteKind.LESS, payer=2, pool=pool, amount=500), by=None
    )
    assert [one.account.open for one in read(of).accounts] == [0, 1500, 2000]
    with raises(LESS_TOO_MUCH):
        plan = MoneyNote(kind=NoteKind.LESS, payer=2, pool=pool, amount=1501)
        services.note(of, plan, by=None)
    services.remove_pool(pool, by=None)
    assert [one.account.open for one in read(of).accounts] == [-2000, 0, 0]
    with raises(POOL_GONE):
        plan = MoneyNote(kind=NoteKind.JOINED, payer=2, pool=pool)
        services.note(of, plan, by=None)


def test_a_note_is_taken_back_and_brought_back() -> None:
    of = kept(builders.evening("swiss", 2))
    services.make_pool(of, FEES, by=None)
    note = paid(of, 1, 2000, seen=0)
    with raises(NOTED_MEANWHILE):
        paid(of, 1, 2000, seen=0)
    services.take_back(note, by=None)
    services.take_back(note, by=None)
    assert read(of).balance.till == 0
    again = services.note_again(note, by=None)
    assert services.note_again(note, by=None) == again != note
    assert read(of).balance.till == 2000
    # What was taken back stays so; its button is gone.
    account = read(of).account_of(1)
    assert account is not None
    assert [row.voided_at is None for row in account.notes] == [False, True]
    assert account.noted_again >= {note.pk}
    ada = builders.signed_in(builders.director())
    shown = ada.get(reverse("money_account", args=[of.slug, 1])).content.decode()
    assert reverse("money_note_again", args=[of.slug, note.pk]) not in shown
    services.take_back(again, by=None)
    assert services.note_again(note, by=None) not in {note, again}
    assert read(of).balance.till == 2000
    with raises(BACK_TOO_MUCH):
        plan = MoneyNote(kind=NoteKind.BACK, payer=1, amount=2001)
        services.note(of, plan, by=None)
    told = JournalEntry.objects.filter(subject=services.subject_of(of))
    assert list(told.order_by("pk").values_list("act", flat=True))[-5:] == [
        "money_paid",
        *(("money_taken_back", "money_restored") * 2),
    ]


def test_an_entry_that_has_paid_is_removed() -> None:
    of = kept(builders.evening("swiss", 3))
    services.make_pool(of, FEES, by=None)
    paid(of, 2, 2000)
    remove_entry(tournament=of, number=2, by=None)
    account = read(of).account_of(2)
    assert account is not None
    assert account.payer.gone
    assert (account.account.open, account.payer.name) == (-2000, "Bjarke Alm")
    assert read(of).balance.overpaid_fees == 2000


def test_a_side_pool_and_a_re_entry() -> None:
    of = kept(builders.evening("swiss", 3))
    Entry.objects.filter(tournament=of, number=3).update(again=1)
    services.make_pool(of, {**FEES, "fee_again": 500}, by=None)
    side = services.make_pool(of, {"kind": PoolKind.SIDE.value, "fee": 1000}, by=None)
    for _twice in range(2):
        services.note(of, MoneyNote(kind=NoteKind.JOINED, payer=1, pool=side), by=None)
    sheet = read(of)
    assert [one.account.owed for one in sheet.accounts] == [3000, 2000, 500]
    assert [one.count for one in sheet.pools] == [3, 1]


def test_a_person_has_one_account_and_pays_at_check_in() -> None:
    of = kept(builders.evening("swiss", 3))
    plan = DivisionPlan(
        name="Jackpot", stages=(StagePlan(format="elimination", match_length=5),)
    )
    add_division(tournament=of, plan=plan, by=None)
    known = [Entry.objects.get(tournament=of, number=1).player]
    add_entries(tournament=of, known=known, new=(), here=False, division=2, by=None)
    fees = services.make_pool(of, FEES, by=None)
    side = services.make_pool(of, {"kind": PoolKind.SIDE.value, "fee": 1000}, by=None)
    ada = builders.signed_in(builders.director())
    services.join(of, side, [1], by=None)
    sheet = read(of)
    assert [one.account.owed for one in sheet.accounts] == [5000, 2000, 2000]
    assert sheet.account_of(1) == sheet.account_of(4)
    assert [payer.number for payer in sheet.outside(side)] == [2, 3]
    address = reverse("money_account", args=[of.slug, 1])
    here = ada.post(reverse("here", args=[of.slug, 4]), follow=True)
    assert f'action="{address}"' in here.content.decode()
    pays = {"what": "paid", "amount": "50", "seen": 1, "to": 4}
    answer = ada.post(address, pays)
    assert answer.headers["Location"].endswith("/entries/?division=2")
    assert read(of).account_of(4).account.open == 0  # type: ignore[union-attr]
    auction = {"kind": PoolKind.AUCTION.value, "division": 2}
    services.make_pool(of, auction, by=None)
    assert read(of).pools[-1].unsold == 1
    less = MoneyNote(kind=NoteKind.LESS, payer=1, amount=3000, pool=fees)
    services.note(of, less, by=None)
    assert read(of).account_of(1).account.open == -3000  # type: ignore[union-attr]


def test_an_auction_with_a_half_bought_back() -> None:
    of = kept(three_way_tie())
    pool = services.make_pool(
        of,
        {"kind": PoolKind.AUCTION.value, "split": AMOUNT, "shares": {"1": [3001]}},
        by=None,
    )

    def sell(about: int, **more: Any) -> MoneyNote:
        plan = MoneyNote(kind=NoteKind.SOLD, pool=pool, about=about, **more)
        return services.note(of, plan, by=None)

    sell(1, name="Quist", amount=2001, percent=50)
    sold = sell(2, payer=3, amount=1000)
    with raises(ALREADY_SOLD):
        sell(2, name="Quist", amount=900)
    services.take_back(sold, by=None)
    sell(2, name="Quist", amount=900)
    with raises(ALREADY_SOLD):
        services.note_again(sold, by=None)
    close_tournament(tournament=of, by=None)
    sheet = read(of)
    quist, first = sheet.account_of(0, " quist "), sheet.account_of(1)
    assert quist is not None
    assert first is not None
    # 1,500 to each of the two who were sold; half of the first one is his own.
    assert (quist.account.owed, quist.account.won) == (1901, 750 + 1500)
    assert (first.account.owed, first.account.won) == (1000, 750)
    assert sheet.pools[0].prizes.short == 100


def test_a_field_lot_is_sold_and_its_prizes_are_divided() -> None:
    ada = builders.signed_in(builders.director())
    of = kept(three_way_tie())
    shares = {"split": AMOUNT, "shares": {"1": [3001]}}
    values = {"kind": PoolKind.AUCTION.value, **shares}
    pool = services.make_pool(of, values, by=None)
    address = reverse("pool_auction", args=[of.slug, pool.pk])
    field = {"about": 0, "payer": 0, "name": "Vang", "amount": "10.01", "percent": 50}
    assert ada.post(address, {**field, "others": ["7"]}).status_code == 422
    assert ada.post(address, {"about": 1, "payer": 2, "amount": "5"}).status_code == 302
    assert ada.post(address, field).status_code == 302
    lot = MoneyNote.objects.get(name="Vang")
    assert lot.lot == (2, 3)
    sold = ada.get(address)
    assert sold.context["form"].unsold == []
    assert b'name="about"' not in sold.content
    services.take_back(lot, by=None)
    pair = {"about": 3, "others": ["3", "2"], "payer": 1, "amount": "9"}
    assert ada.post(address, pair).status_code == 302
    with raises(ALREADY_SOLD):
        services.note_again(lot, by=None)
    services.take_back(MoneyNote.objects.get(about=3), by=None)
    services.note_again(lot, by=None)
    close_tournament(tournament=of, by=None)
    sheet = read(of)
    # Each third of 30.01 is 10.00: two of them are the lot's, and half of it Vang's.
    accounts = [sheet.account_of(0, "Vang"), *map(sheet.account_of, (1, 2, 3))]
    assert [one and (one.account.owed, one.account.won) for one in accounts] == [
        *((501, 1000), (0, 0), (500 + 250, 1000 + 500), (250, 500))
    ]
    assert sheet.pools[0].count == 3


def test_a_currency_without_decimals() -> None:
    of = kept(builders.evening("swiss", 2), "ISK")
    services.make_pool(of, FEES, by=None)
    with translation.override("en"):
        assert shown_amount(-12345, "ISK").endswith("12,345 ISK")
        assert shown_amount(12345, "EUR") == "123.45 EUR"
    with pytest.raises(ValueError, match="decimals"):
        in_units(builders.Decimal("20.5"), "ISK")
    with raises(CURRENCY_IN_USE):
        services.change_till(of, {"currency": "EUR"}, by=None)
    services.change_till(of, {"currency": "JPY", "step": 100}, by=None)
    services.stop_money(of, by=None)
    with raises(MONEY_NOT_KEPT):
        paid(of, 1, 2000)


def test_a_treasurer_over_the_pages() -> None:
    ada = builders.signed_in(builders.director())
    of = builders.evening("swiss", 3)
    money = reverse("money", args=[of.slug])
    assert money not in ada.get(reverse("tournament_desk", args=[of.slug])).text
    assert money in ada.get(reverse("settings", args=[of.slug])).text
    assert ada.post(money, {"currency": "DKK"}).status_code == 302
    assert money in ada.get(reverse("tournament_desk", args=[of.slug])).text
    new = reverse("pool_new", args=[of.slug, "fees"])
    wrong = {"fee": "-5", "split": "percent", "shares_1": "60/40,5/1"}
    answer = ada.post(new, wrong)
    assert (answer.status_code, Pool.objects.count()) == (422, 0)
    assert {"fee", "shares_1"} <= set(answer.context["form"].errors)
    for much in ("101", "60 40 1", "50 50 0,01"):
        answer = ada.post(new, {"fee": "5", "split": "percent", "shares_1": much})
        assert answer.status_code == 422
        form = answer.context["form"]
        assert set(form.errors) == {"shares_1"}
        assert form["shares_1"].value() == much
    assert not Pool.objects.exists()
    right = {"fee": "100", "kept_part": "10", "split": "percent", "shares_1": "60 40"}
    assert ada.post(new, right).status_code == 302
    page = ada.get(money)
    button = re.search(r'name="amount" value="([^"]+)"', page.text)
    assert button is not None
    account = reverse("money_account", args=[of.slug, 1])
    form = {"what": "paid", "amount": button[1], "seen": "0", "to": "money"}
    assert ada.post(account, form).headers["Location"] == money
    assert NOTED_MEANWHILE.code in codes_of(ada.post(account, form))
    assert read(of).balance.till == 10_000
    for bad in ("", "0", "1.234", "twenty", "99999999999"):
        assert ada.post(account, {"what": "paid", "amount": bad}).status_code == 422
    note = MoneyNote.objects.get()
    back = reverse("money_note_back", args=[of.slug, note.pk])
    assert ada.post(back, follow=True).status_code == 200
    assert read(of).balance.till == 0


def test_the_public_sees_prizes_only_when_they_are_published() -> None:
    ada = builders.signed_in(builders.director())
    of = kept(builders.evening("swiss", 3))
    services.make_pool(of, {**FEES, "shares": {"1": [6000, 4000]}}, by=None)
    prizes = reverse("prizes", args=[of.slug])
    hub = reverse("tournament", args=[of.slug])
    assert Client().get(prizes).status_code == 404
    assert prizes not in Client().get(hub).text
    ada.post(reverse("money_prizes", args=[of.slug]), {"shows": "1"})
    text = Client().get(prizes).text
    assert "36.00" in text
    assert "20.00" not in text
    assert prizes in Client().get(hub).text
    ada.post(reverse("money_off", args=[of.slug]))
    assert Client().get(prizes).status_code == 404


def test_the_sheet_as_files() -> None:
    ada = builders.signed_in(builders.director())
    of = kept(three_way_tie())
    services.make_pool(of, {**FEES, "shares": {"1": [10000]}}, by=None)
    paid(of, 1, 2000)
    tables: list[ExportTable] = sheet_tables(read(of))
    assert all(len(row) == len(one.columns) for one in tables for row in one.rows)
    for kind, start in (("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK"), ("json", b"{")):
        answer = ada.get(reverse("money_file", args=[of.slug, kind]))
        assert BytesIO(answer.content).read().startswith(start)
    assert ada.get(reverse("money_file", args=[of.slug, "doc"])).status_code == 404


def test_a_side_pool_is_filled_by_ticks_and_the_unpaid_are_listed_alone() -> None:
    of = kept(builders.evening(who=4))
    side = services.make_pool(
        of, {"kind": PoolKind.SIDE.value, "name": "Side", "fee": 500}, by=None
    )
    ada = builders.signed_in(builders.director())
    url = reverse("pool_join", args=[of.slug, side.pk])
    ada.post(url, {"entry": ["1", "3", "99", "x"]})
    ada.post(url, {"entry": ["1"]})  # twice is once
    assert [account.account.owed for account in read(of).accounts] == [500, 0, 500, 0]
    paid(of, 1, 500)
    page = ada.get(reverse("money", args=[of.slug]), {"unpaid": "1"})
    assert [one.payer.number for one in page.context["accounts"]] == [3]


@pytest.mark.parametrize(
    ("decision", "undecided", "club"),
    [("", 400, 0), ("winners", 0, 0), ("club", 0, 400)],
)
def test_prizes_that_nobody_can_win_are_named_and_decided(
    decision: str, undecided: int, club: int
) -> None:
    ada = builders.signed_in(builders.director())
    of = kept(three_way_tie())
    side = {"kind": PoolKind.SIDE.value, "fee": 1000, "shares": {"1": [6000, 4000]}}
    pool = services.make_pool(of, side, by=None)
    services.join(of, pool, [1], by=None)
    close_tournament(tournament=of, by=None)
    services.change_pool(pool, {"unclaimed": decision}, by=None)
    sheet = read(of)
    assert (sheet.balance.undecided, sheet.balance.club) == (undecided, club)
    first = sheet.account_of(1)
    assert first is not None
    assert first.account.won == 1000 - undecided - club
    page = ada.get(reverse("money", args=[of.slug]))
    assert ("#id_unclaimed" in page.text) == (not decision)


def test_the_fee_of_the_books_is_the_one_that_players_read() -> None:
    ada = builders.signed_in(builders.director())
    of = kept(builders.evening("swiss", 3))
    Tournament.objects.filter(pk=of.pk).update(fee="35,50 a head, cash")
    new = reverse("pool_new", args=[of.slug, "fees"])
    assert ada.get(new).context["form"]["fee"].value() == "35,50"
    pool = services.make_pool(of, FEES, by=None)
    assert Tournament.objects.get(pk=of.pk).fee == "20.00 EUR"
    settings = ada.get(reverse("settings", args=[of.slug])).context["form"]
    assert settings.fields["fee"].disabled
    services.change_pool(pool, {"fee": 2500}, by=None)
    assert Tournament.objects.get(pk=of.pk).fee == "25.00 EUR"


def test_a_correction_names_the_prizes_that_move() -> None:
    ada = builders.signed_in(builders.director())
    of = kept(builders.evening("round_robin", 2))
    (pairing,) = builders.pairings(builders.published_round(of))
    assert pairing.match is not None
    builders.won(1, pairing.match)
    services.make_pool(of, {**FEES, "shares": {"1": [7500, 2500]}}, by=None)
    address = reverse("correct", args=[of.slug, pairing.match.code])
    page = ada.post(
        address, {"step": "preview", "how": "played", "winner": 2, "points": 3}
    )
    assert f"{pairing.entry_1.player.name}: 30.00 EUR → 10.00 EUR" in page.text
    assert f"{pairing.entry_2.player.name}: 10.00 EUR → 30.00 EUR" in page.text


def test_an_auction_warns_of_players_who_are_not_sold() -> None:
    ada = builders.signed_in(builders.director())
    of = kept(builders.evening("swiss", 3))
    pool = services.make_pool(of, {"kind": PoolKind.AUCTION.value}, by=None)
    sold = MoneyNote(kind=NoteKind.SOLD, pool=pool, about=1, payer=2, amount=500)
    services.note(of, sold, by=None)
    assert read(of).pools[0].unsold == 2
    assert ada.get(reverse("money", args=[of.slug])).status_code == 200


def test_a_treasurer_keeps_the_money_and_changes_nothing_else() -> None:
    of = builders.evening("swiss", 2)
    tom = builders.reader()
    Grant.objects.create(user=tom, event=of.pk, role=Role.TREASURER)
    till = builders.signed_in(tom)
    money = reverse("money", args=[of.slug])
    assert till.post(money, {"currency": "DKK"}).status_code == 302
    assert money in till.get(reverse("tournament_desk", args=[of.slug])).text
    assert till.get(reverse("settings", args=[of.slug])).status_code == 403
