"""Payments in the statements of banks: CAMT.053, MT940 and CSV.

Only what came in is read. No number of an account is kept.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Final
from xml.etree import ElementTree

from tournaments.money.errors import BANK_FILE_UNREADABLE

ENCODINGS: Final = ("utf-8-sig", "cp1252")
DAYS: Final = ("%Y-%m-%d", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%Y", "%Y%m%d", "%d.%m.%y")
AMOUNTS: Final = ("amount", "beløb", "belopp", "beløp", "bedrag", "betrag", "montant")
OUT: Final = frozenset({"af", "debet", "debit", "d", "ut", "ud"})
"""What a column says of money that went out, where amounts have no sign."""
_TAG: Final = re.compile(r"^:(\d{2}[A-Z]?):")
_LINE: Final = re.compile(r"(\d{6})(?:\d{4})?(R?[CD])[A-Z]?(\d+,\d{0,2})")
_SUBFIELD: Final = re.compile(r"\?(\d{2})")
_AMOUNT: Final = re.compile(r"[+-]?\d+(?:[.,\s\u00a0'’]\d{3})*(?:[.,]\d{1,2})?")
_DECIMALS: Final = re.compile(r"[.,](\d{1,2})$")


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that came in; `text` is all that the bank tells of it, with the payer."""

    day: date
    amount: Decimal
    text: str
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a file says: the account, "" if it does not say, and what came in."""

    account: str
    payments: tuple[Payment, ...]


def read_statement(content: bytes) -> Statement:
    """Read a file of a bank. Raises BANK_FILE_UNREADABLE."""
    try:
        if content.lstrip()[:100].startswith(
            (b"<?xml", b"<Document", b"\xef\xbb\xbf<")
        ):
            return _camt(content)
        text = _decoded(content)
        return _mt940(text) if re.search(r"^:61:", text, re.M) else _table(text)
    except (ValueError, InvalidOperation, ElementTree.ParseError, csv.Error) as error:
        raise BANK_FILE_UNREADABLE() from error


def _decoded(content: bytes) -> str:
    for encoding in ENCODINGS:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


# CAMT.053 (ISO 20022), any version ------------------------------------------


def _camt(content: bytes) -> Statement:
    if b"<!DOCTYPE" in content:
        raise ValueError("a document type, which may hold a bomb")
    root = ElementTree.fromstring(content)  # noqa: S314 - without a document type
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    statements = root.findall(".//Stmt")
    if not statements:
        raise ValueError("no statement")
    account = statements[0].findtext("Acct/Id/IBAN", "")
    payments = [
        payment
        for statement in statements
        for entry in statement.findall("Ntry")
        for payment in _entry(entry)
    ]
    return Statement(account, tuple(payments))


def _entry(entry: ElementTree.Element) -> Iterator[Payment]:
    is_in = entry.findtext("CdtDbtInd") == "CRDT"
    if not is_in or entry.findtext("RvslInd") == "true":
        return
    booked = entry.findtext("BookgDt/Dt") or entry.findtext("BookgDt/DtTm") or ""
    day = date.fromisoformat(booked[:10])
    details = entry.findall("NtryDtls/TxDtls")
    amounts = [_camt_amount(detail) for detail in details]
    if len(details) > 1 and None not in amounts:
        pairs = list(zip(details, amounts, strict=True))
    else:  # one payment, or a sum whose parts the bank does not tell
        pairs = [(entry, entry.find("Amt"))]
    for told, amount in pairs:
        if amount is not None:
            yield Payment(
                day, Decimal(amount.text or ""), _told(told), amount.get("Ccy", "")
            )


def _camt_amount(detail: ElementTree.Element) -> ElementTree.Element | None:
    found = detail.find("Amt")
    return detail.find("AmtDtls/TxAmt/Amt") if found is None else found


def _told(element: ElementTree.Element) -> str:
    """Return the references, the message and the payer of an entry or its detail."""
    paths = (".//RmtInf//Ref", ".//RmtInf/Ustrd", ".//EndToEndId", ".//Dbtr//Nm")
    found = (part.text for path in paths for part in element.iterfind(path))
    return " ".join(text for text in found if text and text != "NOTPROVIDED")


# MT940 (SWIFT) ---------------------------------------------------------------


def _mt940(text: str) -> Statement:
    fields: list[list[str]] = []
    for line in text.splitlines():
        if begins := _TAG.match(line):
            fields.append([begins[1], line[begins.end() :]])
        elif fields and not line.startswith("-"):
            fields[-1][1] += "\n" + line
    account, currency = "", ""
    payments: list[Payment] = []
    is_in = False
    for tag, value in fields:
        if tag == "25":
            account = value.strip()
        elif tag == "60F":
            currency = value[7:10]
        elif tag == "61":
            found = _LINE.match(value)
            if not found:
                raise ValueError(value)
            is_in = found[2] in {"C", "RD"}
            if is_in:
                day = datetime.strptime(found[1], "%y%m%d").date()  # noqa: DTZ007
                amount = Decimal(found[3].replace(",", "."))
                payments.append(Payment(day, amount, value[found.end() :], currency))
        elif tag == "86" and is_in:
            last = payments[-1]
            told = f"{last.text} {_unfolded(value)}"
            payments[-1] = Payment(last.day, last.amount, told, currency)
    return Statement(account if re.match("[A-Z]{2}", account) else "", tuple(payments))


def _unfolded(value: str) -> str:
    """Return a message without line ends; subfields of German banks are joined."""
    parts = _SUBFIELD.split(value.replace("\n", ""))
    if len(parts) == 1:
        return value.replace("\n", " ")
    texts = dict(zip(parts[1::2], parts[2::2], strict=True))
    message = "".join(texts.get(f"{number:02}", "") for number in range(20, 30))
    return f"{message} {texts.get('32', '')}{texts.get('33', '')}"


# CSV -------------------------------------------------------------------------


def _table(text: str) -> Statement:
    sample = text[:4000]
    delimiter = max(";\t,", key=sample.count)
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    columns = _columns(rows)
    payments = []
    for row in rows:
        cells = [cell.strip() for cell in row]
        day = next(filter(None, map(_day, cells)), None)
        amount = next(
            filter(None, (_amount(cells[at]) for at in columns if at < len(cells))),
            None,
        )
        is_out = any(cell.casefold() in OUT for cell in cells)
        if day and amount and amount > 0 and not is_out:
            payments.append(Payment(day, amount, " ".join(filter(None, cells))))
    if not columns:
        raise ValueError("no column of amounts")
    return Statement("", tuple(payments))


def _columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns of amounts, by their headings."""
    for row in rows:
        found = [
            at
            for at, cell in enumerate(row)
            if any(word in cell.casefold() for word in AMOUNTS)
        ]
        if found:
            return found
    return []


def _day(cell: str) -> date | None:
    for shape in DAYS:
        try:
            return datetime.strptime(cell, shape).date()  # noqa: DTZ007 - a day alone
        except ValueError:
            continue
    return None


def _amount(cell: str) -> Decimal | None:
    """Return an amount as banks of many countries write it."""
    if not _AMOUNT.fullmatch(cell):
        return None
    decimals = _DECIMALS.search(cell)
    whole = cell[: decimals.start()] if decimals else cell
    digits = re.sub(r"[^\d-]", "", whole)
    return Decimal(f"{digits}.{decimals[1] if decimals else 0}")
