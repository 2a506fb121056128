"""Opens lists, signs people up, gives them their places and takes them back."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language

from matches.accounts.models import User
from matches.outgoing.forms import email_in
from matches.outgoing.models import Recipient
from matches.outgoing.recipients import with_email
from matches.outgoing.sender import has_mail, may_send
from matches.players.models import Player
from matches.players.services import NewPlayer, choose_shown
from matches.players.shown import Shown
from matches.web import journal
from matches.web.shown import full_names
from tournaments.entries.pairs import names_of_pair, pair_name, pair_sort_name
from tournaments.entries.queries import first_stage, next_round
from tournaments.entries.services import enter, remove_entry
from tournaments.results.amendments.facts import FactScope
from tournaments.results.amendments.models import Amendment
from tournaments.results.amendments.services import recording
from tournaments.signups.errors import (
    SIGN_UP_CHANGED,
    SIGN_UP_CLOSED,
    SIGN_UP_DRAWN,
    SIGN_UP_PRIVATE,
    SIGN_UP_WHO,
)
from tournaments.signups.models import SignUp, SignUpList
from tournaments.signups.queries import (
    entered_in,
    is_clear,
    is_open,
    is_shut,
    live_people,
    people_meant,
)
from tournaments.signups.queue import Place, State, moved
from tournaments.structure.locking import bump, lock_open
from tournaments.structure.models import Division, Entry, Tournament, Visibility

NEW: Final = "new"
"""The choice of a director: nobody whom the directory has."""
SETTINGS: Final = (
    *("opens_at", "closes_at", "places", "is_reviewed", "answer_hours"),
    *("asks_contact", "questions"),
)


def change_list(division: Division, *, by: User | None, **values: Any) -> SignUpList:
    """Change when and how people can sign up for a division; names of SETTINGS.

    More places are given to those who wait. Raises TOURNAMENT_CLOSED, SIGN_UP_PRIVATE.
    """
    with transaction.atomic():
        locked = lock_open(division.tournament)
        if values.get("opens_at") and locked.visibility == Visibility.PRIVATE:
            raise SIGN_UP_PRIVATE()
        row, _made = SignUpList.objects.get_or_create(division=division)
        for name, value in values.items():
            setattr(row, name, value)
        row.full_clean(exclude=["division"])
        row.save()
        act = "sign_up_closed" if is_shut(row) else "sign_up_opened"
        _tell(locked, act, by=by, name=str(division))
        _advance(locked, row, by=by)
    return row


@full_names()
def sign_up(row: SignUpList, typed: Mapping[str, Any]) -> SignUp:
    """Sign somebody up; they are in at once where the list says so and has a place.

    `typed` has name, club, country, contact, answers and shown. Whoever the directory
    is not sure about is confirmed by a director, who alone sees why.

    Raises SIGN_UP_CLOSED, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(row.division.tournament)
        row.refresh_from_db()
        if not is_open(row):
            raise SIGN_UP_CLOSED()
        recipient = _recipient(typed)
        person = SignUp.objects.create(sign_up_list=row, recipient=recipient, **typed)
        _tell(locked, "signed_up", by=None, name=person.name)
        if not row.is_reviewed:
            _let_queue(row, person)
        _advance(locked, row, by=None)
        person.refresh_from_db()
    return person


