"""Asks for every address that leads from the first pages, and writes the answers."""

import json
import re
from collections import Counter, deque
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import time_machine
from django.apps import apps
from django.db import models
from django.test import Client
from django.test.utils import (
    setup_databases,
    setup_test_environment,
    teardown_databases,
    teardown_test_environment,
)
from django.urls import Resolver404, resolve

from matches.models import Match, Player
from tests import builders
from tests.recorder.reading import page_lines, pdf_lines
from tests.recorder.world import make_club
from tournaments.models import Draw, Tournament

NOW = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
ALIKE = 2
"""So many addresses of one kind are recorded for each tournament."""
DOCUMENTS = frozenset({"document", "document_pdf"})
"""Of these so many are recorded for each document."""
LEFT_OUT = frozenset({"account_logout", "set_language"})
HEX = re.compile(r"\b[0-9a-f]{12,}\b")


def record(folder: Path) -> None:
    """Make the club in a database of its own and record it."""
    folder.mkdir(parents=True, exist_ok=True)
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        with time_machine.travel(NOW, tick=False):
            people = make_club()
            names = RowNames()
            clients = {"visitor": Client(), "player": Client()}
            clients |= {role: builders.signed_in(user) for role, user in people.items()}
            for role, client in clients.items():
                for address, text in crawl(client, first_addresses(role)):
                    write(folder / role, names.replace(address), names.replace(text))
            for address, text in api_answers(Client()):
                write(folder / "api", names.replace(address), names.replace(text))
    finally:
        teardown_databases(databases, verbosity=0)
        teardown_test_environment()


def first_addresses(role: str) -> list[str]:
    """Return where somebody begins: a player at the personal link, others at home."""
    if role == "player":
        entered = Player.objects.filter(entries__tournament__name="Great Swiss")
        return [f"/p/{entered.order_by('pk')[0].link_key}/"]
    slugs = Tournament.objects.order_by("pk").values_list("slug", flat=True)
    return ["/", "/desk/", *(f"/desk/{slug}/" for slug in slugs)]


def crawl(client: Client, first: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each address that is reached, a few of each kind, and what it answers."""
    is_personal = first[0].startswith("/p/")
    waiting, seen, alike = deque(first), set(first), Counter[tuple[str, ...]]()
    while waiting:
        address = waiting.popleft()
        kind = kind_of(address)
        if kind is None or alike[kind] >= ALIKE:
            continue
        alike[kind] += 1
        text, links = answer(client, address)
        yield address, text
        for link in links:
            target = urlsplit(urljoin(address, link))
            path = target.path + (f"?{target.query}" if target.query else "")
            is_ours = not target.scheme and not link.startswith(
                ("post ", "dialog ", "#")
            )
            if path in seen or not is_ours:
                continue
            if is_personal and not path.startswith("/p/"):
                continue
            seen.add(path)
            waiting.append(path)


def kind_of(address: str) -> tuple[str, ...] | None:
    """Return what addresses alike have in common, None for those not asked for."""
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return None
    name = found.url_name or ""
    if name in LEFT_OUT:
        return None
    given = found.kwargs
    if name in DOCUMENTS:
        return name, str(given["key"])
    return name, str(given.get("slug", "")), str(given.get("kind", ""))


def answer(client: Client, address: str) -> tuple[str, list[str]]:
    """Return what an address answers as text, and the links of a page.

    A document that is being made is made and asked for again.
    """
    response = client.get(address)
    builders.print_all()
    if response.status_code == 200 and kind_of(address)[0] in DOCUMENTS:  # type: ignore[index]
        response = client.get(address)
    head = [f"{response.status_code} {response.get('Content-Type', '')}"]
    if response.has_header("Location"):
        head.append(f"to {response['Location']}")
        return "\n".join(head), [response["Location"]]
    content = b"".join(response) if response.streaming else response.content
    kind = response.get("Content-Type", "").partition(";")[0]
    links: list[str] = []
    if kind == "text/html":
        lines, links = page_lines(content.decode())
        lines += ["", "Links", *sorted(set(links))]
    elif kind == "application/pdf":
        lines = pdf_lines(content)
    elif kind == "application/json":
        lines = [json.dumps(json.loads(content), indent=1, ensure_ascii=False)]
    elif kind.startswith("text/"):
        lines = content.decode().splitlines()
    else:
        lines = [f"{len(content) // 1024} KB"]
    return "\n".join([*head, *lines]), links


def api_answers(client: Client) -> Iterator[tuple[str, str]]:
    """Yield what each operation that reads answers about each tournament."""
    schema = "/api/v1/openapi.json"
    yield schema, answer(client, schema)[0]
    paths = client.get(schema).json()["paths"]
    for tournament in Tournament.objects.order_by("pk"):
        match = Match.objects.filter(pairing__tournament=tournament).first()
        draw = Draw.objects.filter(stage__tournament=tournament).order_by("pk").first()
        if match is None or draw is None:
            continue
        values = {
            "slug": tournament.slug,
            "stage": draw.stage.number,
            "number": 1,
            "code": match.code,
            "key": match.player_1.key,
            "pk": draw.pk,
        }
        for path, operations in sorted(paths.items()):
            if "get" in operations:
                address = path.format(**values)
                yield address, answer(client, address)[0]


class RowNames:
    """Replaces codes and keys, which are random, by the names of their rows."""

    def __init__(self) -> None:
        self._names = {
            value: f"<{model._meta.model_name} {pk} {field.name}>"
            for model in apps.get_models()
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField)
            and field.unique
            and field.name not in {"slug", "username", "name"}
            for pk, value in model._default_manager.values_list("pk", field.name)
            if value and len(str(value)) > 4
        }
        codes = sorted(map(re.escape, self._names), key=len, reverse=True)
        self._pattern = re.compile("|".join(codes) or r"(?!)")

    def replace(self, text: str) -> str:
        """Return the text without anything random."""
        text = self._pattern.sub(lambda found: self._names[found[0]], text)
        return HEX.sub("<hex>", text)


def write(folder: Path, address: str, text: str) -> None:
    """Write an answer into a file that is named after its address."""
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^\w.=&<>-]+", "_", address).strip("_")[:180] or "home"
    (folder / f"{name}.txt").write_text(f"{address}\n{text}\n", encoding="utf-8")
