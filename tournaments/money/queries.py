"""Reads the money of a tournament: pools, dues, prizes and accounts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournaments import engine
from tournaments.engine import Standings
from tournaments.money.models import MoneyNote, NoteKind, Pool, PoolKind, Till
from tournaments.money.sheet import (
    AccountSheet,
    Due,
    Key,
    MoneySheet,
    Payer,
    PoolSheet,
    PrizeEvent,
    payer_key,
)
from tournaments.money.splitting import (
    CLUB,
    WINNERS,
    Account,
    Order,
    PrizePlan,
    Prizes,
    awards_of,
    bought_back,
    passed_up,
    pot_of,
    prizes_of,
    those_of,
)
from tournaments.rounds import engine_state
from tournaments.standings.finishing import EventOrder, finishing_order
from tournaments.structure.marks import mark_of
from tournaments.structure.models import (
    Division,
    Entry,
    Placing,
    Stage,
    Tournament,
)
from tournaments.structure.queries import stages_of, title_of


class _Read(NamedTuple):
    """The rows read for a sheet; `notes` are the valid ones."""

    payers: Mapping[int, Payer]
    events: Mapping[int, PrizeEvent]
    all_notes: Sequence[MoneyNote]
    notes: Sequence[MoneyNote]


def _pools(tournament: Tournament) -> list[Pool]:
    """Return the pools, each with the name of its division. Two queries."""
    divisions = Division.objects.filter(tournament=tournament)
    names = dict(divisions.values_list("number", "name"))
    rows = list(Pool.objects.filter(tournament=tournament, is_gone=False))
    for pool in rows:
        pool.division_name = names.get(pool.division, "")
    return rows


def fee_pools(tournament: Tournament) -> list[Pool]:
    """Return the pools of entry fees, which the public page names."""
    return [one for one in _pools(tournament) if one.kind == PoolKind.FEES and one.fee]


def sheet_of(tournament: Tournament, till: Till) -> MoneySheet:
    """Return the money of a tournament. Four queries, and three a stage for prizes."""
    notes = list(
        MoneyNote.objects.filter(tournament=tournament).select_related(
            "pool", "noted_by", "voided_by"
        )
    )
    rows = _pools(tournament)
    read = _Read(
        _payers(tournament),
        _events(tournament, rows),
        notes,
        [note for note in notes if note.voided_at is None],
    )
    pools, dues = [], []
    for pool in rows:
        own = _dues(pool, read)
        dues += own
        pools.append(_pool(pool, dues=own, read=read, step=till.step))
    accounts = tuple(_accounts(read, dues=dues, pools=pools))
    return MoneySheet(tournament, till, tuple(pools), accounts, read.payers)


def divisions_and_events(
    tournament: Tournament,
) -> tuple[list[Division], list[tuple[int, str]]]:
    """Return the divisions, and the events that can decide prizes. One query.

    An event is told by the number of its first stage, with its title.
    """
    stages = stages_of(tournament)
    divisions = {stage.division_id: stage.division for stage in stages}
    events = [
        (stage.number, title_of(stage)) for stage in stages if stage.source_id is None
    ]
    return list(divisions.values()), events


def _payers(tournament: Tournament) -> dict[int, Payer]:
    rows = Entry.objects.filter(tournament=tournament).order_by("number")
    first: dict[int, int] = {}
    return {
        number: Payer(
            *(number, name, division, again),
            waits=placing == Placing.WAITS,
            first=first.setdefault(player, number),
        )
        for number, name, division, again, placing, player in rows.values_list(
            *("number", "player__name", "division__number", "again", "placing"),
            "player_id",
        )
    }


def _events(tournament: Tournament, pools: Sequence[Pool]) -> Mapping[int, PrizeEvent]:
    if not any(any(pool.shares.values()) for pool in pools):
        return {}
    stages = stages_of(tournament)
    found = {
        stage.number: PrizeEvent(
            stage.number, title_of(stage), [], over=tournament.is_closed
        )
        for stage in stages
    }
    for division in finishing_order(stages, mark_of(tournament).text):
        for event in division.events:
            first = event.stages[0]
            over = tournament.is_closed or _is_over(event)
            found[first.number] = PrizeEvent(
                first.number, title_of(first), _groups(event) if over else [], over
            )
    return found


def _is_over(event: EventOrder) -> bool:
    """Return True if no match or draw can change a place any more."""
    if event.provisional:
        return False
    own = (stage for stage in event.stages if not stage.is_branch)
    states = map(engine_state.load, own)
    return all(bool(state.outcomes) and engine.is_finished(state) for state in states)


def _groups(event: EventOrder) -> Order:
    groups: dict[int, list[int]] = {}
    for finisher in event.finishers:
        groups.setdefault(finisher.place, []).append(finisher.row.number)
    return list(groups.values())


def _dues(pool: Pool, read: _Read) -> list[Due]:
    notes = [note for note in read.notes if note.pool_id == pool.pk]
    if pool.kind == PoolKind.AUCTION:
        return list(_bids(pool, notes, read))
    less: Counter[Key] = Counter()
    joined = set()
    for note in notes:
        if note.kind == NoteKind.LESS:
            less[_key(note.payer, note.name, read)] += note.amount
        elif note.kind == NoteKind.JOINED:
            joined.add(note.payer)
    dues = []
    for number, payer in read.payers.items():
        # 0 stands for all divisions.
        if pool.division not in (0, payer.division):
            continue
        if payer.waits or (pool.kind == PoolKind.SIDE and number not in joined):
            continue
        fee = pool.fee
        if payer.again and pool.fee_again is not None:
            fee = pool.fee_again
        discount = min(fee, less[payer.key])
        less[payer.key] -= discount
        dues.append(Due(pool, payer.key, fee - discount, number))
    return dues


def _key(number: int, name: str, read: _Read) -> Key:
    """Return the key of the account of an entry, or of another person."""
    payer = read.payers.get(number)
    return payer_key(number, name) if payer is None else payer.key


def _bids(pool: Pool, notes: Sequence[MoneyNote], read: _Read) -> Iterator[Due]:
    for note in notes:
        if note.kind != NoteKind.SOLD:
            continue
        owner, each = bought_back(note.amount, note.percent, len(note.lot))
        yield Due(pool, _key(note.payer, note.name, read), owner, note.about)
        if each:
            yield from (Due(pool, _key(one, "", read), each, one) for one in note.lot)


def _pool(pool: Pool, *, dues: Sequence[Due], read: _Read, step: int) -> PoolSheet:
    own = [
        (read.events[int(number)], tuple(shares))
        for number, shares in sorted(pool.shares.items(), key=lambda one: int(one[0]))
        if int(number) in read.events and shares
    ]
    plan = PrizePlan(
        split=pool.split,
        shares=tuple(shares for _event, shares in own),
        step=step,
        to_first=pool.to_first,
    )
    pot = pot_of(
        [due.amount for due in dues],
        added=pool.added,
        kept_each=pool.kept_each,
        kept_part=pool.kept_part,
    )
    prizes = prizes_of(pot.prizes, plan)
    sold = {
        one: note
        for note in read.notes
        if note.pool_id == pool.pk and note.kind == NoteKind.SOLD
        for one in note.lot
    }
    paying = {due.about for due in dues}
    # Who joins a side pool plays for it in every division.
    people = {(one.first, one.again) for one in map(read.payers.get, paying) if one}
    inside = sold.keys() | {
        number
        for number, one in read.payers.items()
        if pool.kind != PoolKind.AUCTION and (one.first, one.again) in people
    }
    orders = [
        event.order if pool.kind == PoolKind.FEES else those_of(event.order, inside)
        for event, _shares in own
    ]
    if pool.unclaimed == WINNERS:
        prizes = passed_up(prizes, orders)
    awards = awards_of(prizes, orders, step=step)
    return PoolSheet(
        pool=pool,
        count=len(paying | sold.keys()),
        pot=pot,
        prizes=prizes,
        awards=awards,
        events=tuple(event for event, _shares in own),
        undecided=sum(
            left
            for left, (event, _shares) in zip(awards.unclaimed, own, strict=True)
            if not event.over or pool.unclaimed != CLUB
        ),
        able=frozenset(
            number
            for number, one in read.payers.items()
            if pool.division in (0, one.division)
        ),
        inside=frozenset(inside),
        sold=sold,
        names={number: payer.name for number, payer in read.payers.items()},
    )


def prizes_moved(stage: Stage, before: Standings, after: Standings) -> Iterator[str]:
    """Yield the prizes that change if the last standings of an event do: who, how much.

    Nothing is said before the places of the event are final.
    """
    till = Till.objects.filter(
        tournament=stage.tournament_id, tournament__keeps_money=True
    ).first()
    is_last = not Stage.objects.filter(source=stage).exists()
    if till is None or not is_last or stage.take_from != 1:
        return
    first = stage
    while first.source is not None:
        first = first.source
    sheet = sheet_of(stage.tournament, till)
    amounts = (
        _amounts(sheet, first.number, before),
        _amounts(sheet, first.number, after),
    )
    names = {number: payer.name for number, payer in sheet.payers.items()}
    for number in sorted(amounts[0] | amounts[1]):
        was, now = (sheet.money(given.get(number, 0)) for given in amounts)
        if was != now:
            yield f"{names.get(number, '–')}: {was} → {now}"


def _amounts(sheet: MoneySheet, number: int, standings: Standings) -> dict[int, int]:
    """Return the prizes of the entries of an event, with these standings."""
    groups: dict[int, list[int]] = {}
    for row in standings.rows:
        groups.setdefault(row.place, []).append(row.entrant)
    found: dict[int, int] = {}
    for pool in sheet.pools:
        order: Order = list(groups.values())
        if pool.pool.kind != PoolKind.FEES:
            order = those_of(order, pool.inside)
        for event, own in zip(pool.events, pool.prizes.by_event, strict=True):
            if event.number != number or not event.over:
                continue
            for award in awards_of(
                Prizes((own,)), [order], step=sheet.till.step
            ).awards:
                found[award.entrant] = found.get(award.entrant, 0) + award.amount
    return found


def _won(one: PoolSheet, read: _Read) -> Iterator[tuple[Key, int]]:
    """Yield the winnings: the prizes of a lot are added up and divided once."""
    by_lot: dict[int, int] = {}
    for award in one.awards.awards:
        note = one.sold.get(award.entrant)
        if note is None:
            yield _key(award.entrant, "", read), award.amount
        else:
            by_lot[note.about] = by_lot.get(note.about, 0) + award.amount
    for about, amount in by_lot.items():
        note = one.sold[about]
        # Added up first: dividing each prize alone would give the owner several
        # remainders.
        owner, each = bought_back(amount, note.percent, len(note.lot))
        yield _key(note.payer, note.name, read), owner
        if each:
            yield from ((_key(number, "", read), each) for number in note.lot)


def _accounts(
    read: _Read, *, dues: Sequence[Due], pools: Sequence[PoolSheet]
) -> Iterator[AccountSheet]:
    known: dict[Key, Payer] = {}
    for payer in read.payers.values():
        known.setdefault(payer.key, payer)
    own_dues: dict[Key, list[Due]] = {}
    own_notes: dict[Key, list[MoneyNote]] = {}
    own_prizes: dict[Key, list[tuple[Pool, int]]] = {}
    for note in read.all_notes:
        key = _key(note.payer, note.name, read)
        # A note can be about an entry that was removed: the money was there all the
        # same.
        gone = bool(note.payer)
        known.setdefault(key, Payer(note.payer, note.name, 0, 0, gone=gone))
        own_notes.setdefault(key, []).append(note)
    for due in dues:
        known.setdefault(due.key, Payer(due.key[0], due.key[1], 0, 0, gone=True))
        own_dues.setdefault(due.key, []).append(due)
    for pool in pools:
        for key, amount in _won(pool, read):
            own_prizes.setdefault(key, []).append((pool.pool, amount))
    for key, payer in known.items():
        mine = own_notes.get(key, ())
        won = own_prizes.get(key, ())
        own = own_dues.get(key, ())
        account = _account(own, notes=mine, won=sum(amount for _pool, amount in won))
        yield AccountSheet(payer, account, tuple(own), tuple(mine), tuple(won))


def _account(dues: Sequence[Due], *, notes: Sequence[MoneyNote], won: int) -> Account:
    sums = dict.fromkeys(NoteKind.values, 0)
    for note in notes:
        if note.voided_at is None:
            sums[note.kind] += note.amount
    return Account(
        owed=sum(due.amount for due in dues),
        paid=sums[NoteKind.PAID] - sums[NoteKind.BACK],
        won=won,
        paid_out=sums[NoteKind.PRIZE],
    )
