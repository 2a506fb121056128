"""The operations of the API: the table from which addresses and schema are made.

A `Resource` is a view; each of its methods is an `Operation` with the types of its
query, body and answer. msgspec reads, checks and writes these types.
"""

import hashlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final, Generic, TypeVar

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.csrf import csrf_exempt

from matches.accounts import access as accounts_access
from matches.accounts.roles import CLUB_ACTS, Act
from matches.api.errors import (
    BODY_INVALID,
    BODY_TOO_LARGE,
    NO_SUCH_METHOD,
    NOT_ALLOWED,
    NOT_THERE,
    QUERY_INVALID,
    TOKEN_NEEDED,
    TOKEN_UNKNOWN,
    TOO_MANY,
)
from matches.api.shapes import Body, Problem, Query, Read, Shape
from matches.api.tokens import token_in
from matches.columns.shown import (
    for_viewer,
    full_names,
    public_names,
    reader_is_public,
)
from matches.rules.refusals import RuleError
from matches.web.answers import sentence, status_of
from matches.web.middleware import SignInNeededError
from matches.web.throttle import (
    WINDOW_SECONDS,
    address_of,
    asks_too_often,
    count_wrong_code,
    slow_wrong_code,
)

MOST_BYTES: Final = 256 * 1024
"""The most bytes of a request; a list of a thousand players has half of them."""
JSON: Final = "application/json"
_EXACT: Final = 2.0**53
"""The limit below which a JSON number such as 2.0 is read as a whole number."""

QueryT = TypeVar("QueryT", bound=Query)
BodyT = TypeVar("BodyT", bound=Body)
AnswerT = TypeVar("AnswerT")


@dataclass(frozen=True, slots=True)
class ApiRequest(Generic[QueryT, BodyT]):
    """One request, read and checked."""

    request: HttpRequest
    query: QueryT
    body: BodyT


@dataclass(frozen=True, slots=True)
class Tagged(Generic[AnswerT]):
    """An answer that is made only if the client does not have it yet.

    `tag` identifies its content: at one address an equal tag means an equal answer.
    """

    tag: str
    make: Callable[[], AnswerT]


@dataclass(frozen=True, slots=True)
class Done(Generic[AnswerT]):
    """An act that was carried out, and the function that reads the present state."""

    make: Callable[[], AnswerT]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of an address.

    `run` gets the request and the values of the address, and returns an `answer`, or a
    `Tagged` one. `refuses` are the further statuses of its refusals.
    """

    run: Callable[..., Any]
    summary: str
    answer: type[Any]
    query: type[Query] = Read
    body: type[Body] | None = None
    status: int = HTTPStatus.OK
    refuses: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """Its name in the schema."""
        return self.run.__name__


class Resource:
    """A view of the API: the operations of one address, by method.

    Only tokens are accepted. Cookies are ignored, so that a page of another site cannot
    act for a signed-in user.
    """

    csrf_exempt = True

    def __init__(
        self, *, get: Operation | None = None, post: Operation | None = None
    ) -> None:
        given = {"GET": get, "POST": post}
        self.operations: Mapping[str, Operation] = {
            method: found for method, found in given.items() if found is not None
        }

    def __call__(self, request: HttpRequest, **values: object) -> HttpResponse:
        """Answer a request."""
        # Before anything looks at the request: a page of another site sends the cookies
        # of its visitor along, and they must mean nothing here.
        forget_browser(request)
        try:
            count_request(request)
            answer = self._answer(request, values)
        except RuleError as error:
            answer = problem(error)
            if error.refusal is TOKEN_UNKNOWN:  # guesses are delayed
                count_wrong_code(request)
                slow_wrong_code(request, answer)
        except SignInNeededError:
            answer = problem(TOKEN_NEEDED())
        except PermissionDenied:
            # A token may not learn whether another tournament exists.
            # A tournament of others and one that does not exist get the same answer.
            is_known = accounts_access.acts_at_page(request) - CLUB_ACTS
            answer = problem(NOT_ALLOWED() if is_known else NOT_THERE())
        except Http404:
            answer = problem(NOT_THERE())
        patch_vary_headers(answer, ("Authorization", "Accept-Language"))
        answer.headers.setdefault("Cache-Control", "no-cache")
        if "Authorization" not in request.headers:
            answer["Access-Control-Allow-Origin"] = "*"  # public, and without cookies
            answer["Access-Control-Expose-Headers"] = "ETag"
        return answer

    def _answer(self, request: HttpRequest, values: dict[str, object]) -> HttpResponse:
        method = "GET" if request.method == "HEAD" else str(request.method)
        operation = self.operations.get(method)
        if operation is None:
            methods = ", ".join(self.operations)
            answer = problem(NO_SUCH_METHOD(methods=methods))
            answer["Allow"] = methods
            return answer
        query = read_query(request, operation.query)
        if operation.body is None:
            return read(operation, ApiRequest(request, query, Body()), values)
        accounts_access.signed_in(request)
        body = read_body(request, operation.body)
        return write(operation, ApiRequest(request, query, body), values)


@csrf_exempt
def not_there(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer 404 for an unknown address of the API, as a `Problem`."""
    forget_browser(request)
    return problem(NOT_THERE())


