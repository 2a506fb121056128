"""Statements of banks: read as their formats say, matched, and booked once."""

from datetime import date
from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from matches.rules.refusals import RuleError
from tests import builders
from tests.refusals import raises, shown
from tournaments.models import Entry, MoneyNote, Till
from tournaments.money import errors, services
from tournaments.money.bank import Payment, read_statement
from tournaments.money.models import PoolKind
from tournaments.money.paying import creditor_reference, reference_of

CAMT = """<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}"><BkToCstmrStmt>
<GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
<Ntry><Amt Ccy="EUR">25.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
 <BookgDt><Dt>2026-05-02</Dt></BookgDt><NtryDtls><TxDtls>
 <Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
 <RltdPties><Dbtr>{name}</Dbtr></RltdPties>
 <RmtInf>{message}</RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">40.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>
 <BookgDt><Dt>2026-05-02</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="EUR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>
 <BookgDt><DtTm>2026-05-03T10:00:00+02:00</DtTm></BookgDt><NtryDtls>
 <TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">20.00</Amt></TxAmt></AmtDtls>
  <RmtInf><Ustrd>one</Ustrd></RmtInf></TxDtls>
 <TxDtls><Amt Ccy="EUR">30.00</Amt><RmtInf><Ustrd>two</Ustrd></RmtInf></TxDtls>
 </NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>"""

MT940 = """:20:STARTUMSE
:25:DE89370400440532013000
:28C:00001/001
:60F:C260501EUR1000,00
:61:2605020502CR25,50NTRFNONREF//POS 1
:86:166?00GUTSCHRIFT?20CRW1N1X Anna?21 Berg?30BANK?31DE00?32ANNA BE?33RG
:61:2605030503DR40,NMSCNONREF
:86:Rent
:61:260504C7,5NTRFNONREF
:86:Startgeld
Bo Holm
:62F:C260504EUR993,00
-"""

DANISH = (
    "Dato;Tekst;Beløb;Saldo\r\n"
    "02.05.2026;MobilePay Anna Ørsted;1.250,50;2.000,00\r\n"
    "03.05.2026;Husleje;-40,00;1.960,00\r\n"
)
DUTCH = (
    '"Datum","Naam / Omschrijving","Af Bij","Bedrag (EUR)"\n'
    '"20260502","A Berg","Bij","25,50"\n"20260503","Huur","Af","40,00"\n'
)


def camt(version: str = "08", name: str = "", message: str = "") -> bytes:
    return CAMT.format(version=version, name=name, message=message).encode()


@pytest.mark.parametrize(
    ("version", "name"),
    [("02", "<Nm>Anna Berg</Nm>"), ("08", "<Pty><Nm>Anna Berg</Nm></Pty>")],
)
def test_camt_of_any_version_with_its_parts(version: str, name: str) -> None:
    message = (
        "<Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd>"
        "<Ustrd>Fee</Ustrd>"
    )
    read = read_statement(camt(version, name, message))
    assert read.account == "DE89370400440532013000"
    first, *parts = read.payments
    assert first == Payment(
        date(2026, 5, 2), Decimal("25.50"), "RF18539007547034 Fee Anna Berg", "EUR"
    )
    assert [(part.amount, part.text) for part in parts] == [
        (Decimal("20.00"), "one"),
        (Decimal("30.00"), "two"),
    ]


