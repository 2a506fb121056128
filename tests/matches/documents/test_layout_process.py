"""The process that lays out the documents of a worker: what it makes, when it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from multiprocessing.connection import Pipe

import pytest
from pypdf import PdfReader

from matches.documents import layout_process, pdf
from matches.documents.papers import A5, printing_on
from matches.documents.registry import document_named
from matches.documents.services import make_document, request_printout, wanted
from matches.jobs import queue as jobs_queue
from matches.models import Job, Printout
from matches.rulebook import book_named
from matches.rules.refusals import RuleError
from tests.conftest import missing

PAGE = "<p>Anna</p>"
DYING = """
import os, signal, sys
from multiprocessing.connection import Connection

connection = Connection(int(sys.argv[1]))
connection.recv_bytes()
os.write(connection.fileno(), b"\\0\\0\\1\\0the first bytes of 256")
os.kill(os.getpid(), signal.SIGSEGV)
"""
"""A layout process that dies while it sends its answer."""


@pytest.fixture(autouse=True)
def _pango() -> None:
    try:
        pdf._engine()
    except RuleError:
        missing("libpango-1.0-0")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Have documents made in the press; return the processes that it starts."""
    processes: list[subprocess.Popen[bytes]] = []

    class Watched(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **kwargs: object) -> None:
            super().__init__(*args, **kwargs)  # type: ignore[call-overload]
            processes.append(self)

    monkeypatch.setattr(layout_process.subprocess, "Popen", Watched)
    asked = layout_process.LayoutProcess()
    pdf.use_layout_process(asked)
    try:
        yield processes
    finally:
        pdf.use_layout_process(None)
        asked._leave()
    for process in processes:
        process.wait()


def let_die(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Let the next `count` processes die by SIGSEGV."""
    start = layout_process.subprocess.Popen
    programs = iter([("-c", DYING)] * count)

    def started(command: list[str], **kwargs: object) -> subprocess.Popen[bytes]:
        program = next(programs, tuple(command[1:-1]))
        return start([command[0], *program, command[-1]], **kwargs)

    monkeypatch.setattr(layout_process.subprocess, "Popen", started)


def document_job() -> Job:
    ask = wanted(document_named("rules"), book_named("danish"))
    return request_printout(ask).job


def lines(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


def test_it_prints_and_a_killed_one_is_replaced(
    started: list[subprocess.Popen[bytes]],
) -> None:
    told: list[int] = []
    with printing_on(A5):
        first = pdf.render_pdf(PAGE, "<p>Bo</p>", laid_out=told.append)
    assert lines(first) == ["Anna", "Bo"]
    assert told == [1, 2]
    width = PdfReader(BytesIO(first)).pages[0].mediabox.width
    assert abs(float(width) - A5.width / 25.4 * 72) < 1
    # What a document does wrong is told, and the same process goes on.
    with pytest.raises(ValueError, match="shorter"):
        pdf.render_pdf(PAGE, PAGE, stylesheet=[""])
    assert lines(pdf.render_fitting([PAGE], pages=1, stylesheet="")) == ["Anna"]
    assert len(started) == 1

    def kill(_chunks: int) -> None:
        if len(started) == 1:
            started[0].kill()
            started[0].wait()

    assert lines(pdf.render_pdf(PAGE, laid_out=kill)) == ["Anna"]
    assert len(started) == 2


@pytest.mark.django_db
def test_a_job_succeeds_though_the_process_dies_once(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    let_die(monkeypatch, 1)
    job = document_job()
    jobs_queue.run(job.pk, work=make_document)
    assert started[0].wait() == -signal.SIGSEGV
    assert len(started) == 2
    assert "Crawford" in lines(bytes(Printout.objects.get(job=job).content))[0]


@pytest.mark.django_db
def test_a_job_says_that_it_failed_when_the_process_dies_twice(
    started: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    let_die(monkeypatch, 2)
    job = document_job()
    with pytest.raises(layout_process.LayoutProcessEndedError):
        jobs_queue.run(job.pk, work=make_document)
    assert [process.wait() for process in started] == [-signal.SIGSEGV] * 2
    job.refresh_from_db()
    assert jobs_queue.job_error(job) == str(jobs_queue.BROKE())
    assert "2 layout processes ended during render_fitting" in caplog.text
    # The next request is made by a third process.
    again = request_printout(
        wanted(document_named("rules"), book_named("danish")), again=True
    )
    jobs_queue.run(again.job.pk, work=make_document)
    assert lines(bytes(Printout.objects.get(job=again.job).content))


def test_one_that_ended_as_idle_is_no_attempt(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    pdf.render_pdf(PAGE)
    started[0].kill()
    started[0].wait()
    let_die(monkeypatch, layout_process.ATTEMPTS - 1)
    assert lines(pdf.render_pdf(PAGE)) == ["Anna"]
    assert len(started) == 1 + layout_process.ATTEMPTS


def test_the_worker_measures_texts_without_reading_fonts(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    width = pdf.text_width("Wil Åm")
    pdf._advance_widths.cache_clear()
    pdf._bundled_widths.cache_clear()
    monkeypatch.setitem(sys.modules, "fontTools.ttLib", None)
    assert pdf.text_width("Wil Åm") == width
    assert len(started) == 1


def test_it_ends_when_none_comes_or_the_worker_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(layout_process, "IDLE_SECONDS", 0.0)
    ours, theirs = Pipe()
    with ours, theirs:
        ours.send(("render_pdf", [PAGE], {}, None, False))
        layout_process.serve(theirs)  # returns: nothing else was asked
        assert lines(ours.recv()) == ["Anna"]
        ours.close()
        with pytest.raises(EOFError):
            layout_process.serve(theirs)


def test_pages_have_the_processors_before_papers(
    started: list[subprocess.Popen[bytes]],
) -> None:
    pdf.render_pdf(PAGE)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    of_papers = os.getpriority(os.PRIO_PROCESS, started[0].pid)
    assert of_papers == min(ours + layout_process.NICENESS, 19)


def test_a_document_of_which_it_dies_fails(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout_process.sys, "executable", "/bin/false")
    with pytest.raises(layout_process.LayoutProcessEndedError):
        pdf.render_pdf(PAGE)
    assert len(started) == layout_process.ATTEMPTS


def test_it_ends_with_the_worker_and_not_with_a_signal(
    started: list[subprocess.Popen[bytes]],
) -> None:
    pdf.render_pdf(PAGE)
    os.kill(started[0].pid, signal.SIGTERM)  # systemd sends it to all of a worker
    pdf.render_pdf(PAGE)
    assert len(started) == 1
    # At the end of the test the worker is gone, and the fixture waits for the end.
