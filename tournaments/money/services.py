"""Acts of directors on the money of a tournament, each with an undo."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils import timezone

from matches.accounts.models import User
from matches.web import journal
from tournaments.money.currencies import decimals_of, shown_amount
from tournaments.money.errors import (
    ALREADY_SOLD,
    BACK_TOO_MUCH,
    CURRENCY_IN_USE,
    LESS_TOO_MUCH,
    MONEY_NOT_KEPT,
    NOTED_MEANWHILE,
    POOL_GONE,
    TOO_MANY_POOLS,
)
from tournaments.money.models import MoneyNote, NoteKind, Pool, Till
from tournaments.money.queries import fee_pools, sheet_of
from tournaments.money.sheet import AccountSheet, MoneySheet
from tournaments.structure.locking import locked_tournament
from tournaments.structure.models import Entry, Tournament

MOST_POOLS: Final = 12
LONGEST_FEE: Final = 120
_SAID: Final = (
    *("tournament", "kind", "pool", "payer", "name", "about", "others", "amount"),
    *("percent", "remark", "day"),
)
"""The columns of a note without author and time."""


def subject_of(tournament: Tournament) -> str:
    """Return the name of the money of a tournament in the journal.

    Not that of the tournament: helpers read the log, and see no money.
    """
    return f"money:{tournament.pk}"


def keep_money(tournament: Tournament, *, currency: str, by: User | None) -> Till:
    """Switch the money of a tournament on, or on again. Raises CURRENCY_IN_USE."""
    with locked_tournament(tournament) as locked:
        till, is_new = Till.objects.get_or_create(
            tournament=locked, defaults={"currency": currency}
        )
        if not is_new:
            _set_till(locked, till, {"currency": currency})
        if not locked.keeps_money:
            Tournament.objects.filter(pk=locked.pk).update(keeps_money=True)
            _tell(locked, "money_kept", by)
    return till


def stop_money(tournament: Tournament, *, by: User | None) -> None:
    """Switch the money off: pages hide it, and all rows stay."""
    with locked_tournament(tournament) as locked:
        if locked.keeps_money:
            Tournament.objects.filter(pk=locked.pk).update(
                keeps_money=False, shows_prizes=False
            )
            _tell(locked, "money_stopped", by)


def show_prizes(tournament: Tournament, *, shows: bool, by: User | None) -> Tournament:
    """Publish the list of prizes, or take it back. Raises MONEY_NOT_KEPT."""
    with locked_tournament(tournament) as locked:
        _till(locked)
        if locked.shows_prizes != shows:
            Tournament.objects.filter(pk=locked.pk).update(shows_prizes=shows)
            _tell(locked, "prizes_shown" if shows else "prizes_hidden", by)
    return locked


def change_till(
    tournament: Tournament, values: Mapping[str, object], *, by: User | None
) -> Till:
    """Change currency and rounding. Raises MONEY_NOT_KEPT, CURRENCY_IN_USE."""
    with locked_tournament(tournament) as locked:
        till = _till(locked)
        if _set_till(locked, till, values):
            _tell(locked, "till_changed", by)
    return till


def make_pool(
    tournament: Tournament, values: Mapping[str, object], *, by: User | None
) -> Pool:
    """Make a pool. Raises MONEY_NOT_KEPT, TOO_MANY_POOLS."""
    with locked_tournament(tournament) as locked:
        _till(locked)
        known = Pool.objects.filter(tournament=locked, is_gone=False)
        for pool in known:
            if all(getattr(pool, name) == to for name, to in values.items()):
                return pool
        if (count := known.count()) >= MOST_POOLS:
            raise TOO_MANY_POOLS(count=count)
        made = Pool.make(tournament=locked, **values)
        _say_fee(locked)
        _tell(locked, "pool_made", by, pool=str(made))
    return made


def change_pool(pool: Pool, values: Mapping[str, object], *, by: User | None) -> Pool:
    """Change a pool; what everybody owes follows. Raises POOL_GONE, MONEY_NOT_KEPT."""
    with locked_tournament(pool.tournament) as locked:
        _till(locked)
        row = _pool(pool)
        if row.change(**values):
            _say_fee(locked)
            _tell(locked, "pool_changed", by, pool=str(row))
    return row


def remove_pool(pool: Pool, *, by: User | None) -> Pool:
    """Remove a pool and what is owed for it; payments stay. Raises POOL_GONE."""
    with locked_tournament(pool.tournament) as locked:
        row = _pool(pool)
        row.change(is_gone=True)
        _say_fee(locked)
        _tell(locked, "pool_removed", by, pool=str(row))
    return row


def undo_pool_change(pool: Pool, version: int, *, by: User | None) -> Pool:
    """Undo the last change of a pool, or do it again. Raises CHANGED_SINCE."""
    with locked_tournament(pool.tournament) as locked:
        pool.refresh_from_db()
        pool.undo_change(version)
        _say_fee(locked)
        _tell(locked, "pool_back", by, pool=str(pool))
    return pool


def note(
    tournament: Tournament,
    plan: MoneyNote,
    *,
    by: User | None,
    seen: int | None = None,
) -> MoneyNote:
    """Record a note. `seen` is the number of the payer's notes on the page.

    Raises MONEY_NOT_KEPT, NOTED_MEANWHILE, POOL_GONE, BACK_TOO_MUCH, LESS_TOO_MUCH,
    ALREADY_SOLD.
    """
    with locked_tournament(tournament) as locked:
        till = _till(locked)
        if plan.pool is not None:
            plan.pool = _pool(plan.pool)
        sheet = sheet_of(locked, till)
        own = sheet.account_of(plan.payer, plan.name)
        if own is not None:
            plan.name = own.payer.name
        if seen is not None and seen != (own.seen if own else 0):
            raise NOTED_MEANWHILE(name=plan.name)
        if (same := _refuse(sheet, plan, own)) is not None:
            return same
        plan.tournament, plan.noted_by = locked, by
        plan.save()
        _tell_note(sheet, plan, f"money_{plan.kind}", by=by)
    return plan


def join(
    tournament: Tournament, pool: Pool, numbers: Iterable[int], *, by: User | None
) -> list[MoneyNote]:
    """Note that entries take part in a side pool; who is in it already stays so.

    Raises MONEY_NOT_KEPT, POOL_GONE.
    """
    with locked_tournament(tournament) as locked:
        sheet, pool = sheet_of(locked, _till(locked)), _pool(pool)
        outside = {one.number: one for one in sheet.outside(pool)}
        rows = [
            MoneyNote.objects.create(
                tournament=locked,
                kind=NoteKind.JOINED,
                payer=number,
                name=outside[number].name,
                pool=pool,
                noted_by=by,
            )
            for number in sorted(outside.keys() & set(numbers))
        ]
        for row in rows:
            _tell_note(sheet, row, f"money_{row.kind}", by=by)
    return rows


def take_back(row: MoneyNote, *, by: User | None) -> MoneyNote:
    """Void a note; a second call changes nothing."""
    with locked_tournament(row.tournament) as locked:
        till = _till(locked)
        voided = MoneyNote.objects.valid().filter(pk=row.pk)
        if voided.update(voided_at=timezone.now(), voided_by=by):
            _tell_note(MoneySheet(locked, till, (), ()), row, "money_taken_back", by=by)
    return row


def note_again(row: MoneyNote, *, by: User | None) -> MoneyNote:
    """Record a voided note again, or return the valid note that repeats it.

    Raises ALREADY_SOLD, POOL_GONE.
    """
    with locked_tournament(row.tournament) as locked:
        till = _till(locked)
        newest = _newest(row)
        if newest.voided_at is None:
            return newest
        if newest.pool is not None:
            _pool(newest.pool)
        _refuse_twice(newest)
        same = {name: getattr(newest, name) for name in _SAID}
        made = MoneyNote.objects.create(**same, again_for=newest, noted_by=by)
        _tell_note(MoneySheet(locked, till, (), ()), made, "money_restored", by=by)
    return made


def _newest(row: MoneyNote) -> MoneyNote:
    """Return the last note in the chain of `again_for`."""
    found = MoneyNote.objects.select_related("pool").get(pk=row.pk)
    while again := MoneyNote.objects.filter(again_for=found).first():
        found = again
    return found


def _refuse_twice(row: MoneyNote) -> None:
    if row.kind not in {NoteKind.SOLD, NoteKind.JOINED}:
        return
    others = MoneyNote.objects.valid().filter(pool=row.pool, kind=row.kind)
    if row.kind == NoteKind.JOINED:
        others = others.filter(payer=row.payer)
    taken = {one for other in others for one in other.lot}
    twice = [one for one in row.lot if one in taken]
    if twice:
        raise ALREADY_SOLD(name=_names_of(row, twice))


def _refuse(
    sheet: MoneySheet, plan: MoneyNote, own: AccountSheet | None
) -> MoneyNote | None:
    """Refuse a note that is not allowed; return an equal note if there is one."""
    name = plan.name
    notes = own.standing_notes if own else []
    if plan.kind == NoteKind.JOINED:
        mine = (plan.kind, plan.payer, plan.pool)
        same = (note for note in notes if (note.kind, note.payer, note.pool) == mine)
        return next(same, None)
    if plan.kind == NoteKind.SOLD:
        pool = next((pool for pool in sheet.pools if pool.pool == plan.pool), None)
        for one in plan.lot:
            if pool is not None and one in pool.sold:
                raise ALREADY_SOLD(name=pool.names.get(one, name))
    paid = own.account.paid if own else 0
    if plan.kind == NoteKind.BACK and plan.amount > paid:
        raise BACK_TOO_MUCH(name=name, amount=sheet.money(max(paid, 0)))
    if plan.kind == NoteKind.LESS:
        dues = own.dues if own else ()
        owed = sum(due.amount for due in dues if due.pool == plan.pool)
        if plan.amount > owed:
            raise LESS_TOO_MUCH(name=name, amount=sheet.money(owed))
    return None


def _say_fee(locked: Tournament) -> None:
    """Let the public page name the fees of the books."""
    pools = fee_pools(locked)
    if pools:
        currency = locked.till.currency
        fees = [
            shown_amount(pool.fee, currency)
            if len(pools) == 1
            else f"{pool.title} {shown_amount(pool.fee, currency)}"
            for pool in pools
        ]
        fee = ", ".join(fees)[:LONGEST_FEE]
        Tournament.objects.filter(pk=locked.pk).update(fee=fee)


def _till(locked: Tournament) -> Till:
    till = Till.objects.filter(tournament=locked).first()
    if till is None or not locked.keeps_money:
        raise MONEY_NOT_KEPT()
    return till


def _pool(pool: Pool) -> Pool:
    row = Pool.objects.select_related("tournament").get(pk=pool.pk)
    if row.is_gone:
        raise POOL_GONE()
    return row


def _set_till(tournament: Tournament, till: Till, values: Mapping[str, Any]) -> bool:
    currency = values.get("currency", till.currency)
    if decimals_of(currency) != decimals_of(till.currency):
        has_notes = MoneyNote.objects.valid().filter(
            tournament=tournament, amount__gt=0
        )
        has_pools = Pool.objects.filter(tournament=tournament, is_gone=False)
        if has_notes.exists() or has_pools.exists():
            raise CURRENCY_IN_USE(currency=currency)
    return till.change(**values)


def _names_of(row: MoneyNote, numbers: Sequence[int]) -> str:
    found = Entry.objects.filter(tournament=row.tournament_id, number__in=numbers)
    names = dict(found.values_list("number", "player__name"))
    return ", ".join(names[number] for number in numbers if number in names) or row.name


def _tell(tournament: Tournament, act: str, by: User | None, **values: str) -> None:
    subject = subject_of(tournament)
    journal.record_act(act=act, by=by, subject=subject, details=values)


def _tell_note(sheet: MoneySheet, row: MoneyNote, act: str, *, by: User | None) -> None:
    _tell(
        sheet.tournament,
        act,
        by,
        name=row.name,
        amount=shown_amount(row.amount, sheet.till.currency),
        pool="" if row.pool is None else str(row.pool),
        other=_names_of(row, row.lot) if row.about else "",
    )
