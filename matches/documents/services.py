"""Request a PDF and make it: once, by a worker, until its contents change.

A printout is unique for document, address, language, paper and basis (the digest of
its contents). Requests, jobs and deletions may happen at the same time; the unique
constraint decides, and the code catches its IntegrityError.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.documents import registry
from matches.documents.fontconfig import lacks_letters
from matches.documents.joined import telling
from matches.documents.languages import speaking
from matches.documents.models import Printout
from matches.documents.registry import (
    A4,
    PAPERS,
    AnyDocument,
    Paper,
    printing_on,
)
from matches.jobs import queue as jobs_queue
from matches.jobs import tasks
from matches.jobs.models import Job
from matches.rules.refusals import Message, Refusal, RuleError
from matches.web.club import club
from matches.web.shown import public_names

KIND: Final = "document"
STEPS: Final = (
    Message("document.step_reading", "Reading the contents"),
    Message("document.step_laying_out", "Laying out pages"),
)
MOST_KEPT: Final = 300
"""Most PDFs in the database: the oldest are deleted, and made again on request."""
ENDED: Final = (Job.State.DONE, Job.State.FAILED)

DOCUMENT_GONE = Refusal(
    "document.gone",
    "This can no longer be printed because its contents no longer exist.",
)
"""The subject of the document does not exist any more."""


@dataclass(frozen=True, slots=True)
class WantedDocument:
    """A document about one subject, as it would be printed now for one reader."""

    document: AnyDocument
    subject: object
    address: str
    language: str
    basis: str
    paper: Paper = A4
    problem: RuleError | None = None
    """The reason why the document cannot be made now; `basis` is then empty."""
    lacks_letters: bool = False
    """Whether no font here has some letter of the contents."""
    caution: str = ""
    """What is wrong with the contents, in a sentence."""

    @property
    def name(self) -> str:
        return self.document.name

    @property
    def row(self) -> dict[str, str]:
        """The columns of its printout."""
        return {
            "document": self.document.key,
            "address": self.address,
            "language": self.language,
            "basis": self.basis,
            "paper": self.paper.key,
        }


def wanted(
    document: AnyDocument, subject: object, *, paper: str = ""
) -> WantedDocument:
    """Return a document about a subject as it is now, in this reader's language.

    `paper` is the key of its paper, "" for the usual one.
    """
    ask = WantedDocument(
        document=document,
        subject=subject,
        address=document.scope.address(subject),
        language=document.language_for(subject),
        basis="",
        paper=paper_for(document.papers, paper),
    )
    try:
        values = document.read(subject)
    except RuleError as error:
        return replace(ask, problem=error)
    return replace(
        ask,
        basis=document.digest(values),
        lacks_letters=lacks_letters(repr(values)),
        caution=document.caution(values),
    )


def paper_for(papers: Sequence[Paper], wished: str) -> Paper:
    """Return the paper of this key, without one the usual paper of the club.

    A document that is not printed on this paper is printed on one of the same family,
    if there is any, else on its own.
    """
    usual = PAPERS.get(wished or club().paper, A4)
    if usual in papers:
        return usual
    return next((paper for paper in papers if paper.family == usual.family), papers[0])


def printout_of(ask: WantedDocument) -> Printout | None:
    """Return the printout with the current contents, made or queued, or None.

    One query. The PDF itself is deferred.
    """
    same = Printout.objects.filter(**ask.row)
    return same.select_related("job").defer("content").first()


def request_printout(
    ask: WantedDocument,
    *,
    again: bool = False,
    parameters: dict[str, str] | None = None,
) -> Printout:
    """Return the printout with the current contents; queue it if it is missing.

    A printout whose job failed is tried again only with `again`. `parameters` are
    stored with it, for scopes that find their subject by them.
    """
    found = printout_of(ask)
    failed = found is not None and found.job.state == Job.State.FAILED
    if found is not None and not (failed and again):
        return found
    kept = parameters or parameters_of(ask.document.key, ask.address)
    try:
        printout = _queue(ask, kept)
    except IntegrityError:
        # Another request queued the same printout between our query and our insert. Its
        # row is committed, because the unique constraint waits for the other commit.
        return Printout.objects.select_related("job").get(**ask.row)
    tasks.send_on_commit(printout.job_id)
    return printout


def prepare(key: str, subject: object) -> Printout:
    return request_printout(wanted(registry.document_named(key), subject))


def parameters_of(key: str, address: str) -> dict[str, str] | None:
    return _printouts_of(key, address).values_list("parameters", flat=True).first()


def open_count() -> int:
    return Printout.objects.exclude(job__state__in=ENDED).count()


def make_document(job: Job) -> None:
    """Make the PDF of `job`. Call it outside a transaction: it takes seconds.

    The PDF has the contents of the time when it is made. If they differ from those
    requested, it is stored under its new basis, for the next request.

    Raises LostClaimError, DOCUMENT_GONE, and what `build` of the document raises.
    """
    printout = Printout.objects.defer("content").get(job=job)
    document = registry.document_named(printout.document)
    jobs_queue.report_step(job, step=1, steps=len(STEPS), label=STEPS[0])
    in_zone = timezone.override(club().zone)
    with speaking(printout.language), in_zone, public_names():
        values = document.values(_subject(document, printout.address))
        basis = document.digest(values)
        jobs_queue.report_step(job, step=2, steps=len(STEPS), label=STEPS[1])
        paper = PAPERS.get(printout.paper, document.papers[0])
        with printing_on(paper):
            content = _built(document, values, job)
    # `finish` first: if another worker has the claim, it raises and nothing is stored.
    with transaction.atomic():
        jobs_queue.finish(job)
        _keep(printout, content, basis)
    # After the commit: an error here must not lose the PDF.
    forget_old()


def forget_old(now: datetime | None = None) -> None:
    """Delete PDFs older than their lifetime, and the oldest beyond `MOST_KEPT`."""
    now = now or timezone.now()
    too_old = Q(pk__in=[])
    for document in registry.all_documents():
        keys = [form.key for form in document.forms()]
        too_old |= Q(document__in=keys, asked_at__lt=now - document.lifetime)
    # By one key in the middle instead of a list of all to be deleted: the number of
    # places in a statement is limited.
    last = Printout.objects.order_by("-pk").values_list("pk", flat=True)
    oldest = last[MOST_KEPT : MOST_KEPT + 1].first()
    if oldest is not None:
        too_old |= Q(pk__lte=oldest)
    _remove(Printout.objects.filter(too_old))


def forget_made() -> None:
    """Delete PDFs made by an earlier version of the product, which may look different.

    Printouts with parameters stay: their typed text is stored nowhere else.
    """
    _remove(Printout.objects.filter(parameters__isnull=True))


def _subject(document: AnyDocument, address: str) -> object:
    try:
        return document.scope.subject(address)
    except (LookupError, ValueError, ObjectDoesNotExist) as error:
        raise DOCUMENT_GONE() from error


def _queue(ask: WantedDocument, parameters: dict[str, str] | None) -> Printout:
    """Queue a printout and delete failed ones of it.

    Raises IntegrityError: the same printout was queued at the same time.
    """
    digest = sha256(repr(ask.row).encode()).hexdigest()
    printouts = _printouts_of(ask.document.key, ask.address)
    # A failed printout has the same unique key as the new one and must go first. If the
    # insert fails, the rollback brings it back.
    with transaction.atomic():
        same = printouts.filter(language=ask.language, paper=ask.paper.key)
        _remove(same, states=(Job.State.FAILED,))
        job = Job.objects.create(kind=KIND, key=f"{KIND}:{digest}", steps=len(STEPS))
        return Printout.objects.create(**ask.row, parameters=parameters, job=job)


def _built(document: AnyDocument, values: object, job: Job) -> bytes:
    """Make the PDF; the job reports the progress of a long one."""

    def tell(done: int, parts: int) -> None:
        # Earlier steps are the same for all documents; writing the file is one more
        # step.
        before = len(STEPS)
        jobs_queue.report_step(
            job, step=before + done, steps=before + parts + 1, label=STEPS[1]
        )

    with telling(tell):
        return document.build(values)


def _keep(printout: Printout, content: bytes, basis: str) -> None:
    """Store a PDF and delete the older ones that it replaces."""
    rows = Printout.objects.filter(pk=printout.pk)
    try:
        with transaction.atomic():
            rows.update(content=content, basis=basis, made_at=timezone.now())
    except IntegrityError:
        # The contents changed while the PDF was made, and a reader has already asked
        # for the new contents: that printout has its own job and makes this one
        # superfluous. The inner `atomic` keeps the outer transaction usable.
        Job.objects.filter(pk=printout.job_id).delete()
        return
    others = _printouts_of(printout.document, printout.address)
    same = others.filter(language=printout.language, paper=printout.paper)
    _remove(same.exclude(pk=printout.pk))


def _printouts_of(key: str, address: str) -> QuerySet[Printout]:
    return Printout.objects.filter(document=key, address=address)


def _remove(rows: QuerySet[Printout], states: tuple[str, ...] = ENDED) -> None:
    """Delete printouts with their jobs, only if the job is in one of `states`.

    The default keeps queued and running jobs, for which a reader is waiting.
    """
    Job.objects.filter(printout__in=rows, state__in=states).delete()
