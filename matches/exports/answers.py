"""A file as the answer to a request."""

from collections.abc import Callable, Sequence

from django.http import Http404, HttpResponse
from django.utils.http import content_disposition_header

from matches.exports.tables import ExportTable
from matches.exports.writing import WRITERS


def tables_as(
    kind: str, name: str, tables: Callable[[], Sequence[ExportTable]]
) -> HttpResponse:
    """Return tables as a file of a kind, such as xlsx. Raises Http404: no such kind."""
    if kind not in WRITERS:
        raise Http404
    content_type, written = WRITERS[kind]
    return file_answer(written(tables()), f"{name}.{kind}", content_type)


def file_answer(content: bytes, name: str, content_type: str) -> HttpResponse:
    """Return a file to be saved under a name."""
    answer = HttpResponse(content, content_type=content_type)
    header = content_disposition_header(as_attachment=True, filename=name)
    answer["Content-Disposition"] = header or "attachment"
    return answer
