"""Jobs for a file: reading it, then opening it."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from django.db import transaction

from matches.accounts.models import User
from matches.jobs import queue as jobs_queue
from matches.jobs import sent_files
from matches.jobs.models import Job, SentFile
from matches.players.roster import ListedAs, ListLine, read_list
from matches.rules.refusals import Message
from tournaments.entries.queries import directory
from tournaments.structure.models import Tournament
from tournaments.tournament_file.opening import NEW, known_here, open_file
from tournaments.tournament_file.parts import MEMBERS
from tournaments.tournament_file.reading import TournamentFile, read_file

READ: Final = "tournament-read"
OPEN: Final = "tournament-open"
READING: Final = Message("file.step_tournament", "Reading the file")
OPENING: Final = Message(
    "file.step_open", "Creating the tournament, checking results and draws"
)


def queue_reading(content: bytes, *, name: str, by: User) -> str:
    """Queue a file to be read; return the key that identifies it."""
    # With the reader in it: who finds a file under its key has sent it.
    key = sha256(f"{by.pk} ".encode() + content).hexdigest()
    known = sent_files.sent_file(READ, key)
    if known is not None and known.job.state == Job.State.DONE:
        Job.objects.filter(pk=known.job_id).delete()  # who is known here may differ
    about = {"user": by.pk}
    sent_files.send_file(READ, key, name=name[:120], content=content, about=about)
    return key


def read_sent(job: Job) -> None:
    """Read the file of `job`, and find its players in the directory.

    The file is stored until it is opened. Raises what `read_file` raises.
    """
    sent = sent_files.of_job(job)
    jobs_queue.report_step(job, step=1, steps=2, label=READING)
    found = found_in(read_file(sent_files.content_of(sent)))
    with transaction.atomic():
        jobs_queue.finish(job)
        SentFile.objects.filter(job=job).update(found=found)


def found_in(file: TournamentFile) -> dict[str, object]:
    """Return the values that the page shows before a file is opened."""
    known = known_here(file)
    return {
        "name": file.tournament["name"],
        "date": file.tournament["date"].isoformat(),
        "rounds": len(file.rows["rounds"]),
        "matches": len(file.rows["matches"]),
        "here": known.pk if known else None,
        "players": _players(file),
    }


def _players(file: TournamentFile) -> list[dict[str, object]]:
    people = [
        (number, row)
        for number, row in enumerate(file.rows["players"], 1)
        if not row[MEMBERS]
    ]
    known = directory()
    rows = [f"{_cell(row['name'])};{_cell(row['club'])}" for _number, row in people]
    # With a heading: no name is read as one, and no club as the code of a country.
    text = "\n".join(["name;club", *rows])
    lines = {line.number: line for line in read_list(text, known=known, entered=())}
    return [
        {
            "id": number,
            "name": row["name"],
            "club": row["club"],
            "like": [candidate.key for candidate in line.candidates] if line else [],
            "chosen": _chosen(line),
        }
        for place, (number, row) in enumerate(people, 2)
        for line in [lines.get(place)]
    ]


def _cell(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""'))


def _chosen(line: ListLine | None) -> str:
    """Return the player that is proposed; "" where the user has to choose."""
    if line is None:
        return NEW
    if line.verdict is ListedAs.KNOWN and line.known is not None:
        return line.known.key
    return "" if line.verdict is ListedAs.UNSURE and line.candidates else NEW


# Opening -------------------------------------------------------------------


def queue_opening(sent: SentFile, choices: Mapping[int, str], *, by: User) -> str:
    """Queue a file that was read, with the choices made; return the key of the job."""
    chosen = {str(number): choice for number, choice in choices.items()}
    told = json.dumps([sent.job.key, chosen], sort_keys=True)
    key = sha256(told.encode()).hexdigest()
    known = sent_files.sent_file(OPEN, key)
    if known is not None and known.job.state == Job.State.DONE:
        if opened_at(known.found["tournament"]) is not None:
            return key
        Job.objects.filter(pk=known.job_id).delete()  # it was deleted since
    content = sent_files.content_of(SentFile.objects.get(pk=sent.pk))
    about = {"user": by.pk, "choices": chosen}
    sent_files.send_file(OPEN, key, name=sent.name, content=content, about=about)
    return key


def open_sent(job: Job) -> None:
    """Make the tournament of the file of `job`. Raises what `open_file` raises."""
    sent = sent_files.of_job(job)
    jobs_queue.report_step(job, step=1, steps=2, label=OPENING)
    file = read_file(sent_files.content_of(sent))
    choices = {int(number): key for number, key in sent.about["choices"].items()}
    by = User.objects.filter(pk=sent.about["user"]).first()
    with transaction.atomic():
        made = open_file(file, choices=choices, by=by)
        # If another worker has the claim now, this is rolled back with the tournament.
        sent_files.finish(job, {"tournament": made.pk})


def opened_at(pk: int | None) -> Tournament | None:
    """Return a tournament of this site, also from the bin; None if it is gone."""
    return Tournament.everything.filter(pk=pk).first() if pk else None
