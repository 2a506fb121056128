"""Damages match files: the same way for the same numbers."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from tests.transcript_report import match_files

GOLDEN = Path(__file__).parents[2] / "golden" / "transcripts"
MOST_BYTES = 400_000
"""What a damaged file is cut to; what is longer is for other tests."""

Mutation = Callable[[Random, bytes, bytes], bytes]
"""Takes a file and another one, and returns the file damaged."""

_MOST_MUTATIONS = 4
_LOOK_ALIKES = ("٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９", "०१२३४५६७८९", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_NUMBERS = (
    *("0", "-1", "1", "2", "7", "16", "24", "25", "26", "63", "64", "65", "999"),
    *("00", "007", "4016", "32768", "65536", "99999", "100000", "999999", "1048576"),
    *("2147483648", "1073741824", "9" * 20, "9" * 400, "9" * 5000, "1.5", "1e9", "0x1"),
)
_RUNS = (
    *(
        "x",
        " ",
        "\t",
        "9",
        "(",
        ")",
        "[",
        "]",
        ":",
        ";",
        "\\",
        "/",
        "*",
        '"',
        "é",
        "🎲",
    ),
    *(
        "8/5 ",
        "(;",
        "[a]",
        ") 31: ",
        "; [",
        "Game 1\n",
        "\n",
        "A\u0301",
        "\u202e",
        "%s",
    ),
    *("%(line)s ", "{0}", "Wins 1 point ", "1)", " : 0"),
)
_WORDS = (
    *(" Doubles => 2", " Doubles => 3", " Redoubles => 4", " Beavers => 4", " Takes"),
    *(" Drops", " Resigns", "Losses 2 points", "Wins 1 point", "Wins 0 points"),
    *(
        "Wins 5 points and the match",
        "????",
        "31: ????",
        "Cannot Move",
        "resigned Game",
    ),
    *("61: bar/24* 13/7", "66: 24/18(2) 13/7(2)", "11: 6/off(4)", "42: 8/4*/2*", "00:"),
    *("77: 8/1", "31: 3/6", "31: bar/bar", "31: off/3", "6-1: 8/7", "21:", "31: 25/0"),
    *(" Game 1", " Game 2 - Crawford game", " 5 point match", " 0 point match"),
    *("Match to 7", '; [Crawford "Off"]', '; [Jacoby "On"]', '; [Player 1 ""]'),
    *('; [Variation "Nackgammon"]', '; [Variation "Fevga"]', '; [Player 1 Elo "-"]'),
    *("Illegal play (;;;)", "Illegal play (1;2;3;4;1;Ada;0;1;1;1;0;0;1;0;0;0)"),
    *("; Set Pos=", "; Set Pos=4HPwATDgc/ABMA:cIkKAAAAAAAA", ";", " : 0", ")", "1)"),
)
_NODES = (
    *(";W[31hefe]", ";B[66]", ";W[double]", ";B[take]", ";B[drop]", ";W[resign:2]"),
    *(";B[accept]", ";B[reject]", ";W[11yzyzyzyz]", ";W[31aa]", ";W[99]", ";W[]"),
    *(";CV[64]", ";CV[3]", ";CP[w]", ";CO[c]", ";PL[B]", ";DI[61]", ";DI[00]", ";CV[]"),
    *(";AE[a:y]AW[a][a][b]AB[x]", ";AW[a:y]", ";AB[y][y]", ";AW[z]", ";AE[y:a]"),
    *("RE[B+4096R]", "RE[W+]", "RE[B+0]", "MI[length:0]", "MI[length:99999][game:99]"),
    *("MI[ws:4][bs:-4]", "RU[Crawford:CrawfordGame]", "RU[Hypergammon3]", "RU[NoCube]"),
    *("RU[Nackgammon:Jacoby]", "GM[1]", "GM[6]", "FF[99]", "CA[utf-16]", "CA[rot13]"),
    *(
        "PW[]",
        "PB[\\]\\\\]",
        "C[\\",
        "LU[",
        "(;W[21])",
        "(",
        ")",
        "()",
        "(;)",
        ";",
        "[",
    ),
    *("]", "\\]", "[:]", "a[b]", "W [31]", "w[31hefe]", "White[31]"),
)
_ENCODINGS = (
    *("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252", "latin-1"),
    *("cp437", "koi8-r", "shift_jis", "utf-7"),
)
_MARKS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00", b"\x1a", b"PK\x03\x04")
_ENDS = (b"\r", b"\r\n", b"\n\r", b"\n\n", b"\x0b", b"\x85", "\u2028".encode())
_NUMBER = re.compile(rb"\d+")
_PROPERTY = re.compile(rb"\[[^\[\]]*+\]")
_HEAD = 400


def golden_files():
    """Return the invented matches of this repository, one of each dialect."""
    return [path.read_bytes() for path in sorted(GOLDEN.iterdir())]


def collected_files():
    """Return the files that lie beside the repository on some machines."""
    return [path.read_bytes() for path in match_files()]


def damaged(random, *collections):
    """Return a file, changed in one to four ways.

    Each collection gives as many files as the others; one may be empty.
    """
    filled = [each for each in collections if each]
    content = random.choice(random.choice(filled))
    for _ in range(random.randint(1, _MOST_MUTATIONS)):
        other = random.choice(random.choice(filled))
        mutation = random.choice(MUTATIONS)
        content = mutation(random, content, other)[:MOST_BYTES]
    return content


# Bytes ---------------------------------------------------------------------


def _span(random, content, most=400):
    """Return where a piece begins and ends; short ones are as likely as long ones."""
    start = random.randint(0, len(content))
    return start, min(len(content), start + random.randint(0, random.choice((4, most))))


def _flip(random, content, _other):
    changed = bytearray(content)
    for _ in range(random.randint(1, 20) if changed else 0):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _swap_characters(random, content, _other):
    changed = bytearray(content)
    for _ in range(random.randint(1, 20) if changed else 0):
        one, two = (random.randrange(len(changed)) for _ in range(2))
        changed[one], changed[two] = changed[two], changed[one]
    return bytes(changed)


def _delete(random, content, _other):
    start, end = _span(random, content)
    return content[:start] + content[end:]


def _repeat(random, content, _other):
    start, end = _span(random, content)
    times = random.choice((2, 3, 9, 200))
    return content[:start] + content[start:end] * times + content[end:]


def _truncate(random, content, _other):
    start, end = sorted(random.randint(0, len(content)) for _ in range(2))
    return random.choice((content[:end], content[start:], content[start:end]))


def _splice(random, content, other):
    return (
        content[: random.randint(0, len(content))]
        + (other[random.randint(0, len(other)) :])
    )


def _graft(random, content, other):
    at = random.randint(0, len(content))
    start, end = _span(random, other, most=2000)
    return content[:at] + other[start:end] + content[at:]


def _again(random, content, other):
    return random.choice((content, other)) + content * random.randint(1, 5)


def _insert(random, content, _other, *, pieces):
    for _ in range(random.randint(1, 4)):
        piece = random.choice(pieces)
        at = random.randint(0, len(content))
        raw = piece.encode() if isinstance(piece, str) else piece
        content = content[:at] + raw + content[at:]
    return content


def _insert_run(random, content, _other):
    times = random.choice((30, 300, 999, 1001, 5000, 20_000))
    at = random.randint(0, len(content))
    run = random.choice(_RUNS).encode() * times
    return content[:at] + run[:MOST_BYTES] + content[at:]


# Lines and words -----------------------------------------------------------


def _shuffle_lines(random, content, other):
    lines = content.split(b"\n")
    for _ in range(random.randint(1, 12)):
        at, to = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                lines[at], lines[to] = lines[to], lines[at]
            case 1:
                lines.insert(to, lines[at])
            case 2 if len(lines) > 1:
                del lines[at]
            case 3:
                lines[at] += lines[to]
            case _:
                lines.insert(to, random.choice(other.split(b"\n")))
    return b"\n".join(lines)


def _replace_word(random, content, _other):
    words = re.split(rb"( {2,}|\n)", content)
    for _ in range(random.randint(1, 6)):
        words[random.randrange(len(words))] = random.choice(_WORDS).encode()
    return b"".join(words)


def _change_numbers(random, content, _other):
    rate = random.choice((0.01, 0.1, 0.5))

    def changed(found):
        if random.random() > rate:
            return found[0]
        near = str(int(found[0][:9]) + random.choice((-1, 1)))
        return random.choice((near, random.choice(_NUMBERS))).encode()

    return _NUMBER.sub(changed, content)


def _disguise_digits(random, content, _other):
    alike, rate = random.choice(_LOOK_ALIKES), random.choice((0.02, 0.3, 1.0))
    return b"".join(
        alike[each - ord("0")].encode()
        if chr(each) in "0123456789" and random.random() < rate
        else bytes((each,))
        for each in content
    )


def _tamper_head(random, content, other):
    mutation = random.choice((_flip, _shuffle_lines, _change_numbers, _replace_word))
    return mutation(random, content[:_HEAD], other[:_HEAD]) + content[_HEAD:]


def _change_line_ends(random, content, _other):
    return content.replace(b"\n", random.choice(_ENDS))


# SGF -----------------------------------------------------------------------


def _change_properties(random, content, other):
    values = _PROPERTY.findall(content) + _PROPERTY.findall(other) + [b"[]"]
    rate = random.choice((0.02, 0.2))

    def changed(found):
        if random.random() > rate:
            return found[0]
        return random.choice((b"", found[0] * 2, random.choice(values)))

    return _PROPERTY.sub(changed, content)


def _drop_brackets(random, content, _other):
    bracket = random.choice(("[", "]", "(", ")", ";", "\\")).encode()
    times = random.choice((1, 3, -1))
    return content.replace(bracket, random.choice((b"", bracket * 2, b"\\")), times)


# Encodings -----------------------------------------------------------------


def _encode(random, content, _other):
    text = content.decode("utf-8", errors="replace")
    return text.encode(random.choice(_ENCODINGS), errors="replace")


def _mark(random, content, _other):
    return random.choice(_MARKS) + content


MUTATIONS = (
    *(_flip, _swap_characters, _delete, _repeat, _truncate, _splice, _graft, _again),
    *(_insert_run, _shuffle_lines, _shuffle_lines, _replace_word, _replace_word),
    *(_change_numbers, _change_numbers, _disguise_digits, _tamper_head),
    *(_change_line_ends, _change_properties, _drop_brackets, _encode, _mark),
    *(partial(_insert, pieces=_WORDS), partial(_insert, pieces=_NODES)),
)
