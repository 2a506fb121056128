"""Archives of match files: upload, decisions, import into the ledger, removal."""

import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeAlias
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.files.archive import reading_job
from matches.files.archive.models import Archive, ArchiveFile
from matches.files.archive.queries import directory_name
from matches.files.archive.zip_files import (
    ARCHIVE_TOO_LARGE,
    MAX_FILE_BYTES,
    MAX_FILE_MEGABYTES,
    MAX_TOTAL_BYTES,
    MAX_TOTAL_MEGABYTES,
    MOST_FILES,
    PACKED_FILE_TOO_LARGE,
    TOO_MANY_IN_ARCHIVE,
    Unpacked,
    is_zip,
    label,
    unpack,
)
from matches.form_keys import services as form_keys
from matches.jobs.models import Job
from matches.ledger.models.match import Match
from matches.ledger.opening import profile_row
from matches.players.models import Player
from matches.rulebook.profiles import Profile
from matches.rules.refusals import Refusal
from matches.rules.text import gettext_noop

State: TypeAlias = ArchiveFile.State
_LEVEL: Final = 6
_DECIDED: Final = (
    *("state", "player_1", "player_2", "is_new_1", "is_new_2", "goal", "match"),
    *("replaces", "decided_at", "decided_by", "error", "error_params", "profile"),
    *("rated", "day_given", "taken_back"),
)

FILE_TAKEN = Refusal(
    "archive.file_taken",
    gettext_noop(
        "This file has been imported, or is about to be. Undo the import first if "
        "something has to change."
    ),
)
"""The file is on its way into the ledger, or there already."""

NOTHING_READY = Refusal(
    "archive.nothing_ready",
    gettext_noop(
        "No file is ready to import any more. Decide about one of the others, or add "
        "more files."
    ),
)
"""No file can go into the ledger without a decision."""

STILL_IMPORTING = Refusal(
    "archive.still_importing",
    gettext_noop(
        "Files of this list are being imported. Wait until that is done, then remove "
        "the list."
    ),
)
"""Files of the archive are on their way into the ledger."""

WHO_IS_WHO = Refusal(
    "archive.who_is_who",
    gettext_noop("Choose two different players for the two columns of this file."),
)
"""The players of the two columns are not decided, or are the same player."""