@full_names()
def change_own(person: SignUp, typed: Mapping[str, Any]) -> SignUp:
    """Change what somebody typed; a new name has to be confirmed again.

    Raises SIGN_UP_CHANGED, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(person.sign_up_list.division.tournament)
        person.refresh_from_db()
        if not person.is_live or (
            person.stands == State.IN and typed["name"] != person.name
        ):
            raise SIGN_UP_CHANGED()
        if typed["name"] != person.name:
            person.state, person.player = State.ASKED, None
        if typed.get("contact", person.contact) != person.contact:
            person.recipient = _recipient(typed) or person.recipient
        for name, value in typed.items():
            setattr(person, name, value)
        person.save()
        bump(locked)
    return person


@full_names()
def accept(person: SignUp) -> SignUp:
    """Take an offered place. Raises SIGN_UP_CHANGED, SIGN_UP_CLOSED."""
    with transaction.atomic():
        locked = lock_open(person.sign_up_list.division.tournament)
        if _is_drawn(person.sign_up_list.division):
            raise SIGN_UP_CLOSED()
        _advance(locked, person.sign_up_list, by=None)
        person.refresh_from_db()
        if person.state != State.OFFERED:
            raise SIGN_UP_CHANGED()
        _let_in(locked, person.sign_up_list, [person], by=None)
    return person


def cancel(person: SignUp, *, by: User | None = None) -> SignUp:
    """Take somebody off the list; the place is free for the next.

    Raises SIGN_UP_CHANGED, SIGN_UP_DRAWN, TOURNAMENT_CLOSED.
    """
    return _end(person, State.CANCELLED, by=by)


def decline(person: SignUp, *, by: User | None) -> SignUp:
    """Refuse somebody a place; see `cancel`."""
    return _end(person, State.DECLINED, by=by)


def confirm(
    row: SignUpList,
    chosen: Mapping[int, str],
    *,
    by: User | None,
    beyond: bool = False,
) -> tuple[int, int, Amendment | None]:
    """Confirm people; return how many are in and how many wait, and the undo.

    `chosen` has for each sign-up (primary key) the key of a player, `NEW`, or "" where
    the name is clear. With `beyond` they get a place even if none is free.

    Raises SIGN_UP_WHO, SIGN_UP_CHANGED, TOURNAMENT_CLOSED.
    """
    with transaction.atomic():
        locked = lock_open(row.division.tournament)
        people = [person for person in live_people(row) if person.pk in chosen]
        may_be = {State.ASKED, State.WAITING, State.OFFERED}
        if {person.stands for person in people} - may_be or not people:
            raise SIGN_UP_CHANGED()
        _choose(row, people, chosen)
        undo: Amendment | None
        if beyond:
            undo = _let_in(locked, row, people, by=by)
        else:
            for person in people:
                if person.stands == State.ASKED:
                    person.state, person.entry = State.WAITING, None
                    person.save()
            undo = _advance(locked, row, by=by)
        for person in people:
            person.refresh_from_db()
    inside = sum(person.state == State.IN for person in people)
    return inside, len(people) - inside, undo


def reinstate(person: SignUp, *, by: User | None) -> SignUp:
    """Put somebody who is off the list at its end again, to be confirmed."""
    with transaction.atomic():
        locked = lock_open(person.sign_up_list.division.tournament)
        person.refresh_from_db()
        if person.is_live:
            raise SIGN_UP_CHANGED()
        person.state, person.ranked_at = State.ASKED, timezone.now()
        person.missed, person.entry = 0, None
        person.save()
        _tell(locked, "sign_up_reinstated", by=by, name=person.name)
    return person


def advance_due(now: datetime | None = None) -> None:
    """Move the queues in which an answer is overdue. A chore of the workers."""
    now = now or timezone.now()
    rows = SignUpList.objects.filter(
        sign_ups__state=State.OFFERED,
        sign_ups__answer_by__lte=now,
        division__tournament__closed_at__isnull=True,
    )
    for row in rows.distinct().select_related("division__tournament"):
        with transaction.atomic():
            _advance(lock_open(row.division.tournament), row, by=None)


@full_names()
def _end(person: SignUp, state: State, *, by: User | None) -> SignUp:
    with transaction.atomic():
        locked = lock_open(person.sign_up_list.division.tournament)
        person.refresh_from_db()
        if not person.is_live:
            raise SIGN_UP_CHANGED()
        if person.entry is not None:
            if _is_drawn(person.sign_up_list.division):
                raise SIGN_UP_DRAWN()
            remove_entry(tournament=locked, number=person.entry.number, by=by)
        person.state, person.entry, person.answer_by = state, None, None
        person.save()
        _tell(locked, f"sign_up_{state}", by=by, name=person.name)
        _advance(locked, person.sign_up_list, by=by)
    return person


def _recipient(typed: Mapping[str, Any]) -> Recipient | None:
    """Return who gets messages, if an e-mail address was typed and mail is sent."""
    email = email_in(typed.get("contact", ""))
    if not (email and has_mail() and may_send()):
        return None
    return with_email(email, language=get_language() or "")


def _is_drawn(division: Division) -> bool:
    return next_round(first_stage(division)) > 1


def _let_queue(row: SignUpList, person: SignUp) -> None:
    """Put somebody in the queue unless a director has to say who they are."""
    meant = people_meant(row.division, live_people(row)).get(person.pk)
    if meant is None or not is_clear(meant):
        return
    if meant.known is not None:
        person.player = Player.objects.get(key=meant.known.key)
    person.state = State.WAITING
    person.save(update_fields=["state", "player"])


def _choose(
    row: SignUpList, people: Sequence[SignUp], chosen: Mapping[int, str]
) -> None:
    """Note which player of the directory each person is. Raises SIGN_UP_WHO."""
    meant = people_meant(row.division, live_people(row))
    for person in people:
        line, choice = meant[person.pk], chosen[person.pk]
        keys = {candidate.key for candidate in line.candidates}
        if not choice and person.state == State.ASKED:
            if not is_clear(line) and line.known is None:
                raise SIGN_UP_WHO(name=person.name)
            choice = line.known.key if line.known else NEW
        if choice == NEW:
            person.player = None
        elif choice in keys:
            person.player = Player.objects.get(key=choice)
        elif choice:
            raise SIGN_UP_WHO(name=person.name)
        person.save(update_fields=["player"])


def _advance(
    locked: Tournament, row: SignUpList, *, by: User | None
) -> Amendment | None:
    """Give or offer the free places; the undo of the entries that this makes.

    After the draw nobody moves up: a director lets late entries in one by one.
    """
    bump(locked)
    if _is_drawn(row.division):
        return None
    people = {person.pk: person for person in live_people(row)}
    left = row.places - entered_in(row.division) if row.places else None
    hours = row.answer_hours
    moves = moved(
        [
            Place(
                key=person.pk,
                state=person.stands,
                rank=person.ranked_at,
                answer_by=person.answer_by,
                missed=person.missed,
            )
            for person in people.values()
        ],
        left=left,
        now=timezone.now(),
        answer_within=timedelta(hours=hours) if hours else None,
    )
    for place in moves:
        if place.state != State.IN:
            SignUp.objects.filter(pk=place.key).update(
                state=place.state,
                ranked_at=place.rank,
                answer_by=place.answer_by,
                missed=place.missed,
            )
    entering = [people[place.key] for place in moves if place.state == State.IN]
    return _let_in(locked, row, entering, by=by) if entering else None


def _let_in(
    locked: Tournament, row: SignUpList, people: Sequence[SignUp], *, by: User | None
) -> Amendment:
    """Enter people; whoever was entered at the desk meanwhile keeps that entry."""
    division = row.division
    entries: dict[int, Entry] = {
        entry.player_id: entry
        for entry in Entry.objects.filter(division=division, again=0)
    }
    known = [person for person in people if person.player_id]
    entering = [person for person in known if person.player_id not in entries]
    new = [person for person in people if not person.player_id]
    scope = FactScope(locked, is_list=True)
    with recording(locked, act="entries_added", by=by, scope=scope) as made:
        added = enter(
            made,
            known=[person.player for person in entering if person.player],
            new=[_new_player(person) for person in new],
            here=False,
            division=division.number,
        )
    entries |= {entry.player_id: entry for entry in added}
    for person, entry in zip(new, added[len(entering) :], strict=True):
        person.player = entry.player
        if Shown(person.shown) != Shown.FULL:
            choose_shown(player=entry.player, shown=Shown(person.shown))
    for person in people:
        person.state, person.answer_by = State.IN, None
        person.entry = entries[person.player.pk] if person.player else None
        person.save()
    return made.made


def _new_player(person: SignUp) -> NewPlayer:
    names = names_of_pair(person.name)
    if names is None:
        return NewPlayer(person.name, person.club, country=person.country)
    return NewPlayer(pair_name(names), person.club, sort_name=pair_sort_name(names))


def _tell(locked: Tournament, act: str, *, by: User | None, name: str) -> None:
    bump(locked)
    journal.record_act(act=act, by=by, subject=locked.subject, name=name)


def people_at(row: SignUpList, keys: Iterable[int]) -> list[SignUp]:
    """Return the sign-ups of a list with these primary keys."""
    return list(row.sign_ups.filter(pk__in=list(keys)))
