"""Reads the files of an archive: a job that can be restarted at any point.

Each file is read once and its contents are stored, so that no page reads it again. Then
the files are compared with the directory, with the recorded matches and with each
other.
"""

import hashlib
import logging
import re
import zlib
from collections.abc import Iterable, Sequence
from datetime import date
from time import monotonic
from typing import Final

from django.db import transaction
from django.utils import timezone

from matches.files.archive.candidates import Encounters, fits
from matches.files.archive.models import Archive, ArchiveFile
from matches.files.archive.queries import directory_name, meant, needs_answer
from matches.files.compare import parsed
from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match
from matches.players.names import fold
from matches.rules.messages import Message
from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop
from matches.transcripts import JudgedFile

READING: Final = Message("archive.step_reading", gettext_noop("Reading the files"))
COMPARING: Final = Message(
    "archive.step_comparing", gettext_noop("Comparing with players and matches")
)
LONGEST_NAME: Final = 80
MOST_DOUBTS: Final = 50
_REPORT_EVERY: Final = 0.4  # seconds
_HIGHEST: Final = 9999
_ENOUGH_THROWS: Final = 6  # equal by chance once in a hundred million games
_DATE: Final = re.compile(r"(\d{4})[.\-/](\d{1,2})[.\-/](\d{1,2})")
_READ: Final = (
    *("state", "error", "error_params", "name_1", "name_2", "length", "score_1"),
    *("score_2", "games", "results", "is_over", "played_on", "dialect", "crawford"),
    *("jacoby", "doubts", "games_key"),
)
_PLACED: Final = (
    *("state", "error", "error_params", "player_1", "player_2", "is_new_1"),
    *("is_new_2", "goal", "match", "twin", "decided_at"),
)
State = ArchiveFile.State

logger = logging.getLogger(__name__)

FILE_BROKE_READER = Refusal(
    "archive.file_broke_reader",
    gettext_noop(
        "Something went wrong on the server with this file; the others were read. "
        "Send it to the person who runs the server: the reason is in the log."
    ),
)
"""The reading of the file failed by an error of the program."""


def read_archive(job: Job) -> None:
    """Read the files of the archive of `job` that have not been read yet.

    Raises LostClaimError.
    """
    archive = Archive.objects.get(reading=job)
    steps = archive.files.count() + 1
    left = list(archive.files.filter(state=State.WAITING).values_list("pk", flat=True))
    done = steps - 1 - len(left)
    read: list[ArchiveFile] = []
    stored_at = 0.0
    for pk in left:
        file = ArchiveFile.objects.get(pk=pk)
        read_file(file)
        read.append(file)
        if monotonic() - stored_at > _REPORT_EVERY:
            done += len(read)
            _store(job, read, done=done, steps=steps)
            read, stored_at = [], monotonic()
    _store(job, read, done=steps - 1, steps=steps)
    jobs_queue.report_step(job, step=steps - 1, steps=steps, label=COMPARING)
    with transaction.atomic():
        # Names and files are decided under the same lock: no decision is overwritten.
        Archive.objects.select_for_update().get(pk=archive.pk)
        place(archive)
        jobs_queue.finish(job)


def read_file(file: ArchiveFile) -> None:
    """Store the contents of a file, or why it cannot be read."""
    content = zlib.decompress(file.content)
    try:
        judged = parsed(content, name=file.name)
        describe(file, judged)
    except RuleError as error:
        refuse(file, error)
    except Exception:
        logger.exception("file %s of archive %s broke", file.number, file.archive_id)
        refuse(file, FILE_BROKE_READER())
    else:
        file.state = State.READ


def refuse(file: ArchiveFile, error: RuleError) -> None:
    """Mark a file as refused."""
    file.state = State.REFUSED
    file.error, file.error_params = error.code, dict(error.params)


def describe(file: ArchiveFile, judged: JudgedFile) -> None:
    """Store in the file's columns what the list of files shows of it."""
    transcript, shown = judged.transcript, judged.shown
    file.name_1, file.name_2 = (name[:LONGEST_NAME] for name in judged.names)
    file.length = min(judged.length, _HIGHEST)
    file.score_1, file.score_2 = min(shown.one, _HIGHEST), min(shown.two, _HIGHEST)
    file.games, file.results = len(judged.games), len(judged.results)
    file.is_over = judged.winner is not None
    file.dialect = transcript.dialect.value
    file.crawford, file.jacoby = transcript.crawford, transcript.jacoby
    file.played_on = day_in(transcript.tag("EventDate"))
    file.doubts = [
        [doubt.code, dict(doubt.params), bool(getattr(doubt, "needs_answer", False))]
        for doubt in judged.doubts[:MOST_DOUBTS]
    ]
    file.games_key = games_key(judged)


def day_in(text: str) -> date | None:
    """Return the day in a header, None if there is none or it is in the future."""
    found = _DATE.search(text)
    if found is None:
        return None
    try:
        day = date(*map(int, found.groups()))
    except ValueError:
        return None
    return day if day <= timezone.localdate() else None


