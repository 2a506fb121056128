"""The API of all rooms: who asks, how often, what is refused, names and ETags."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.http.response import HttpResponseBase
from django.middleware.http import ConditionalGetMiddleware
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError
from ninja.openapi.docs import DocsBase
from ninja.operation import Operation
from ninja.security import HttpBearer
from ninja.throttling import BaseThrottle

from matches.accounts.access import acts_at_page
from matches.accounts.middleware import Viewer
from matches.accounts.roles import CLUB_ACTS
from matches.api import errors
from matches.api.models import ApiToken
from matches.api.schemas import Problem
from matches.api.tokens import token_named
from matches.rules.refusals import RuleError
from matches.web import throttle
from matches.web.answers import sentence, status_of
from matches.web.middleware import SignInNeededError
from matches.web.shown import for_viewer, public_names, reader_is_public

VERSION: Final = "1"
ROOT: Final = f"api/v{VERSION}/"
MOST_BYTES: Final = 256 * 1024
"""The most bytes of a request; a list of a thousand players has half of them."""
_READS: Final = frozenset({401, 404, 405, 422, 429})
_WRITES: Final = _READS | {403, 409, 413}


class Token(HttpBearer):
    def __call__(self, request: HttpRequest) -> ApiToken | None:
        # A page of another site sends the cookies of its visitor along, and they must
        # mean nothing here.
        request.COOKIES, request.user = {}, AnonymousUser()
        request.session = type(request.session)()
        return super().__call__(request)

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken:
        found = token_named(token)
        request.user = found.account
        return found


def anybody(request: HttpRequest) -> object:
    """Let strangers read. Raises TOKEN_UNKNOWN for another kind of authorization."""
    if "Authorization" in request.headers:
        raise errors.TOKEN_UNKNOWN()
    return request.user


class FairUse(BaseThrottle):
    """So many requests of one token, or of one address without a token."""

    def allow_request(self, request: HttpRequest) -> bool:
        token = vars(request)["auth"]
        if isinstance(token, ApiToken):
            return not throttle.asks_too_often(f"token {token.pk}")
        return not throttle.asks_too_often(throttle.address_of(request))

    def wait(self) -> float:
        return throttle.WINDOW_SECONDS


class Docs(DocsBase):
    def render_page(
        self, request: HttpRequest, api: NinjaAPI, **kwargs: Any
    ) -> HttpResponse:
        schema = api.get_openapi_schema()
        return render(request, "matches/api/docs.html", {"schema": schema})


class Api(NinjaAPI):
    def get_openapi_operation_id(self, operation: Operation) -> str:
        return operation.view_func.__name__


api = Api(
    title="Crawford",
    version=VERSION,
    description="Tournaments, players, rounds, matches and standings.",
    docs=Docs(),
    docs_url="docs/",
    docs_decorator=require_safe,
    urls_namespace="api",
    auth=[Token(), anybody],
    throttle=[FairUse()],
)


def reads(answer: Any) -> dict[str, Any]:
    """Return the options of an operation that reads, with a token or without."""
    return {
        "response": {200: answer, 304: None, _READS: Problem},
        "openapi_extra": {"security": [{}]},
    }


def writes(answer: Any, status: int = HTTPStatus.OK) -> dict[str, Any]:
    """Return the options of an operation that writes, with a token only."""
    return {"response": {int(status): answer, _WRITES: Problem}, "auth": Token()}


class UnchangedError(Exception):
    """The program has this answer already."""


def tag(request: HttpRequest, mark: str) -> None:
    """Make `mark`, which identifies all that the answer tells, its ETag.

    Raises UnchangedError, before the answer is made.
    """
    names = "public" if reader_is_public() else "full"
    vars(request)["etag"] = etag = f'"{mark}-{names}"'
    if get_conditional_response(request, etag=etag) is not None:
        raise UnchangedError


@api.exception_handler(UnchangedError)
def unchanged(request: HttpRequest, error: Exception) -> HttpResponse:
    return HttpResponse(status=HTTPStatus.NOT_MODIFIED)


@csrf_exempt
def not_there(request: HttpRequest, rest: str) -> HttpResponse:
    return refuse(request, errors.NOT_THERE())


def problem(
    request: HttpRequest, code: str, message: str, /, **values: str | int
) -> HttpResponse:
    """Return a `Problem`, 503 unless the caller sets another status."""
    told = {"code": code, "message": message, "values": values}
    unavailable = HTTPStatus.SERVICE_UNAVAILABLE
    return api.create_response(request, told, status=unavailable)


def refuse(request: HttpRequest, error: Exception | type[Exception]) -> HttpResponse:
    refusal = _refusal(request, error)
    answer = problem(request, refusal.code, sentence(refusal), **refusal.params)
    answer.status_code = status_of(refusal)
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    if refusal.refusal is errors.TOKEN_UNKNOWN:
        throttle.count_wrong_code(request)  # guesses are delayed
        throttle.slow_wrong_code(request, answer)
    return answer


for _kind in (
    *(RuleError, SignInNeededError, PermissionDenied, Http404, UnreadablePostError),
    *(HttpError, ValidationError),
):
    api.add_exception_handler(_kind, refuse)


def _refusal(request: HttpRequest, error: Exception | type[Exception]) -> RuleError:
    refusal = errors.NOT_THERE()
    match error:
        case RuleError():
            refusal = error
        case AuthenticationError() | SignInNeededError():
            refusal = errors.TOKEN_NEEDED()
        case Throttled():
            refusal = errors.TOO_MANY()
        case HttpError() | UnreadablePostError():
            refusal = errors.BODY_INVALID(reason=str(error))
        case ValidationError(errors=[{"loc": [where, *path], "msg": reason}, *_]):
            is_query = where == "query"
            invalid = errors.QUERY_INVALID if is_query else errors.BODY_INVALID
            refusal = invalid(reason=f"{'.'.join(map(str, path))}: {reason}")
        # A tournament of others and one that does not exist get the same answer.
        case PermissionDenied() if acts_at_page(request) - CLUB_ACTS:
            refusal = errors.NOT_ALLOWED()
    return refusal


def api_answers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer programs: HEAD as GET, with the names asked for, an ETag, and CORS."""
    conditional = ConditionalGetMiddleware(get_response)

    def answered(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(f"/{ROOT}"):
            return get_response(request)
        method = request.method
        request.method = "GET" if method == "HEAD" else method
        wants_full = request.GET.get("names") == "full"
        names = for_viewer(Viewer(request).sees_full_names) if wants_full else None
        with names or public_names():
            answer = _answer(request)
        if "etag" in vars(request):
            answer["ETag"] = vars(request)["etag"]
        answer = conditional.process_response(request, answer)
        request.method = method
        patch_vary_headers(answer, ("Authorization", "Accept-Language"))
        if "Authorization" in request.headers:
            answer["Cache-Control"] = "private, no-cache"
        else:
            answer.headers.setdefault("Cache-Control", "no-cache")
            answer["Access-Control-Allow-Origin"] = "*"  # public, and without cookies
            answer["Access-Control-Expose-Headers"] = "ETag"
        return answer

    def _answer(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or ""
        if length.isdecimal() and float(length) > MOST_BYTES:
            return refuse(request, errors.BODY_TOO_LARGE(most=MOST_BYTES))
        answer = get_response(request)
        if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            methods = ", ".join(sorted(answer["Allow"].split(", ")))
            answer = refuse(request, errors.NO_SUCH_METHOD(methods=methods))
            answer["Allow"] = methods
        return answer

    return answered