NAME_NEEDED = Refusal(
    "archive.name_needed",
    gettext_noop(
        "“%(name)s” cannot be a name. Choose a player from the directory, or enter a "
        "name under “Someone else”."
    ),
)
"""A new player without a name."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as a browser sends it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Who:
    """The player of a column: a known one, or a new one with the name in the file."""

    player: Player | None = None

    @property
    def is_new(self) -> bool:
        """Whether a player is added to the directory."""
        return self.player is None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileDecision:
    """The decision about a file: its players, and the match, None for a new one.

    A new match counts for the rating if it is `rated`. `day` is the day when it was
    played, for a file that does not say it itself.
    """

    one: Who
    two: Who
    match: Match | None = None
    replaces: bool = False
    rated: bool = False
    day: date | None = None


def add_archive(*, uploads: Sequence[Upload], by: User | None, op: str = "") -> Archive:
    """Store the uploaded files; zip files are unpacked.

    `op` is the key of the form: sent twice, it returns the archive that it made. A
    worker reads the files: the caller must send the job `archive.reading`.

    Raises RuleError: a zip file is damaged, empty or too large.
    """

    def make() -> Archive:
        files = list(_rows(uploads))
        archive = Archive.objects.create(name=_name_of(uploads), created_by=by)
        for number, file in enumerate(files, start=1):
            file.archive, file.number = archive, number
        ArchiveFile.objects.bulk_create(files, batch_size=200)
        _ask_for_reading(archive)
        return archive

    return form_keys.made_once(op, Archive, make)


def read_again(*, archive: Archive) -> Archive:
    """Read files again that are unread or were refused, and check duplicates again."""
    with transaction.atomic():
        locked = _locked(archive)
        if locked.reading is not None and locked.reading.is_open:
            return locked
        locked.files.filter(state=State.DUPLICATE).update(
            state=State.READ, twin=None, match=None
        )
        locked.files.filter(state=State.LEFT, decided_by=None, twin=None).update(
            state=State.READ
        )
        locked.files.filter(state=State.REFUSED, size__gt=0).update(
            state=State.WAITING, error="", error_params={}
        )
        _ask_for_reading(locked)
    return locked


def remove_archive(*, archive: Archive) -> None:
    """Delete an archive and its files; what was imported into the ledger stays.

    Raises STILL_IMPORTING.
    """
    with transaction.atomic():
        locked = _locked(archive)
        if locked.files.filter(state=State.QUEUED).exists():
            raise STILL_IMPORTING()
        known = [
            job.pk for job in (locked.reading, locked.importing) if job is not None
        ]
        locked.delete()
        Job.objects.filter(pk__in=known).delete()


def decide_names(
    *, archive: Archive, people: Mapping[str, Who], by: User | None
) -> int:
    """Assign players to the names in an archive, for all its files that are not done.

    Returns the number of files that are ready now.

    Raises NAME_NEEDED.
    """
    for name, who in people.items():
        if who.is_new:
            _check_name(name)
    with transaction.atomic():
        locked = _locked(archive)
        found = locked.files.filter(state__in=(State.READY, State.OPEN))
        files = [file for file in found.defer("content") if _is_renamed(file, people)]
        for file in files:
            file.decided_by = by
        reading_job.settle(files)
        ArchiveFile.objects.bulk_update(files, _DECIDED, batch_size=200)
        return locked.files.filter(state=State.READY).count()


def decide_file(
    *,
    file: ArchiveFile,
    decision: FileDecision,
    profile: Profile,
    now: bool,
    by: User | None,
) -> Archive:
    """Decide about one file; with `now` also queue it for the import.

    Raises FILE_TAKEN, WHO_IS_WHO, NAME_NEEDED.
    """
    if decision.one.player is not None and decision.one == decision.two:
        raise WHO_IS_WHO()
    with transaction.atomic():
        locked = _locked(file.archive)
        row = locked.files.defer("content").get(pk=file.pk)
        if not row.may_change:
            raise FILE_TAKEN()
        for who, name in ((decision.one, row.name_1), (decision.two, row.name_2)):
            if who.is_new:
                _check_name(name)
        row.player_1, row.is_new_1 = decision.one.player, decision.one.is_new
        row.player_2, row.is_new_2 = decision.two.player, decision.two.is_new
        row.match, row.replaces = decision.match, decision.replaces
        goals = ArchiveFile.Goal
        row.goal = goals.NEW if decision.match is None else goals.MATCH
        row.profile, row.rated = profile_row(profile), decision.rated
        row.day_given = None if row.played_on else decision.day
        row.decided_at, row.decided_by = timezone.now(), by
        row.error, row.error_params, row.taken_back = "", {}, False
        row.state = State.QUEUED if now else State.READY
        row.save(update_fields=_DECIDED)
        if now:
            _ask_for_import(locked)
    return locked


def leave_out(*, file: ArchiveFile, by: User | None) -> None:
    """Leave one file out. Raises FILE_TAKEN."""
    with transaction.atomic():
        locked = _locked(file.archive)
        row = locked.files.defer("content").get(pk=file.pk)
        if not row.may_change:
            raise FILE_TAKEN()
        row.state, row.decided_by = State.LEFT, by
        row.save(update_fields=["state", "decided_by"])


def request_import(
    *,
    archive: Archive,
    profile: Profile,
    rated: bool = False,
    day: date | None = None,
    number: int | None = None,
    by: User | None,
) -> Archive:
    """Queue the files that need no decision for the import, or the one with a `number`.

    New matches are played by the rules of `profile`, and count for the rating if
    `rated`. `day` is the day of files without a day of their own or from a decision. A
    worker imports them: the caller must send the job `archive.importing`.

    Raises NOTHING_READY.
    """
    with transaction.atomic():
        locked = _locked(archive)
        ready = locked.files.filter(state=State.READY)
        if number is not None:
            ready = ready.filter(number=number)
        if day is not None:
            ready.filter(played_on=None, day_given=None).update(day_given=day)
        sent = ready.update(
            state=State.QUEUED,
            profile=profile_row(profile),
            rated=rated,
            decided_by=by,
        )
        if not sent and not locked.files.filter(state=State.QUEUED).exists():
            raise NOTHING_READY()
        _ask_for_import(locked)
    return locked


def _locked(archive: Archive) -> Archive:
    """Lock the archive's row, so that decisions and the end of a job do not overlap."""
    return (
        Archive.objects.select_for_update(of=("self",))
        .select_related("reading", "importing")
        .get(pk=archive.pk)
    )


