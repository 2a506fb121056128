"""Messages of players: sent, replaced, taken back, done; and who is in them."""

from datetime import timedelta

import pytest
from django.utils import timezone, translation

from matches.models import JournalEntry
from matches.player_page.forgetting import forget_person
from tests import builders
from tests.refusals import raises
from tournaments.hall import messages as services
from tournaments.hall.errors import ALREADY_DONE, NOT_IN_PLAY, SENT_ANEW
from tournaments.hall.log import log_of
from tournaments.hall.messages import own_messages, standing_messages
from tournaments.hall.models import MessageKind
from tournaments.models import Entry, PlayerMessage, Tournament
from tournaments.rounds.announcements.errors import CHANGED_SINCE
from tournaments.setup.services import close_tournament
from tournaments.structure.errors import TOURNAMENT_CLOSED
from tournaments.structure.marks import mark_of

pytestmark = pytest.mark.django_db


def first(made: Tournament) -> Entry:
    """Return the first entry of a tournament."""
    return made.entries.select_related("player", "tournament").order_by("number")[0]


def sent(entry: Entry, kind: MessageKind = MessageKind.LATE) -> PlayerMessage:
    """Return a message that the player of an entry has sent."""
    return services.send_message(entry, kind, player=entry.player)


def standing(made: Tournament) -> list[str]:
    """Return what waits at the desk."""
    return [line.get_kind_display() for line in standing_messages(made)]


def test_a_message_waits_until_the_next_one_replaces_it() -> None:
    made = builders.evening()
    entry, mark = first(made), mark_of(made).text
    message = sent(entry)
    assert mark_of(made).text != mark  # desks that ask for news get it
    (line,) = standing_messages(made)
    assert line.entry == entry
    assert line.get_kind_display() == "I’m running late"
    assert line.sent_at == message.sent_at
    lines = JournalEntry.objects.count()
    assert sent(entry).sent_at == line.sent_at
    assert JournalEntry.objects.count() == lines
    sent(entry, MessageKind.WITHDRAW)
    (line,) = standing_messages(made)
    assert line.is_withdrawal
    assert line.sent_at > message.sent_at
    assert PlayerMessage.objects.count() == 1


def test_nothing_happens_by_itself() -> None:
    made = builders.evening()
    builders.published_round(made)
    entry = first(made)
    before = Entry.objects.values().get(pk=entry.pk)
    for kind in MessageKind:
        sent(entry, kind)
    assert Entry.objects.values().get(pk=entry.pk) == before


def test_a_player_takes_it_back_and_not_what_is_done() -> None:
    made, ada = builders.evening(), builders.director()
    entry = first(made)
    message = sent(entry)
    for _tap in range(2):
        services.take_back_message(entry, player=entry.player)
    assert standing(made) == []
    sent(entry)
    message.refresh_from_db()
    services.finish_message(message, version=message.version, by=ada)
    with raises(ALREADY_DONE):
        services.take_back_message(entry, player=entry.player)
    sent(entry)
    assert standing(made) == ["I’m running late"]


def test_done_is_undone_and_redone_but_never_what_the_player_did() -> None:
    made, ada = builders.evening(), builders.director()
    entry = first(made)
    message = sent(entry)
    with raises(CHANGED_SINCE):
        services.undo_message_done(message, version=message.version, by=ada)
    seen = message.version
    services.finish_message(message, version=seen, by=ada)
    assert (standing(made), message.done_by) == ([], ada)
    services.undo_message_done(message, version=message.version, by=ada)
    assert standing(made) == ["I’m running late"]
    services.undo_message_done(message, version=message.version, by=ada)
    assert standing(made) == []
    done = message.version
    sent(entry, MessageKind.BREAK)
    for version in (done, done + 1):
        with raises(CHANGED_SINCE):
            services.undo_message_done(message, version=version, by=ada)
    with raises(SENT_ANEW):
        services.finish_message(message, version=seen, by=ada)
    assert standing(made) == ["I need a break"]


