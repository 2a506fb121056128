"""What messages about tournaments say, when they leave.

Each returns None if what it was to say is not true any more.
"""

from datetime import date

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.ledger.models.match import Match
from matches.outgoing.forms import email_in
from matches.outgoing.kinds import Letter
from matches.outgoing.models import Notification
from tournaments.news.watching import facts_of
from tournaments.rounds.models import Pairing
from tournaments.signups.models import SignUp
from tournaments.signups.queries import number_in_queue
from tournaments.signups.queue import State
from tournaments.signups.words import standing_sentence
from tournaments.structure.details import about_lines
from tournaments.structure.models import Tournament
from tournaments.structure.names import round_or_draw_name


def sign_up(message: Notification) -> Letter | None:
    """Say where somebody who signed up stands."""
    rows = SignUp.objects.select_related("sign_up_list__division__tournament")
    person = rows.filter(pk=message.values["sign_up"]).first()
    if person is None or person.stands != message.values["state"]:
        return None
    number = number_in_queue(person) if person.stands == State.WAITING else 0
    tournament = person.sign_up_list.division.tournament
    return _letter(
        tournament,
        standing_sentence(person, number),
        person.name,
        *about_lines(tournament),
        path=person.get_absolute_url(),
        link=_("Your sign-up"),
    )


def changed(message: Notification) -> Letter | None:
    """Say what is different from what people were told before."""
    pk = message.values["tournament"]
    tournament = Tournament.everything.filter(pk=pk).first()
    if tournament is None:
        return None
    before, now = message.values["before"], facts_of(tournament)
    lines = []
    if now["is_off"] and not before["is_off"]:
        lines.append(_("The tournament is cancelled."))
    elif before["is_off"]:
        lines.append(_("The tournament is on again."))
    if (before["date"], before["start_time"]) != (now["date"], now["start_time"]):
        was = date_format(date.fromisoformat(before["date"]), "DATE_FORMAT")
        text = _("New date or time. It was planned for %(date)s.")
        lines.append(text % {"date": was})
    if before["place"] != now["place"]:
        lines.append(_("New venue."))
    if not lines:
        return None
    if not now["is_off"]:
        lines += about_lines(tournament)
    return _letter(tournament, *lines)


def reminder(message: Notification) -> Letter | None:
    """Remind somebody of tomorrow."""
    pk = message.values["tournament"]
    tournament = Tournament.objects.filter(pk=pk).first()
    if tournament is None:
        return None
    lines = list(about_lines(tournament))
    return _letter(tournament, _("You play tomorrow."), *lines)


def draw(message: Notification) -> Letter | None:
    """Say whom somebody meets in a new round."""
    pairing = _pairing(message)
    if pairing is None:
        return None
    stage = pairing.stage
    name = round_or_draw_name(pairing.round_number, is_endless=stage.is_endless)
    if pairing.match is None:
        line = _("You have a bye.")
    elif pairing.table is not None:
        line = _("Table %(table)s, against %(name)s.") % _meeting(pairing, message)
    else:
        line = _("Next: %(match)s against %(name)s.") % _meeting(pairing, message)
    return _letter(pairing.tournament, f"{name}: {line}")


def call(message: Notification) -> Letter | None:
    """Say at which table a match begins now."""
    pairing = _pairing(message)
    if (
        pairing is None
        or pairing.match is None
        or pairing.table is None
        or pairing.match.state != Match.State.READY
    ):
        return None
    line = _("Table %(table)s, against %(name)s.") % _meeting(pairing, message)
    path = reverse("match", args=[pairing.match.code])
    return Letter(line, (pairing.tournament.name,), path, _("Open the match"))


def _pairing(message: Notification) -> Pairing | None:
    rows = (
        Pairing.objects.live()
        .with_stage()
        .select_related("tournament", "match", "entry_1__player", "entry_2__player")
    )
    return rows.filter(pk=message.values["pairing"]).first()


def _meeting(pairing: Pairing, message: Notification) -> dict[str, object]:
    is_first = pairing.entry_1_id == message.values["entry"]
    other = pairing.entry_2 if is_first else pairing.entry_1
    return {
        "name": other.player.name if other else "",
        "table": pairing.table,
        "match": f"M{pairing.match_number}",
    }


def _letter(
    tournament: Tournament, first: str, *lines: str, path: str = "", link: str = ""
) -> Letter:
    return Letter(
        title=f"{tournament.name}: {first}",
        lines=(first, "", tournament.name, *lines),
        path=path or tournament.get_absolute_url(),
        link=link or _("Go to the tournament"),
        reply_to=email_in(tournament.contact),
    )
