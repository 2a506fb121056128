"""`./run messages`: the messages of the sources, merged into the catalogues.

With `--long` it lists long messages. With `--left FILE` it counts, by class, the rows
of a table (message, replacement, class; tabs between) whose message is still in the
sources. With `--seen FOLDER` it lists the messages that are seen most in a folder of
`python -m tests.recorder`. None of them changes anything.

New messages are added, messages that no source has any more are dropped, and a changed
message keeps its old translation, marked as fuzzy, with the old message beside it. The
order of a catalogue stays as it is; a new message comes after its neighbour.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "clubsite" / "locale"
SOURCES = ("clubsite", "matches", "tournaments", "templates", "manage.py")
PROGRAMS = ("xgettext", "msgmerge")
LONGEST = 160
MOST_LISTED = 200
"""With more to be done, as in a new language, the catalogue is the list."""

Key = tuple[str | None, str, str]


def key(entry: polib.POEntry) -> Key:
    """Return what identifies a message in all catalogues."""
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def missing_programs() -> list[str]:
    """Return the programs of gettext that are not installed."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


def catalogue_file(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "django.po"


def load(file: Path) -> polib.POFile:
    """Read a catalogue so that saving it writes each message on one line."""
    return polib.pofile(str(file), wrapwidth=0)


def extract() -> polib.POFile:
    """Read every message of the product from its sources, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in SOURCES:
            _copy_source(ROOT / name, copy / name)
        (copy / "clubsite" / "locale").mkdir(exist_ok=True)
        subprocess.run(
            [
                *(sys.executable, "-m", "django", "makemessages", "--no-location"),
                *("--locale", "da", "--settings", "tests.settings"),
                *("--pythonpath", "."),
            ],
            cwd=copy,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "LC_ALL": "C.UTF-8",
            },
            check=True,
            capture_output=True,
        )
        (found,) = copy.rglob("*.po")
        return load(found)


def _copy_source(source: Path, copy: Path) -> None:
    if source.is_dir():
        ignored = shutil.ignore_patterns("__pycache__", "*.po", "*.mo", "static")
        shutil.copytree(source, copy, ignore=ignored)
    else:
        shutil.copy(source, copy)


@dataclass(frozen=True)
class Merged:
    """A catalogue brought up to date, and what is left to do in it."""

    catalogue: polib.POFile
    removed: int

    @property
    def to_translate(self) -> list[polib.POEntry]:
        """Messages without any translation."""
        return [
            entry
            for entry in self.catalogue
            if not entry.translated() and not entry.fuzzy
        ]

    @property
    def to_confirm(self) -> list[polib.POEntry]:
        """Messages with the translation of an earlier or a similar message."""
        return [entry for entry in self.catalogue if entry.fuzzy]


def merge(old: polib.POFile, wanted: polib.POFile) -> Merged:
    """Bring a catalogue up to date with the messages that the sources have."""
    with tempfile.TemporaryDirectory() as folder:
        before, template, after = (
            Path(folder) / name for name in ("before.po", "template.pot", "after.po")
        )
        old.save(str(before))
        wanted.save(str(template))
        subprocess.run(
            [
                *("msgmerge", "--previous", "--no-wrap", "--quiet"),
                *("--output-file", str(after), str(before), str(template)),
            ],
            check=True,
        )
        found = load(after)
    there = {key(entry): entry for entry in found if not entry.obsolete}
    order = _in_order([key(entry) for entry in old if not entry.obsolete], there)
    merged = polib.POFile(wrapwidth=0)
    merged.header, merged.metadata = old.header, old.metadata
    merged.extend(there[each] for each in order)
    removed = sum(key(entry) not in there for entry in old)
    return Merged(merged, removed)


def _in_order(old: list[Key], wanted: Iterable[Key]) -> list[Key]:
    """Keep the old order, and put what is new after its neighbour in the source."""
    now = list(wanted)
    kept = set(now)
    order = [each for each in old if each in kept]
    known = set(order)
    previous: Key | None = None
    for each in now:
        if each not in known:
            place = order.index(previous) + 1 if previous is not None else 0
            order.insert(place, each)
            known.add(each)
        previous = each
    return order


def long_messages(wanted: polib.POFile) -> list[str]:
    """Return the messages that nobody reads to their end, the longest first."""
    texts = {text for entry in wanted for text in (entry.msgid, entry.msgid_plural)}
    return sorted((text for text in texts if len(text) > LONGEST), key=len)[::-1]


def left(wanted: polib.POFile, table: Path) -> Counter[str]:
    """Count the rows of a table whose message is still there, by their class."""
    there = {
        (entry.msgctxt, " || ".join(filter(None, (entry.msgid, entry.msgid_plural))))
        for entry in wanted
    }
    counts: Counter[str] = Counter()
    for line in table.read_text().splitlines()[1:]:
        message, replacement, kind = line.split("\t")
        context = re.search(r"\(context: (.+?)\)", kind)
        kept = (context and context[1], message) in there and message != replacement
        counts[kind[0]] += kept
    return counts


def most_seen(wanted: polib.POFile, folder: Path) -> list[tuple[str, int]]:
    """Return the messages that are whole lines, or parts of one, on most pages."""
    parts = Counter(
        part
        for file in folder.rglob("*.txt")
        for part in {
            part
            for line in file.read_text("utf-8", "replace").splitlines()
            for part in line.strip("() ").split(" · ")
        }
    )
    seen: Counter[str] = Counter()
    texts = {text for entry in wanted for text in (entry.msgid, entry.msgid_plural)}
    for text in texts - {""}:
        if "%(" not in text:
            seen[text] = parts[text]
            continue
        first, *more = map(re.escape, re.split(r"%\(\w+\)s", text))
        pattern = re.compile("(.+)".join((first, *more)))
        if re.search(r"\w{3}", first + "".join(more)):
            longest = max(re.split(r"%\(\w+\)s", text), key=len)
            seen[text] = sum(
                count
                for part, count in parts.items()
                if longest in part and pattern.fullmatch(part)
            )
    return [row for row in seen.most_common(MOST_LISTED) if row[1]]


def main() -> int:
    """Merge the messages into all catalogues and say what is to be done."""
    options = argparse.ArgumentParser(prog="messages")
    options.add_argument("--long", action="store_true")
    options.add_argument("--left", type=Path, metavar="FILE")
    options.add_argument("--seen", type=Path, metavar="FOLDER")
    asked = options.parse_args()
    if missing := missing_programs():
        print(f"{' and '.join(missing)}: not installed (package: gettext)")
        return 1
    wanted = extract()
    if asked.long:
        print(*(f"{len(text)}  {text}" for text in long_messages(wanted)), sep="\n")
    if asked.left:
        print(
            *(f"{kind}: {n}" for kind, n in sorted(left(wanted, asked.left).items())),
            sep="\n",
        )
    if asked.seen:
        print(*(f"{n}  {text}" for text, n in most_seen(wanted, asked.seen)), sep="\n")
    if asked.long or asked.left or asked.seen:
        return 0
    return merge_all(wanted)


def merge_all(wanted: polib.POFile) -> int:
    """Bring the catalogues up to date and say what is to be done in them."""
    to_do: dict[Key, list[str]] = {}
    for file in sorted(LOCALE.glob("*/LC_MESSAGES/django.po")):
        language = file.parent.parent.name
        merged = merge(load(file), wanted)
        merged.catalogue.save(str(file))
        print(
            f"{language}: {len(merged.catalogue)} messages, "
            f"{len(merged.to_translate)} to translate, "
            f"{len(merged.to_confirm)} to confirm, {merged.removed} removed"
        )
        unfinished = merged.to_translate + merged.to_confirm
        for entry in unfinished if len(unfinished) <= MOST_LISTED else ():
            to_do.setdefault(key(entry), []).append(language)
    for (_context, message, _plural), languages in to_do.items():
        print(f"  {' '.join(languages)}: {message}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
