"""Forms filled in and sent without a window that draws them.

What a test needs before it begins is made in this way: a page that nobody looks at
costs the browser ten times what it costs the product. The forms are those of the pages,
with everything that stands in them already.
"""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

from playwright.sync_api import Page

FORM = "application/x-www-form-urlencoded"
TICKED = {"checkbox", "radio"}
PRESSED = {"submit", "image", "reset", "button", "file"}
LEADS_ON = {302, 303}
PASSWORD = "four words in a row"


@dataclass
class Form:
    """A form of a page: where it is sent, and what stands in it."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The words of each button, and the name and value that it adds."""

    def encoded(self, button: str, typed: dict[str, str]) -> str:
        """Return what a browser would send when this button is pressed."""
        kept = [(name, value) for name, value in self.fields if name not in typed]
        pressed = [pair for pair in [self.buttons[button]] if pair[0]]
        return urlencode([*kept, *typed.items(), *pressed])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self._form: Form | None = None
        self._text: list[str] | None = None
        self._name = self._value = self._href = ""
        self._option: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "form":
            self._form = Form(given.get("action", ""))
            self.forms.append(self._form)
        elif tag == "a":
            self._text, self._href = [], given.get("href", "")
        elif tag == "button":
            self._text, self._name, self._value = [], name, value
        elif tag == "textarea":
            self._text, self._name = [], name
        elif tag == "select":
            self._name, self._option = name, None
        elif tag == "option" and (self._option is None or "selected" in given):
            self._option = value
        elif tag == "input" and self._form and name and "disabled" not in given:
            kind = given.get("type", "text")
            if kind in TICKED and "checked" in given:
                self._form.fields.append((name, value or "on"))
            elif kind not in TICKED | PRESSED:
                self._form.fields.append((name, value))

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        text = "".join(self._text or ())
        words = " ".join(text.split())
        if tag == "form":
            self._form = None
        elif tag == "a" and self._text is not None:
            self.links.setdefault(words, self._href)
            self._text = None
        elif self._form and tag == "button":
            self._form.buttons.setdefault(words, (self._name, self._value))
            self._text = None
        elif self._form and tag == "textarea":
            self._form.fields.append((self._name, text.removeprefix("\n")))
            self._text = None
        elif self._form and tag == "select" and self._option is not None:
            self._form.fields.append((self._name, self._option))


@dataclass(frozen=True)
class Answer:
    """A page that came without being drawn."""

    url: str
    forms: list[Form]
    links: dict[str, str]
    text: str

    def has(self, button: str) -> bool:
        """Whether a form has a button with these words."""
        return any(button in form.buttons for form in self.forms)


def fetch(page: Page, address: str) -> Answer:
    """Get a page with the cookies of this window, which stays where it is."""
    return _asked(page, address, None)


def send(page: Page, answer: Answer, button: str, **typed: str) -> Answer:
    """Fill in the form that has this button, press it, and return what comes."""
    return _asked(page, *_filled_in(answer, button, typed))


def save(page: Page, answer: Answer, button: str, **typed: str) -> None:
    """Send a form and do not look where it leads; what was wrong leads nowhere."""
    address, body = _filled_in(answer, button, typed)
    came = page.request.post(
        address, data=body, headers={"Content-Type": FORM}, max_redirects=0
    )
    assert came.status in LEADS_ON, f"{came.status} {address} {body}"
    asked = came.headers.get("location", "")
    if "reauthenticate" in asked:  # the login is older than some minutes
        answer = fetch(page, urljoin(address, asked))
        save(page, answer, "Continue", password=PASSWORD)


def _filled_in(answer: Answer, button: str, typed: dict[str, str]) -> tuple[str, str]:
    """Return where the form with this button is sent, and what a browser sends."""
    found = [form for form in answer.forms if button in form.buttons]
    assert found, f"no button {button!r} at {answer.url}"
    address = urljoin(answer.url, found[0].action)
    return address, found[0].encoded(button, typed)


def read(url: str, text: str) -> Answer:
    """Read the forms and links of a page."""
    reader = _Reader()
    reader.feed(text)
    return Answer(url, reader.forms, reader.links, text)


def _asked(page: Page, address: str, body: str | None) -> Answer:
    request = page.request
    came = (
        request.get(address)
        if body is None
        else request.post(address, data=body, headers={"Content-Type": FORM})
    )
    text = came.text()
    assert came.ok, f"{came.status} {came.url}"
    return read(came.url, text)