def test_mt940_joins_the_lines_of_german_banks() -> None:
    read = read_statement(MT940.encode("cp1252"))
    assert read.account == "DE89370400440532013000"
    one, two = read.payments
    assert (one.day, one.amount, one.currency) == (
        date(2026, 5, 2),
        Decimal("25.50"),
        "EUR",
    )
    assert "CRW1N1X Anna Berg ANNA BERG" in one.text
    assert (two.amount, two.text.endswith("Startgeld Bo Holm")) == (
        Decimal("7.5"),
        True,
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_tables_of_several_countries(encoding: str) -> None:
    [payment] = read_statement(DANISH.encode(encoding)).payments
    assert payment.amount == Decimal("1250.50")
    assert "Anna Ørsted" in payment.text
    [payment] = read_statement(DUTCH.encode(encoding)).payments
    assert (payment.day, payment.amount) == (date(2026, 5, 2), Decimal("25.50"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\xff",
        b"<?xml version='1.0'?><a/>",
        b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        b":61:nonsense",
        b"a;b\n1;2",
        b"<?xml",
    ],
)
def test_another_file_is_refused(content: bytes) -> None:
    with raises(errors.BANK_FILE_UNREADABLE):
        read_statement(content)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    for start in (b"", b"<?xml version='1.0'?>", b":61:", b"Date;Amount\n"):
        try:
            read_statement(start + content)
        except RuleError as error:
            assert error.refusal == errors.BANK_FILE_UNREADABLE


# Booking -------------------------------------------------------------------


@pytest.fixture
def world(db: None) -> SimpleNamespace:
    """Three owe 25.50 EUR, to the account of the statements."""
    event, ada = builders.tournament(), builders.director()
    builders.entered(event, ["Anna Berg", "Bo Holm", "Cille Ask"], here=False)
    services.keep_money(event, currency="EUR", by=ada)
    event.refresh_from_db()
    services.make_pool(event, {"kind": PoolKind.FEES, "fee": 2550}, by=ada)
    ways = {"iban": "DE89370400440532013000", "holder": "Oslo BK"}
    services.change_till(event, {"ways": ways}, by=ada)
    return SimpleNamespace(
        event=event,
        client=builders.signed_in(ada),
        address=reverse("money_bank", args=[event.slug]),
        numbers=dict(Entry.objects.values_list("player__name", "number")),
    )


def rows_of(world: SimpleNamespace, content: bytes) -> Any:
    file = SimpleUploadedFile("statement.txt", content)
    return world.client.post(world.address, {"file": file})


def ticked(page: Any) -> dict[str, Any]:
    context = page.context
    sure = [row.digest for row in context["rows"] if row.is_sure]
    return {"rows": context["sent"], "book": sure}


def table(*lines: str) -> bytes:
    return "\n".join(["Date;Text;Amount", *lines]).encode()


def test_what_is_sure_is_ticked_and_booked_once(world: SimpleNamespace) -> None:
    anna = reference_of(world.event.pk, world.numbers["Anna Berg"])
    bo = reference_of(world.event.pk, world.numbers["Bo Holm"])
    other = reference_of(world.event.pk + 1, world.numbers["Bo Holm"])
    content = table(
        f"2026-05-02;{creditor_reference(anna).lower()[:9]} {anna[5:].lower()};25,50",
        f"2026-05-02;{bo[:4]}-{bo[4:]} and more 2026;20,00",
        "2026-05-03;From CILLE ASK, entry;25.50",
        f"2026-05-03;{other};25,50",
        f"2026-05-03;{anna} {bo};51,00",
    )
    page = rows_of(world, content)
    rows = page.context["rows"]
    names = [row.account and row.account.payer.name for row in rows]
    assert names == ["Anna Berg", "Bo Holm", "Cille Ask", None, None]
    assert [row.is_sure for row in rows] == [True, False, False, False, False]
    sent = ticked(page)
    sent["book"].append(rows[2].digest)  # the director agrees
    told = world.client.post(world.address, sent, follow=True)
    assert "2 payments recorded." in told.content.decode()
    world.client.post(world.address, sent)  # twice
    notes = MoneyNote.objects.valid()
    assert {(note.name, note.amount) for note in notes} == {
        ("Anna Berg", 2550),
        ("Cille Ask", 2550),
    }
    again = rows_of(world, content).context["rows"]
    assert [row.is_booked for row in again] == [True, False, True, False, False]
    assert all(anna not in note.remark for note in notes)


def test_two_equal_payments_of_a_day_are_two(world: SimpleNamespace) -> None:
    line = "2026-05-02;somebody;10,00"
    rows = rows_of(world, table(line, line)).context["rows"]
    assert len({row.digest for row in rows}) == 2
    once, twice = rows, rows_of(world, table(line, line)).context["rows"]
    assert [row.digest for row in once] == [row.digest for row in twice]


def test_a_statement_of_another_account_is_refused(world: SimpleNamespace) -> None:
    assert rows_of(world, camt()).status_code == 200
    other = camt().replace(b"DE89370400440532013000", b"DE02120300000000202051")
    answer = rows_of(world, other)
    assert answer.status_code == 422
    assert "DE02120300000000202051" in answer.content.decode()
    nothing = rows_of(world, b"nothing")
    assert nothing.status_code == 422
    assert shown(errors.BANK_FILE_UNREADABLE) in nothing.content.decode()


def test_what_was_tampered_with_books_nothing(world: SimpleNamespace) -> None:
    page = rows_of(world, table("2026-05-02;Anna Berg;25,50"))
    sent = ticked(page) | {"rows": page.context["sent"][:-2] + "xx"}
    told = world.client.post(world.address, sent, follow=True)
    assert "Choose the statement again." in told.content.decode()
    assert not MoneyNote.objects.exists()
    assert Client().post(world.address, sent).status_code == 302
    assert Till.objects.exists()
