"""What a payer scans: equal to the published examples, and read back from the codes."""

import io
from base64 import b64decode
from decimal import Decimal
from typing import Any
from urllib.parse import unquote

import pytest
import zxingcpp
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests import builders
from tests.tournaments.signups.test_sign_ups import come, opened
from tournaments.models import Pool, Till
from tournaments.money import services
from tournaments.money.models import MoneyNote, NoteKind, PoolKind
from tournaments.money.paying import (
    Due,
    Ways,
    creditor_reference,
    is_iban,
    mobilepay_url,
    reference_of,
    swish_text,
    swiss_text,
    ways_to_pay,
)

SWISS = Ways(
    holder="Muster & Söhne",
    iban="CH5800791123000889012",
    street="Musterstrasse 123",
    postcode="8000",
    town="Seldwyla",
)


def read(image: str) -> str:
    """Return what a scanner reads in a picture."""
    content = b64decode(image.partition(",")[2])
    found = zxingcpp.read_barcode(Image.open(io.BytesIO(content)))
    assert found
    return found.text


def test_creditor_references_are_those_of_the_examples() -> None:
    assert creditor_reference("539007547034") == "RF18539007547034"
    assert creditor_reference("2348231") == "RF712348231"


@given(st.integers(1, 10**9), st.integers(1, 10**5))
def test_a_reference_has_its_check(tournament: int, number: int) -> None:
    reference = reference_of(tournament, number)
    made = creditor_reference(reference)
    digits = "".join(str(int(character, 36)) for character in made[4:] + made[:4])
    assert int(digits) % 97 == 1
    assert len(made) <= 25


@pytest.mark.parametrize(
    ("iban", "expected"),
    [
        ("DE89370400440532013000", True),
        ("NO9386011117947", True),
        ("CH5800791123000889012", True),
        ("DE89370400440532013001", False),
        ("DE89", False),
        ("", False),
        ("É" * 20, False),
    ],
)
def test_ibans(iban: str, expected: bool) -> None:
    assert is_iban(iban) is expected


def test_a_code_for_euros_is_read_as_the_guideline_says() -> None:
    ways = Ways(holder="Red Cross of Belgium", iban="BE72000000001616")
    [way] = ways_to_pay(ways, Due(Decimal("1.00"), "EUR", "CRW1N2A"))
    assert read(way.image).splitlines() == [
        *("BCD", "002", "1", "SCT", "", "Red Cross of Belgium", "BE72000000001616"),
        *("EUR1", "", creditor_reference("CRW1N2A")),
    ]


def test_a_swiss_bill_has_its_31_lines_and_its_cross() -> None:
    due = Due(Decimal(50), "CHF", "CRW1N2A")
    lines = swiss_text(SWISS, due).split("\n")
    assert len(lines) == 31
    assert lines[:11] == [
        *("SPC", "0200", "1", "CH5800791123000889012", "S", "Muster & Söhne"),
        *("Musterstrasse 123", "", "8000", "Seldwyla", "CH"),
    ]
    assert lines[18:20] == ["50.00", "CHF"]
    assert lines[27:] == ["SCOR", creditor_reference("CRW1N2A"), "CRW1N2A", "EPD"]
    [way] = ways_to_pay(SWISS, due)
    assert "<g transform=" in unquote(way.image)


def test_swish_is_the_example_of_its_manual() -> None:
    assert swish_text("1237856901", Decimal(100), "12229445") == (
        "C1237856901;100,00;12229445;0"
    )
    ways = Ways(swish="1237856901")
    [way] = ways_to_pay(ways, Due(Decimal("99.50"), "SEK", "CRW1N2A"))
    assert read(way.image) == "C1237856901;99,50;CRW1N2A;0"


def test_mobilepay_and_a_link_are_filled_in() -> None:
    assert mobilepay_url("12345", Decimal("400.00"), "CRW1N2A").endswith(
        "?phone=12345&amount=400.00&comment=CRW1N2A&lock=1"
    )
    ways = Ways(link="https://pay.example.org/{amount}?for={reference}")
    [way] = ways_to_pay(ways, Due(Decimal("12.50"), "NOK", "CRW1N2A"))
    assert way.url == "https://pay.example.org/12.50?for=CRW1N2A"
    assert read(way.image) == way.url


def test_a_way_is_offered_in_its_currency_only() -> None:
    every = Ways(holder="A", iban="DE89370400440532013000", swish="1", mobilepay="2")
    keys = {
        currency: [
            way.key for way in ways_to_pay(every, Due(Decimal(1), currency, "R"))
        ]
        for currency in ("EUR", "SEK", "DKK", "NOK")
    }
    assert keys == {"EUR": ["epc"], "SEK": ["swish"], "DKK": ["mobilepay"], "NOK": []}


# Pages ---------------------------------------------------------------------


@pytest.mark.django_db
def test_from_the_settings_to_the_own_page_and_paid_at_the_desk() -> None:
    event, ada = builders.tournament(), builders.director()
    services.keep_money(event, currency="EUR", by=ada)
    event.refresh_from_db()
    services.make_pool(event, {"kind": PoolKind.FEES, "fee": 2550}, by=ada)
    client = builders.signed_in(ada)
    address = reverse("money_ways", args=[event.slug])
    assert address in client.get(reverse("money", args=[event.slug])).content.decode()
    typed: dict[str, Any] = {"iban": "de89 3704 0044 0532 0130 00", "holder": "Oslo BK"}
    for bad in (
        {"iban": "DE00"},
        {"holder": ""},
        {"swish": "12"},
        {"mobilepay": "1234567"},
        {"link": "javascript:alert(1)"},
        {"iban": SWISS.iban},
    ):
        answer = client.post(address, typed | bad)
        assert answer.status_code == 422
        assert Till.objects.get().ways == {}
    client.post(address, typed)
    assert Till.objects.get().ways["iban"] == "DE89370400440532013000"
    anna, bo = come(opened(event, places=1), "Anna Berg", "Bo Holm")
    page = Client().get(anna.get_absolute_url()).content.decode()
    reference = reference_of(event.pk, anna.entry.number)
    for text in ("25.50 EUR", reference, "DE89370400440532013000"):
        assert text in page
    assert reference[:5] not in Client().get(bo.get_absolute_url()).content.decode()
    account = reverse("money_account", args=[event.slug, anna.entry.number])
    assert reference in client.get(account).content.decode()
    paid = MoneyNote(kind=NoteKind.PAID, payer=anna.entry.number, amount=2550)
    services.note(event, paid, by=ada)
    page = Client().get(anna.get_absolute_url()).content.decode()
    assert "Paid" in page
    assert "25.50 EUR" not in page
    Pool.objects.update(is_gone=True)
    assert Client().get(anna.get_absolute_url()).status_code == 200
