"""Imports the files of an archive into the ledger, one at a time, and undoes it.

Each file is one transaction: the new players, the match, the match file, its games, and
the state of the archive file. If a worker dies, a file is either unchanged or done; the
next worker continues with the files that are still queued.
"""

import logging
import zlib
from collections.abc import Sequence
from datetime import datetime, time
from typing import Final, TypeAlias

from django.db import DatabaseError, transaction
from django.utils import timezone

from matches.club_matches.services import cancel_club_match
from matches.files.archive.models import Archive, ArchiveFile
from matches.files.archive.queries import directory_name
from matches.files.compare import parsed
from matches.files.services import attach, import_games, remove_file, undo_import
from matches.jobs import queue as jobs_queue
from matches.jobs.models import Job
from matches.ledger.models.match import Match
from matches.ledger.opening import NewMatch, Terms, open_matches, profile_row
from matches.ledger.reporter import By, Reporter, reporter_of, write_line
from matches.players.models import Player
from matches.players.names import fold, spelled_alike
from matches.players.services import NewPlayer, create_players
from matches.rulebook.profiles import DEFAULT, Profile
from matches.rulebook.switches import AUTOMATIC, BEAVERS, CRAWFORD, CUBE_CAP, JACOBY
from matches.rules import GameResult
from matches.rules.messages import Message
from matches.rules.refusals import Refusal, RuleError
from matches.rules.text import gettext_noop
from matches.transcripts import JudgedFile

IMPORTING: Final = Message(
    "archive.step_importing", gettext_noop("Importing the files")
)
_NOON: Final = time(12)
State: TypeAlias = ArchiveFile.State

logger = logging.getLogger(__name__)

FILE_BROKE_IMPORT = Refusal(
    "archive.file_broke_import",
    gettext_noop(
        "Something went wrong on the server with this file, and nothing of it was "
        "imported. Send it to the person who runs the server: the reason is in the "
        "log."
    ),
)
"""The import of a file failed by an error of the program."""

NAMESAKE_APPEARED = Refusal(
    "archive.namesake_appeared",
    gettext_noop(
        "A player called %(name)s was added to the directory after this was decided. "
        "Choose whether it is the same person."
    ),
)
"""A player of that name was added to the directory after the decision."""

OTHER_PLAYERS = Refusal(
    "archive.other_players",
    gettext_noop(
        "The match that was chosen is between other players. Choose who is who, or "
        "another match."
    ),
)
"""The chosen match is not between the chosen players."""

NOBODY_CHOSEN = Refusal(
    "archive.nobody_chosen",
    gettext_noop("Choose which players the two columns of this file belong to."),
)
"""A column without a player."""

CHANGED_SINCE_IMPORT = Refusal(
    "archive.changed_since_import",
    gettext_noop(
        "%(match)s was changed after this import, so the import cannot be undone "
        "here. Open the match and correct it there."
    ),
)
"""Something else was recorded in the match after the import."""

MATCH_GONE = Refusal(
    "archive.match_gone",
    gettext_noop(
        "The match that this file was imported into no longer exists, so there is "
        "nothing to undo."
    ),
)
"""The match that the file was taken into is no longer there."""


def import_files(job: Job) -> None:
    """Import the queued files of the archive of `job` into the ledger.

    Raises LostClaimError.
    """
    archive = Archive.objects.get(importing=job)
    queued = archive.files.filter(state=State.QUEUED)
    done = 0
    while True:
        following = queued.first()
        if following is None:
            if _ended(archive, job):
                return
            continue
        steps = max(job.steps, done + queued.count())
        jobs_queue.report_step(job, step=done, steps=steps, label=IMPORTING)
        _import(following)
        done += 1


def undo(*, file: ArchiveFile, by: By) -> bool:
    """Undo the import of a file; players who were added with it stay.

    A match that was opened for it is cancelled; an existing match gets its former state
    back. Returns False if the import was undone already.

    Raises CHANGED_SINCE_IMPORT, MATCH_GONE, and what the services of matches
    raise.
    """
    with transaction.atomic():
        row = ArchiveFile.objects.select_for_update().defer("content").get(pk=file.pk)
        if row.state != State.DONE:
            return False
        if row.match is None:
            raise MATCH_GONE()
        if row.match.state != Match.State.VOID:
            _take_out(row, row.match, by)
        ArchiveFile.objects.filter(pk=row.pk).update(
            state=State.OPEN,
            match=None if row.goal == ArchiveFile.Goal.NEW else row.match,
            revision=None,
            taken_back=True,
        )
    return True


def _ended(archive: Archive, job: Job) -> bool:
    """Finish the job and return True, unless more files were queued meanwhile.

    The archive's row is locked, so a request cannot queue a file between the check and
    the end of the job.
    """
    with transaction.atomic():
        locked = Archive.objects.select_for_update().get(pk=archive.pk)
        if locked.files.filter(state=State.QUEUED).exists():
            return False
        jobs_queue.finish(job)
    return True


def _import(queued: ArchiveFile) -> None:
    """Import one file; if it is refused, store the reason."""
    try:
        judged = parsed(zlib.decompress(queued.content), name=queued.name)
        with transaction.atomic():
            file = ArchiveFile.objects.select_for_update(of=("self",)).get(pk=queued.pk)
            # Asked again under the lock: the director may have taken the file out of
            # the queue since.
            if file.state == State.QUEUED:
                _take(file, judged)
    except RuleError as error:
        _put_back(queued, error)
    except DatabaseError:
        raise  # not an error of the file: the job runs again
    except Exception:
        logger.exception(
            "file %s of archive %s broke", queued.number, queued.archive_id
        )
        _put_back(queued, FILE_BROKE_IMPORT())