def games_key(judged: JudgedFile) -> str:
    """Return a key that is equal for files of the same games, from any program.

    It is a digest of the first dice of every game. If a file has too few dice, the
    names, the scores and the day are used; without a day there is no key.
    """
    dice = [
        [sorted(act.dice) for act in game.written.acts if act.dice][:_ENOUGH_THROWS]
        for game in judged.games
    ]
    if sum(map(len, dice)) >= _ENOUGH_THROWS:
        return _hashed(dice)
    day = day_in(judged.transcript.tag("EventDate"))
    if day is None or not judged.results:
        return ""
    people = sorted(fold(directory_name(name) or name) for name in judged.names)
    scores = [sorted((game.after.one, game.after.two)) for game in judged.games]
    return _hashed([day.isoformat(), people, judged.length, scores])


def _hashed(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:32]


# Placing ---------------------------------------------------------------------


def place(archive: Archive) -> None:
    """Decide the state of the files that were read."""
    files = list(archive.files.filter(state=State.READ).defer("content"))
    fresh = _without_known(files)
    _find_twins(fresh)
    identify(fresh)
    settle(fresh)
    for file in fresh:
        if file.twin is not None:
            file.state, file.goal, file.match = State.LEFT, "", None
    ArchiveFile.objects.bulk_update(files, _PLACED, batch_size=200)


def identify(files: Sequence[ArchiveFile]) -> None:
    """Assign players of the directory, or new ones, to the columns by their names."""
    means = meant({name for file in files for name in (file.name_1, file.name_2)})
    for file in files:
        one, two = means[file.name_1], means[file.name_2]
        file.player_1, file.is_new_1 = one.player, one.is_new
        file.player_2, file.is_new_2 = two.player, two.is_new
        if fold(one.spoken) == fold(two.spoken):
            file.player_2, file.is_new_2 = None, False


def settle(files: Sequence[ArchiveFile]) -> None:
    """Decide the matches of files whose players are known, or leave the files open.

    Open files wait for a director. A file whose day and score fit the only match nearby
    belongs to that match; without a match nearby it becomes a new one.
    """
    encounters = Encounters(files)
    now = timezone.now()
    for file in files:
        file.goal, file.match, file.decided_at = "", None, now
        file.error, file.error_params, file.taken_back = "", {}, False
        near = encounters.near(file)
        if not near:
            file.goal = ArchiveFile.Goal.NEW
        elif len(near) == 1 and file.day is not None and fits(file, near[0]):
            file.goal, file.match = ArchiveFile.Goal.MATCH, near[0]
        file.state = State.READY if is_clear(file) else State.OPEN


def is_clear(file: ArchiveFile) -> bool:
    """Return True if a file can be imported without a decision of a director."""
    is_doubtful = not file.results or needs_answer(file)
    return bool(file.goal) and file.knows_who and not is_doubtful


def _without_known(files: Sequence[ArchiveFile]) -> list[ArchiveFile]:
    """Mark files whose bytes are stored already as duplicates; return the others."""
    digests = {file.digest for file in files}
    attached = dict(
        MatchFile.objects.valid()
        .filter(digest__in=digests)
        .exclude(match__state=Match.State.VOID)
        .values_list("digest", "match")
    )
    matches = Match.objects.in_bulk(attached.values())
    first = _first_of("digest", digests)
    fresh = []
    for file in files:
        earlier = first.get(file.digest)
        if file.digest in attached:
            file.state, file.match = State.DUPLICATE, matches[attached[file.digest]]
        elif earlier is not None and earlier.pk < file.pk:
            file.state, file.twin = State.DUPLICATE, earlier
        else:
            fresh.append(file)
    return fresh


def _find_twins(files: Sequence[ArchiveFile]) -> None:
    """Set `twin` of files with the same games as an earlier file."""
    first = _first_of("games_key", {file.games_key for file in files} - {""})
    for file in files:
        earlier = first.get(file.games_key)
        is_earlier = earlier is not None and earlier.pk < file.pk
        file.twin = earlier if is_earlier else None


def _first_of(column: str, values: Iterable[str]) -> dict[str, ArchiveFile]:
    """Return the first file with each value, of those that may be imported."""
    idle = (State.WAITING, State.REFUSED, State.DUPLICATE, State.LEFT)
    found: dict[str, ArchiveFile] = {}
    rows = ArchiveFile.objects.filter(**{f"{column}__in": set(values)})
    for row in rows.exclude(state__in=idle).defer("content").order_by("pk"):
        found.setdefault(getattr(row, column), row)
    return found


def _store(job: Job, files: Sequence[ArchiveFile], *, done: int, steps: int) -> None:
    with transaction.atomic():
        jobs_queue.report_step(job, step=done, steps=steps, label=READING)
        ArchiveFile.objects.bulk_update(files, _READ, batch_size=200)
