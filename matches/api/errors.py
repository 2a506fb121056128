"""Refusals of the HTTP API itself; all others come from the acts that it does."""

from http import HTTPStatus

from matches.rules.refusals import Refusal

TOKEN_NEEDED = Refusal(
    "api.token_needed",
    "This needs a token. Send it as: Authorization: Bearer TOKEN.",
    status=HTTPStatus.UNAUTHORIZED,
)
TOKEN_UNKNOWN = Refusal(
    "api.token_unknown",
    "This token is invalid or expired. Ask for a new one.",
    status=HTTPStatus.UNAUTHORIZED,
)
TOKEN_ENDED = Refusal(
    "api.token_ended",
    "This token has expired or was revoked. Ask for a new one.",
    status=HTTPStatus.UNAUTHORIZED,
)
NOT_ALLOWED = Refusal(
    "api.not_allowed",
    "The role of this token does not allow that.",
    status=HTTPStatus.FORBIDDEN,
)
NOT_THERE = Refusal("api.not_there", "Not found.", status=HTTPStatus.NOT_FOUND)
NO_SUCH_METHOD = Refusal(
    "api.no_such_method",
    "Allowed methods: %(methods)s.",
    status=HTTPStatus.METHOD_NOT_ALLOWED,
)
QUERY_INVALID = Refusal("api.query_invalid", "Invalid query parameters: %(reason)s")
BODY_INVALID = Refusal("api.body_invalid", "Invalid request body: %(reason)s")
BODY_TOO_LARGE = Refusal(
    "api.body_too_large",
    "Request too large (limit: %(most)s bytes).",
    status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
)
TOO_MANY = Refusal(
    "api.too_many",
    "Too many requests. Wait 15 minutes and poll less often; use ETags for "
    "unchanged answers.",
    status=HTTPStatus.TOO_MANY_REQUESTS,
)
