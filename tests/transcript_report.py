"""What the match files of a folder come to, one line each.

    python -m tests.transcript_report [folder]

Names of players are never shown. At the end: counts, and every file that is no match,
with the reason.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from matches.rules import GameResult, RuleError
from matches.transcripts.judge import judge
from matches.transcripts.judge.results import JudgedFile
from matches.transcripts.read import read
from matches.transcripts.replay import frames

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "transcripts"
"""Lies beside the repository on some machines only."""

_SIDES = "·LR"
_NO_MATCHES = {".json", ".md"}


@dataclass(frozen=True, slots=True)
class Found:
    """One file: what it comes to, or why it is no match."""

    name: str
    judged: JudgedFile | None = None
    refusal: RuleError | None = None


def match_files(folder: Path = FOLDER) -> list[Path]:
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in _NO_MATCHES
    )


def found_in(path: Path, folder: Path = FOLDER) -> Found:
    """Read and judge one file."""
    name = path.relative_to(folder).as_posix()
    try:
        return Found(name, judged=judge(read(path.read_bytes(), name=path.name)))
    except RuleError as refusal:
        return Found(name, refusal=refusal)


def line_of(found: Found) -> str:
    """Return format, dialect, length, results and doubts of a file."""
    if not found.judged:
        return f"{found.name}: {found.refusal.code}"
    judged = found.judged
    results = " ".join(
        _result(game.result) if game.result else "-" for game in judged.games
    )
    transcript, shown = judged.transcript, judged.shown
    parts = [
        f"{found.name}: {transcript.format}/{transcript.dialect}",
        f"to {judged.length}" if judged.length else "money",
        f"{shown.one}-{shown.two}",
        f"games {len(judged.games)}: {results}",
    ]
    doubts = Counter(doubt.code for doubt in judged.doubts)
    if doubts:
        parts.append("! " + ", ".join(sorted(doubts)))
    return " | ".join(parts)


def summary(all_found: list[Found]) -> Iterator[str]:
    """Yield the counts, and what was refused."""
    matches = [each.judged for each in all_found if each.judged]
    games = [game for judged in matches for game in judged.games]
    replayed = [frame for game in games for frame in frames(game)]
    yield f"files {len(all_found)}, matches {len(matches)}, games {len(games)}"
    yield f"results {sum(len(judged.results) for judged in matches)}"
    yield "endings " + _counted(game.how for game in games)
    yield "dialects " + _counted(judged.transcript.dialect for judged in matches)
    illegal = sum(each.illegal is not None for each in replayed)
    unsure = sum(not each.sure for each in replayed)
    dances = sum(each.dance for each in replayed)
    yield f"acts {len(replayed)}, dances {dances}, illegal {illegal}, unsure {unsure}"
    yield "doubts " + _counted(
        doubt.code for judged in matches for doubt in judged.doubts
    )
    yield "not imported:"
    for each in all_found:
        if each.refusal:
            yield f"  {each.name}: {each.refusal}"


def main(folder: Path) -> None:
    """Print the report."""
    all_found = [found_in(path, folder) for path in match_files(folder)]
    for found in all_found:
        print(line_of(found))
    for line in summary(all_found):
        print(line)


def _result(result: GameResult) -> str:
    points = result.points if result.awarded is None else result.awarded
    return f"{_SIDES[result.winner]}{points}{result.ending[0]}"


def _counted(words: Iterator[str]) -> str:
    counted = Counter(str(word) for word in words).most_common()
    return ", ".join(f"{word} {count}" for word, count in counted) or "none"


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if sys.argv[1:] else FOLDER)
