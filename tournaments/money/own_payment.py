"""What somebody who signed up has to pay, and how."""

from dataclasses import dataclass

from tournaments.money.currencies import from_units, shown_amount
from tournaments.money.models import Till
from tournaments.money.paying import Due, Way, Ways, reference_of, ways_to_pay
from tournaments.money.queries import sheet_of
from tournaments.signups.models import SignUp


@dataclass(frozen=True, slots=True)
class OwnPayment:
    """The amount that is due, and the ways to pay it; without an amount all is paid."""

    amount: str
    reference: str
    given: Ways
    ways: tuple[Way, ...]


def own_payment(person: SignUp) -> OwnPayment | None:
    """Return what an entry owes, None where nothing is or was to pay."""
    tournament, entry = person.sign_up_list.division.tournament, person.entry
    if entry is None or not tournament.keeps_money:
        return None
    till = Till.objects.filter(tournament=tournament).first()
    if till is None or not till.ways:
        return None
    account = sheet_of(tournament, till).account_of(entry.number)
    if account is None or not account.account.owed:
        return None
    units, ways = account.account.open, Ways.stored(till.ways)
    reference = reference_of(tournament.pk, entry.number)
    if units <= 0:
        return OwnPayment("", reference, ways, ())
    due = Due(from_units(units, till.currency), till.currency, reference)
    return OwnPayment(
        amount=shown_amount(units, till.currency),
        reference=reference,
        given=ways,
        ways=tuple(ways_to_pay(ways, due)),
    )