def _put_back(file: ArchiveFile, error: RuleError) -> None:
    ArchiveFile.objects.filter(pk=file.pk, state=State.QUEUED).update(
        state=State.OPEN, error=error.code, error_params=dict(error.params)
    )


def _take(file: ArchiveFile, judged: JudgedFile) -> None:
    by = Reporter(user=file.decided_by)
    one = file.player_1 or _new_player(file, file.name_1, chosen=file.is_new_1)
    two = file.player_2 or _new_player(file, file.name_2, chosen=file.is_new_2)
    match = file.match
    if match is None:
        match = _open(file, judged, players=(one, two), by=by)
    # The match was chosen on an older page; its players may have been merged or
    # changed.
    if {match.player_1_id, match.player_2_id} != {one.pk, two.pk}:
        raise OTHER_PLAYERS()
    swapped = match.player_1_id != one.pk
    kept = attach(
        match_id=match.pk,
        name=file.name,
        content=zlib.decompress(file.content),
        swapped=swapped,
        by=by,
    )
    revision = None
    if judged.results:
        recorded = import_games(
            match_id=match.pk,
            file_id=kept.file.pk,
            swapped=swapped,
            replace=file.replaces,
            by=by,
        )
        revision = recorded.match.revision
    if file.goal == ArchiveFile.Goal.NEW:
        _date(match, file)
    ArchiveFile.objects.filter(pk=file.pk).update(
        state=State.DONE,
        match=match,
        player_1=one,
        player_2=two,
        is_new_1=False,
        is_new_2=False,
        revision=revision,
        error="",
        error_params={},
    )


def _new_player(file: ArchiveFile, name: str, *, chosen: bool) -> Player:
    """Add a player to the directory, once for all files of the archive."""
    if not chosen:
        raise NOBODY_CHOSEN()
    called = directory_name(name)
    _refuse_namesake(file, called)
    made = create_players([NewPlayer(called)])[0]
    # Otherwise the next file with this name would add the same person a second time.
    for other in file.archive.files.filter(is_new_1=True).defer("content"):
        if fold(directory_name(other.name_1)) == fold(called):
            _become(other, player_1=made, is_new_1=False)
    for other in file.archive.files.filter(is_new_2=True).defer("content"):
        if fold(directory_name(other.name_2)) == fold(called):
            _become(other, player_2=made, is_new_2=False)
    return made


def _become(file: ArchiveFile, **columns: object) -> None:
    ArchiveFile.objects.filter(pk=file.pk).update(**columns)


def _refuse_namesake(file: ArchiveFile, name: str) -> None:
    since = Player.objects.filter(created_at__gt=file.decided_at or timezone.now())
    for player in since:
        if fold(player.name) == fold(name) and spelled_alike(player.name, name):
            raise NAMESAKE_APPEARED(name=player.name)


def _open(
    file: ArchiveFile, judged: JudgedFile, *, players: tuple[Player, Player], by: By
) -> Match:
    """Open the club match of a file."""
    profile = profile_row(_rules(file, judged.length, judged.results))
    start = judged.start.one, judged.start.two
    terms = Terms(
        length=judged.length,
        profile=profile,
        rated=file.rated and judged.length > 0,
        start=start if judged.length and any(start) else None,
    )
    one, two = players
    (opened,) = open_matches(new=[NewMatch(one.pk, two.pk)], terms=terms)
    match = Match.objects.select_related("profile").get(pk=opened)
    write_line(act="match_opened", reporter=reporter_of(by), match=match)
    return match


def _rules(file: ArchiveFile, length: int, games: Sequence[GameResult]) -> Profile:
    """Return the chosen rules, changed by the rules that the file itself states.

    Games that were played for money were allowed, because a money ledger cannot mark a
    game as irregular.
    """
    rules = DEFAULT if file.profile is None else file.profile.profile
    if length:
        crawford = rules[CRAWFORD] if file.crawford is None else file.crawford
        return rules.with_changes(crawford=crawford)
    cap = rules[CUBE_CAP]
    highest = max((game.cube for game in games), default=1)
    return rules.with_changes(
        jacoby=rules[JACOBY] if file.jacoby is None else file.jacoby,
        beavers=max(rules[BEAVERS], *(game.beavers for game in games), 0),
        automatic=max(rules[AUTOMATIC], *(game.automatic for game in games), 0),
        cube_cap=None if cap is not None and highest >= cap else cap,
    )


def _date(match: Match, file: ArchiveFile) -> None:
    """Set the day of the match from the file or the director, if it is known."""
    if file.day is None:
        return
    played = timezone.make_aware(datetime.combine(file.day, _NOON))
    known = Match.objects.filter(pk=match.pk)
    known.update(created_at=played)
    known.filter(finished_at__isnull=False).update(finished_at=played)


def _take_out(file: ArchiveFile, match: Match, by: By) -> None:
    if file.revision is not None:
        # Nothing but the import may have touched the match: its revision right after
        # the import is stored with the file.
        if match.revision != file.revision:
            raise CHANGED_SINCE_IMPORT(
                match=f"{match.player_1.name} – {match.player_2.name}"
            )
        undo_import(match_id=match.pk, revision=file.revision, by=by)
    kept = match.files.valid().filter(digest=file.digest)
    for row in kept.values_list("pk", flat=True):
        remove_file(match_id=match.pk, row=row, by=by)
    if file.goal == ArchiveFile.Goal.NEW:
        cancel_club_match(match_id=match.pk, by=by)