def _is_renamed(file: ArchiveFile, people: Mapping[str, Who]) -> bool:
    """Assign the decided players to a file's columns; return True if that changed one.

    If both columns mean the same player, the right column becomes undecided.
    """
    before = _columns(file)
    if one := people.get(file.name_1):
        file.player_1, file.is_new_1 = one.player, one.is_new
    if two := people.get(file.name_2):
        file.player_2, file.is_new_2 = two.player, two.is_new
    if file.player_1_id is not None and file.player_1_id == file.player_2_id:
        file.player_2 = None
    return _columns(file) != before


def _columns(file: ArchiveFile) -> tuple[int | None, bool, int | None, bool]:
    return file.player_1_id, file.is_new_1, file.player_2_id, file.is_new_2


def _check_name(name: str) -> None:
    if not directory_name(name):
        raise NAME_NEEDED(name=name)


def _ask_for_reading(archive: Archive) -> None:
    old = archive.reading
    archive.reading = _new_job("archive", archive)
    archive.save(update_fields=["reading"])
    _forget(old)


def _ask_for_import(archive: Archive) -> None:
    """Queue a job that imports the queued files, unless one is queued or running."""
    old = archive.importing
    if old is not None and old.is_open:
        return
    archive.importing = _new_job("import", archive)
    archive.save(update_fields=["importing"])
    _forget(old)


def _new_job(kind: str, archive: Archive) -> Job:
    return Job.objects.create(kind=kind, key=f"{kind}:{archive.pk}:{uuid4().hex}")


def _forget(job: Job | None) -> None:
    if job is not None:
        job.delete()


def _rows(uploads: Sequence[Upload]) -> Iterator[ArchiveFile]:
    """Yield the uploaded files, compressed, one at a time so that few are in memory."""
    count = total = 0
    for upload in uploads:
        for unpacked in _files_of(upload):
            count, total = count + 1, total + len(unpacked.content)
            if count > MOST_FILES:
                raise TOO_MANY_IN_ARCHIVE(most=MOST_FILES)
            if total > MAX_TOTAL_BYTES:
                raise ARCHIVE_TOO_LARGE(most=MAX_TOTAL_MEGABYTES)
            yield _row(unpacked)


def _files_of(upload: Upload) -> Iterator[Unpacked]:
    if is_zip(upload.content):
        return unpack(upload.content)
    name = label(upload.name)
    if len(upload.content) > MAX_FILE_BYTES:
        error = PACKED_FILE_TOO_LARGE(most=MAX_FILE_MEGABYTES)
        return iter([Unpacked(name, error=error)])
    return iter([Unpacked(name, upload.content)])


def _row(unpacked: Unpacked) -> ArchiveFile:
    file = ArchiveFile(
        name=unpacked.label,
        digest=hashlib.sha256(unpacked.content).hexdigest(),
        content=zlib.compress(unpacked.content, _LEVEL),
        size=len(unpacked.content),
    )
    if unpacked.error is not None:
        reading_job.refuse(file, unpacked.error)
    return file


def _name_of(uploads: Sequence[Upload]) -> str:
    names = [label(upload.name) for upload in uploads]
    return label(names[0] if len(names) == 1 else f"{names[0]} + {len(names) - 1}")
