"""A director's browser reduced to requests, for tests that break what it talks to."""

import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from http.cookiejar import CookieJar
from typing import IO, Any

ANSWER_SECONDS = 60.0
BROKEN = (HTTPException, OSError)  # what a killed web server looks like from here


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_kwargs: Any) -> None:
        """Leave the answer to a form as it is."""


@dataclass(frozen=True)
class Answer:
    """What came back, redirects not followed."""

    status: int
    text: str
    location: str


@dataclass
class Visitor:
    """Somebody with cookies. One of them for each thread."""

    url: str
    cookies: CookieJar = field(default_factory=CookieJar)
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        """Fetch a page."""
        return self._ask(urllib.request.Request(self._address(path)))

    def post(self, path: str, **fields: Any) -> Answer:
        """Send a form. Raises one of BROKEN if no whole answer came back."""
        token = next(each.value for each in self.cookies if "csrf" in each.name)
        typed = {"csrfmiddlewaretoken": token, **fields}
        data = urllib.parse.urlencode(typed).encode()
        return self._ask(urllib.request.Request(self._address(path), data=data))

    def twin(self) -> "Visitor":
        """Return the same person in another window."""
        other = Visitor(self.url)
        for cookie in self.cookies:
            other.cookies.set_cookie(cookie)
        return other

    def _address(self, path: str) -> str:
        return urllib.parse.urljoin(self.url, path)

    def _ask(self, request: urllib.request.Request) -> Answer:
        opener = urllib.request.build_opener(
            _Stay, urllib.request.HTTPCookieProcessor(self.cookies)
        )
        for name, value in self.headers.items():
            request.add_header(name, value)
        try:
            with opener.open(request, timeout=ANSWER_SECONDS) as answer:
                return _read(answer, answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return _read(error, error.code)


def _read(answer: HTTPResponse | IO[bytes], status: int) -> Answer:
    headers = getattr(answer, "headers", {})
    return Answer(status, answer.read().decode(), headers.get("Location", ""))