def test_who_has_withdrawn_waits_for_nobody_and_a_closed_desk_hears_nothing() -> None:
    made = builders.evening()
    entry = first(made)
    sent(entry, MessageKind.WITHDRAW)
    Entry.objects.filter(pk=entry.pk).update(withdrawn_at=timezone.now())
    assert standing(made) == []
    with raises(NOT_IN_PLAY):
        sent(entry)
    Entry.objects.filter(pk=entry.pk).update(withdrawn_at=None)
    assert standing(made) == ["I want to withdraw"]
    Tournament.objects.filter(pk=made.pk).update(closed_at=timezone.now())
    with raises(TOURNAMENT_CLOSED):
        sent(entry)
    with raises(TOURNAMENT_CLOSED):
        services.take_back_message(entry, player=entry.player)


def test_the_log_names_the_player_and_the_director() -> None:
    made, ada = builders.evening(), builders.director()
    entry = first(made)
    for kind in MessageKind:
        message = sent(entry, kind)
    services.take_back_message(entry, player=entry.player)
    sent(entry)
    message.refresh_from_db()
    services.finish_message(message, version=message.version, by=ada)
    services.undo_message_done(message, version=message.version, by=ada)
    name = str(entry.player)
    lines = log_of(made, {"kind": "messages"}).lines
    assert [line.actor for line in lines] == [*["Ada"] * 2, *[name] * 6]
    assert all(name in line.text for line in lines)
    acts = JournalEntry.objects.filter(act__startswith="message_")
    assert list(acts.values_list("act", flat=True)) == [
        *("message_back", "message_done", "message_late", "message_taken_back"),
        *("message_reenter", "message_withdraw", "message_break", "message_late"),
    ]
    with translation.override("da"):
        told = log_of(made, {"kind": "messages"}).lines[-1].text
    assert told == f"{name} kommer for sent."


def test_a_tournament_runs_on_its_days_and_while_there_is_a_match_to_play() -> None:
    made = builders.evening()
    player, today = first(made).player, timezone.localdate()

    def is_offered(days: int, **more: object) -> bool:
        date = today + timedelta(days=days)
        Tournament._base_manager.filter(pk=made.pk).update(
            **{"date": date, "end_date": None, "closed_at": None, "deleted_at": None}
            | more
        )
        return bool(own_messages(player).rows)

    assert not is_offered(1)
    assert is_offered(0)
    assert is_offered(-1)
    assert not is_offered(-2)
    assert is_offered(-9, end_date=today)
    assert not is_offered(0, closed_at=timezone.now())
    assert not is_offered(0, deleted_at=timezone.now())
    assert not is_offered(0, visibility="private")
    assert is_offered(0, visibility="public")
    round_one = builders.published_round(made)
    assert is_offered(-9)
    for match in builders.matches(round_one):
        builders.won(1, match)
    assert not is_offered(-9)


def test_both_of_a_pair_speak_for_it_and_divisions_are_told_apart() -> None:
    made = builders.evening()
    entry, mate = first(made), builders.player("Rikke Sand")
    Tournament.objects.update(date=timezone.localdate())
    pair = entry.player
    pair.members.set([mate])
    (own,) = own_messages(mate).rows
    assert own.where == made.name
    services.send_message(entry, MessageKind.LATE, player=mate)
    assert own_messages(mate).rows[0].standing == own_messages(pair).rows[0].standing
    assert JournalEntry.objects.latest("pk").player == mate.name


def test_a_person_who_is_forgotten_takes_the_message_along() -> None:
    made, ada = builders.evening(), builders.director()
    entry, *_others = list(made.entries.select_related("player", "tournament"))
    sent(entry)
    sent(_others[0])
    close_tournament(tournament=made, by=ada)
    forget_person(player=entry.player, known=entry.player.name[:], by=ada)
    assert [one.entry_id for one in PlayerMessage.objects.all()] == [_others[0].pk]