def count_request(request: HttpRequest) -> None:
    """Set the account of a request by its token, and count the request.

    Raises TOKEN_UNKNOWN, TOO_MANY. Programs behind one address have their own counts
    if they have their own tokens.
    """
    header = request.headers.get("Authorization", "")
    source = address_of(request)
    if header:
        token = token_in(header)
        request.user = token.account
        source = f"token {token.pk}"
    if asks_too_often(source):
        raise TOO_MANY()


def forget_browser(request: HttpRequest) -> None:
    """Remove cookies, session and account from a request."""
    request.COOKIES = {}
    request.session = type(request.session)()
    request.user = AnonymousUser()


def read(
    operation: Operation, asked: ApiRequest[Any, Any], values: Mapping[str, object]
) -> HttpResponse:
    """Answer a GET, with 304 if the client has the answer already."""
    with names_as_asked(asked):
        found = operation.run(asked, **values)
        if isinstance(found, Tagged):
            seen = "public" if reader_is_public() else "full"
            tag, content = f"{found.tag}-{seen}", None
        else:
            content = encoded(found)
            tag = hashlib.sha256(content).hexdigest()[:32]
        etag = f'"{tag}"'
        answer = get_conditional_response(asked.request, etag=etag)
        if answer is None:
            if content is None:
                content = encoded(found.make())
            answer = HttpResponse(content, content_type=JSON)
    answer["ETag"] = etag
    return answer


def write(
    operation: Operation, asked: ApiRequest[Any, Any], values: Mapping[str, object]
) -> HttpResponse:
    """Carry out an act, and answer with the new state."""
    with full_names():  # stored names must be the full ones
        done = operation.run(asked, **values)
    with names_as_asked(asked):
        return answer_of(done.make(), operation.status)


def names_as_asked(asked: ApiRequest[Any, Any]) -> AbstractContextManager[None]:
    """Read full names only if they are requested and the token's role may see them."""
    if getattr(asked.query, "names", "public") != "full":
        return public_names()

    def sees() -> bool:
        request = asked.request
        here = accounts_access.acts_at_page(request)
        return bool({Act.SEE, Act.PLAYERS} & (here | club_acts(request)))

    return for_viewer(sees)


def club_acts(request: HttpRequest) -> frozenset[Act]:
    """Return the acts that the token allows for the club."""
    return accounts_access.acts_of_visitor(request)


def read_query(request: HttpRequest, kind: type[QueryT]) -> QueryT:
    """Return the query of a request. Raises QUERY_INVALID."""
    try:
        return msgspec.convert(request.GET.dict(), kind, strict=False)
    except msgspec.ValidationError as error:
        raise QUERY_INVALID(reason=str(error)) from error


def read_body(request: HttpRequest, kind: type[BodyT]) -> BodyT:
    """Return the body of a request. Raises BODY_INVALID, BODY_TOO_LARGE."""
    length = request.headers.get("Content-Length", "")
    if length.isascii() and length.isdecimal() and int(length[:12]) > MOST_BYTES:
        raise BODY_TOO_LARGE(most=MOST_BYTES)
    try:
        sent = request.body
    except UnreadablePostError as error:
        raise BODY_INVALID(reason=str(error)) from error
    if len(sent) > MOST_BYTES:
        raise BODY_TOO_LARGE(most=MOST_BYTES)
    try:
        return msgspec.convert(_with_whole_numbers(msgspec.json.decode(sent)), kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BODY_INVALID(reason=str(error)) from error


def _with_whole_numbers(sent: object) -> Any:
    """Return a body with whole numbers in place of numbers such as 2.0."""
    if isinstance(sent, dict):
        return {key: _with_whole_numbers(value) for key, value in sent.items()}
    if isinstance(sent, list):
        return [_with_whole_numbers(value) for value in sent]
    if isinstance(sent, float) and abs(sent) < _EXACT and sent.is_integer():
        return int(sent)
    return sent


def problem(error: RuleError) -> HttpResponse:
    """Return the answer for a refusal, as a `Problem`."""
    told = Problem(code=error.code, message=sentence(error), values=dict(error.params))
    answer = answer_of(told, status_of(error))
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    if error.refusal is TOO_MANY:
        answer["Retry-After"] = str(WINDOW_SECONDS)
    return answer


def unavailable(sentence: str) -> HttpResponse:
    """Return the answer 503 with a sentence, as a `Problem`."""
    told = Problem(code="api.unavailable", message=sentence, values={})
    return answer_of(told, HTTPStatus.SERVICE_UNAVAILABLE)


def answer_of(content: Shape, status: int) -> HttpResponse:
    """Return an answer with a content."""
    return HttpResponse(encoded(content), content_type=JSON, status=status)


def encoded(content: object) -> bytes:
    """Return a content as JSON."""
    return msgspec.json.encode(content, enc_hook=_plain)


def _plain(value: object) -> object:
    """Return a `Name` or a choice of a column as plain text, for msgspec."""
    if isinstance(value, str):
        return value[:]
    raise TypeError(type(value).__name__)
