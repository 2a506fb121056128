"""What a payer scans or opens: the account of the club, an amount and a reference.

No provider is asked: each way is a text that the apps of banks read. Pure but for the
drawing of codes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from io import BytesIO
from typing import Final
from urllib.parse import quote, urlencode

import segno
from segno.helpers import make_epc_qr

EURO, FRANC, SWEDISH, DANISH = "EUR", "CHF", "SEK", "DKK"
SWISS: Final = ("CH", "LI")
MOBILEPAY: Final = "https://mobilepay.dk/erhverv/betalingslink/betalingslink-svar"
LETTERS: Final = "ABCDEFGHJKMPQRSTUVWXYZ"
"""The last letter of a reference: no I, L, N or O, which people take for digits."""
_PRIME: Final = 97
_SWISS_SIDE: Final = 46
"""Millimetres of a Swiss code, with a cross of 7 in its middle."""
_CROSS: Final = 7
_BORDER: Final = 4


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways in which a club is paid; empty ones are not offered.

    `link` may hold `{amount}` and `{reference}`.
    """

    holder: str = ""
    iban: str = ""
    street: str = ""
    postcode: str = ""
    town: str = ""
    swish: str = ""
    mobilepay: str = ""
    link: str = ""
    note: str = ""

    @classmethod
    def stored(cls, values: Mapping[str, str]) -> "Ways":
        """Return the ways of a column."""
        return cls(**values)

    @property
    def is_swiss(self) -> bool:
        """Whether the account is in Switzerland or Liechtenstein."""
        return self.iban.startswith(SWISS)


@dataclass(frozen=True, slots=True)
class Due:
    """What a payer owes, and the reference by which the payment is found."""

    amount: Decimal
    currency: str
    reference: str


@dataclass(frozen=True, slots=True)
class Way:
    """One way to pay: a code to scan, a page to open, or both. `key` names it."""

    key: str
    image: str = ""
    url: str = ""


def reference_of(tournament: int, number: int) -> str:
    """Return the reference of an entry: short, in capitals, with a letter to check.

    The number of the entry is never used twice in its tournament.
    """
    bare = f"CRW{tournament}N{number}"
    return bare + LETTERS[_remainder(bare) % len(LETTERS)]


def creditor_reference(reference: str) -> str:
    """Return a reference with the check digits of ISO 11649."""
    return f"RF{98 - _remainder(f'{reference}RF00'):02}{reference}"


def is_iban(typed: str) -> bool:
    """Return whether this is the number of an account (ISO 13616), without blanks."""
    is_shaped = typed.isascii() and typed.isalnum() and 15 <= len(typed) <= 34  # noqa: PLR2004
    return is_shaped and _remainder(typed[4:] + typed[:4]) == 1


def _remainder(text: str) -> int:
    """Return digits and letters (A is 10) modulo 97."""
    return int("".join(str(int(character, 36)) for character in text)) % _PRIME


def ways_to_pay(ways: Ways, due: Due) -> Iterator[Way]:
    """Yield the ways to pay what is due, in its currency."""
    has_account = ways.iban and ways.holder
    if has_account and due.currency == EURO and not ways.is_swiss:
        code = make_epc_qr(
            name=ways.holder,
            iban=ways.iban,
            amount=due.amount,
            reference=creditor_reference(due.reference),
            encoding="utf-8",
        )
        yield Way("epc", image=_image(code))
    if has_account and ways.is_swiss and due.currency in {FRANC, EURO}:
        code = segno.make(
            swiss_text(ways, due), error="m", micro=False, boost_error=False
        )
        yield Way("swiss", image=_with_cross(code))
    if ways.swish and due.currency == SWEDISH:
        text = swish_text(ways.swish, due.amount, due.reference)
        yield Way("swish", image=_image(segno.make(text, micro=False)))
    if ways.mobilepay and due.currency == DANISH:
        url = mobilepay_url(ways.mobilepay, due.amount, due.reference)
        yield Way("mobilepay", image=_image(segno.make(url, micro=False)), url=url)
    if ways.link:
        url = ways.link.replace("{amount}", quote(f"{due.amount}"))
        url = url.replace("{reference}", quote(due.reference))
        yield Way("link", image=_image(segno.make(url, micro=False)), url=url)


def swiss_text(ways: Ways, due: Due) -> str:
    """Return the text of a QR-bill, with structured addresses (guidelines 2.3)."""
    lines = [
        *("SPC", "0200", "1", ways.iban),
        *("S", ways.holder, ways.street, "", ways.postcode, ways.town, ways.iban[:2]),
        *[""] * 7,  # the ultimate creditor, who is for later
        *(f"{due.amount:.2f}", due.currency),
        *[""] * 7,  # the payer
        *("SCOR", creditor_reference(due.reference), due.reference, "EPD"),
    ]
    return "\n".join(lines)


def swish_text(number: str, amount: Decimal, message: str) -> str:
    """Return the text of a Swish code in which nothing can be changed."""
    shown = f"{amount:.2f}".replace(".", ",")
    return f"C{number};{shown};{quote(message, safe='')};0"


def mobilepay_url(number: str, amount: Decimal, comment: str) -> str:
    """Return the payment link of a MobilePay number."""
    values = {"phone": number, "amount": f"{amount}", "comment": comment, "lock": "1"}
    return f"{MOBILEPAY}?{urlencode(values)}"


def _image(code: segno.QRCode) -> str:
    return str(code.png_data_uri(scale=5, border=_BORDER))


def _with_cross(code: segno.QRCode) -> str:
    """Return a Swiss code: its middle is the cross of the flag."""
    whole = code.symbol_size(border=_BORDER)[0]
    unit = (whole - 2 * _BORDER) / _SWISS_SIDE
    place = (whole - _CROSS * unit) / 2
    cross = (
        f'<g transform="translate({place:.3f} {place:.3f}) scale({unit:.4f})">'
        '<path fill="#fff" d="M0 0h7v7H0z"/><path d="M.5 .5h6v6h-6z"/>'
        '<path fill="#fff" d="M2.9 1.6h1.2v3.8H2.9zM1.6 2.9h3.8v1.2H1.6z"/></g>'
    )
    drawn = BytesIO()
    code.save(
        drawn, kind="svg", border=_BORDER, light="#fff", omitsize=True, xmldecl=False
    )
    svg = drawn.getvalue().decode().replace("</svg>", f"{cross}</svg>")
    return "data:image/svg+xml," + quote(svg)
