"""A foreign list from a file, whatever its format: the contents decide, not the name."""

from __future__ import annotations

import re
from collections.abc import Callable

from datasheets.archives import is_zip, megabytes
from datasheets.problems import DocumentError, document_error
from datasheets.words import Message
from exports.lists.battlescribe_text import is_battlescribe_text, read_battlescribe_text
from exports.lists.event_text import is_event_text, read_event_text
from exports.lists.listed import ListedArmy
from exports.lists.newrecruit import read_newrecruit
from exports.lists.posted_text import is_posted_text, read_posted_text
from exports.lists.ros import read_ros

MOST_TEXT, MOST_LINES, LONGEST_LINE, WIDEST_INDENT = 1_000_000, 5_000, 4_000, 80
MOST_LISTED, MOST_FORCES = 2_000, 50
TEXTS: tuple[tuple[Callable[[list[str]], bool], Callable[[list[str]], ListedArmy]], ...] = (
    (is_event_text, read_event_text),
    (is_battlescribe_text, read_battlescribe_text),
    (is_posted_text, read_posted_text),
)
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f]")
MARK = b"\xef\xbb\xbf"
TAGGED = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[(?:b|u|size=\d+)\]")
"""How a text begins that is marked up for forums, and no JSON."""


def read_list(data: bytes, file: str) -> ListedArmy:
    """Return the army of a `.ros` or `.rosz` file, of New Recruit's JSON, or of a text list.

    Args:
        data: the contents of the file.
        file: what the user calls it, for sentences.

    Raises:
        DocumentError: It is none of these, or not safe to read; one sentence with file and line.
    """
    if is_zip(data):
        return read_ros(data, file)
    start = data.removeprefix(MARK).lstrip()[:1]
    if start == b"<" or (data[:2] in (b"\xff\xfe", b"\xfe\xff") and b"<" in data[:6]):
        return read_ros(data, file)
    if start in (b"{", b"[") and not TAGGED.match(data):
        return read_newrecruit(data, file)
    return read_text(data, file)


def looks_like_text_list(data: bytes) -> bool:
    """Say whether contents are a text as other programs, or Muster, write lists."""
    try:
        written = _decode(data[:MOST_TEXT], "").splitlines()
    except DocumentError:
        return False
    lines = [_normal(line) for line in written[:MOST_LINES] if len(line) <= LONGEST_LINE]
    return any(is_such(lines) for is_such, _ in TEXTS)


def read_text(data: bytes, file: str) -> ListedArmy:
    """Return the army of a text list; raises `DocumentError`."""
    if len(data) > MOST_TEXT:
        raise document_error(file, Message("list.text-large", {"size": megabytes(MOST_TEXT), "bytes": len(data)}))
    written = _decode(data, file).splitlines()
    if len(written) > MOST_LINES:
        raise document_error(file, Message("list.lines-most", {"most": MOST_LINES, "found": len(written)}))
    for place, line in enumerate(written, 1):
        if len(line) > LONGEST_LINE:
            raise document_error(f"{file}:{place}", Message("list.line-long", {"most": LONGEST_LINE}))
        if CONTROL.search(line):
            raise document_error(f"{file}:{place}", Message("list.line-control"))
    lines = [_normal(line) for line in written]
    for is_such, read in TEXTS:
        if is_such(lines):
            return _check_size(_read_with_name(read, lines, file), file)
    raise document_error(file, Message("list.unknown"))


def _normal(line: str) -> str:
    """Return a line with an indent of at most `WIDEST_INDENT` blanks, one blank between words, and none at its end."""
    line = line.expandtabs(4)
    indent = len(line) - len(line.lstrip())
    return " " * min(indent, WIDEST_INDENT) + " ".join(line.split()) if indent < len(line) else ""


def _read_with_name(read: Callable[[list[str]], ListedArmy], lines: list[str], file: str) -> ListedArmy:
    try:
        return read(lines)
    except DocumentError as error:
        raise document_error(file, error.problems[0].message) from error


def _check_size(army: ListedArmy, file: str) -> ListedArmy:
    """Return an army that is no larger than lists are."""
    count = sum(1 for _ in army.walk())
    if count > MOST_LISTED or len(army.forces) > MOST_FORCES:
        values = {"forces": MOST_FORCES, "most": MOST_LISTED, "own": len(army.forces), "found": count}
        raise document_error(file, Message("list.large", values))
    return army


def _decode(data: bytes, file: str) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise document_error(file, Message("file.not-utf8", {"byte": error.start})) from error
