"""Match files that are too large for a web process to read: a worker adds them."""

from hashlib import sha256
from typing import Any, Final

from matches.accounts.models import User
from matches.files import services as files_services
from matches.jobs import queue as jobs_queue
from matches.jobs import sent_files
from matches.jobs.models import Job, SentFile
from matches.ledger.book import lock_match
from matches.ledger.models.facts import MatchFile
from matches.ledger.models.match import Match
from matches.ledger.reporter import Reporter
from matches.rules import Side
from matches.rules.messages import Message

KIND: Final = "match-file"
LARGEST_AT_ONCE: Final = 256 * 1024
"""The most bytes of a match file that a web process reads itself.

That takes it a tenth of a second. A long match has twenty kilobytes; only files with an
analysis, and crafted ones, are larger.
"""
READING: Final = Message("file.step_reading", "Reading the moves")


def queue_file(match: Match, *, name: str, content: bytes, by: Reporter) -> str:
    """Queue a file to be added to a match; return the key that finds it again.

    The same file by the same reporter has the same key. Raises RuleError: the match
    takes no files from this reporter.
    """
    with lock_match(match.pk, by) as book:
        book.check_may_show()
    about = {
        "match": match.pk,
        "user": by.user and by.user.pk,
        "side": by.side,
        "via": by.via,
        "device": by.device,
    }
    digest = sha256(repr((about, name)).encode() + content).hexdigest()
    label = files_services.label(name)
    sent_files.send_file(KIND, digest, name=label, content=content, about=about)
    return digest


def sent_to(match: Match, key: str) -> SentFile | None:
    """Return a file that was sent to this match, or None."""
    sent = sent_files.sent_file(KIND, key)
    return sent if sent is not None and sent.about["match"] == match.pk else None


def added_by(sent: SentFile) -> MatchFile | None:
    """Return the match file that was made of this one, None if it was removed since."""
    return MatchFile.objects.valid().filter(pk=sent.found["file"]).first()


def add_sent_file(job: Job) -> None:
    """Read the file of `job` and add it to its match.

    Raises LostClaimError, and what `attach` raises.
    """
    sent = sent_files.of_job(job)
    jobs_queue.report_step(job, step=1, steps=2, label=READING)
    attached = files_services.attach(
        match_id=sent.about["match"],
        name=sent.name,
        content=sent_files.content_of(sent),
        by=_reporter(sent.about),
    )
    # If another worker has the claim now, it finds the same file there.
    sent_files.finish(job, {"file": attached.file.pk})


def _reporter(about: dict[str, Any]) -> Reporter:
    user = about["user"] and User.objects.filter(pk=about["user"]).first()
    side = about["side"] and Side(about["side"])
    return Reporter(
        user=user or None, side=side or None, via=about["via"], device=about["device"]
    )
