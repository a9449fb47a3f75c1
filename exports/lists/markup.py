"""The lines of a text that Muster posted, freed of the markup of the place that it was posted in, each with what it is.

Copied as it was written, a line says by its marks what it is; copied as it was shown, the marks are gone, and its contents
and blank lines must do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from exports.text.styles import APART

Kind = Literal["title", "heading", "unit", "item", "line"]
ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")
BOLD = re.compile(r"\*\*(?P<name>(?:\\.|[^\\*])+)\*\*(?P<behind>.*)")
HEADED = re.compile(r"(?P<marks>#{1,6})[ \t]++(?P<text>.*)")
BULLET = re.compile(r"(?P<indent>[ \t]*+)[-*•][ \t]++(?P<text>.*)")
TAGGED = re.compile(
    r"\[size=\d+\]\[b\](?P<title>.*)\[/b\]\[/size\]"
    r"|\[b\]\[u\](?P<heading>.*)\[/u\]\[/b\]"
    r"|\[b\](?P<unit>.*?)\[/b\](?P<behind>.*)",
    re.DOTALL,
)
RULE = re.compile("=+|-+")
OPENING = {")": "(", "]": "["}
MOST_BRACKETS = 8
"""So many brackets are looked at behind a name; a unit has one or two."""
UNDERLINED: Mapping[str, Kind] = {"=": "title", "-": "heading"}


@dataclass(frozen=True, slots=True)
class Token:
    """A line of a text. `behind` is what stands behind the name of a unit."""

    kind: Kind
    text: str
    place: int
    behind: str = ""


Lines = Sequence[tuple[int, str]]
"""Lines with their numbers."""


def tokens(lines: Lines, is_unit: Callable[[str], bool]) -> list[Token]:
    """Return what the lines of a text are; `is_unit` tells a unit by what stands behind its name."""
    texts = [line for _, line in lines]
    if any("[b]" in line and "[/b]" in line for line in texts):
        found = _forum_tokens(lines)
    elif any(BOLD.search(line) for line in texts):
        found = _markdown_tokens(lines)
    else:
        found = _bare(lines, is_unit)
    return [Token(each.kind, _clean(each.text), each.place, _clean(each.behind)) for each in found if _clean(each.text)]


def _clean(text: str) -> str:
    return " ".join(text.replace(APART, "").split())


def _markdown_tokens(lines: Lines) -> Iterator[Token]:
    """Yield the lines of Discord and Markdown, whose signs of markup stand behind a backslash in names."""
    for place, line in lines:
        heads, bullet = HEADED.fullmatch(line.strip()), BULLET.fullmatch(line)
        text = bullet["text"] if bullet else line
        if heads:
            kind: Kind = "title" if len(heads["marks"]) < 3 else "heading"
            yield Token(kind, _unescape(heads["text"]), place)
        elif bold := BOLD.fullmatch(text.strip()):
            yield Token("unit", _unescape(bold["name"]), place, _unescape(bold["behind"]))
        else:
            yield Token("item" if bullet else "line", _unescape(text), place)


def _unescape(text: str) -> str:
    return ESCAPED.sub(r"\1", text)


def _forum_tokens(lines: Lines) -> Iterator[Token]:
    """Yield the lines of a forum's markup."""
    for place, line in lines:
        found, bullet = TAGGED.fullmatch(line.strip()), BULLET.fullmatch(line)
        if found and found.lastgroup == "behind":
            yield Token("unit", found["unit"], place, found["behind"])
        elif found:
            yield Token(
                "title" if found["title"] is not None else "heading", found["title"] or found["heading"] or "", place
            )
        else:
            yield Token("item" if bullet else "line", bullet["text"] if bullet else line, place)


def _bare(lines: Lines, is_unit: Callable[[str], bool]) -> Iterator[Token]:
    """Yield the lines of a plain text, or of one that was copied as it was shown."""
    underlined = {at: UNDERLINED[line[0]] for at, (_, line) in enumerate(lines[1:]) if RULE.fullmatch(line.strip())}
    ends = {at for at, (_, line) in enumerate(lines) if at - 1 in underlined or not line.strip()}
    seen: set[Kind] = set()
    for at, (place, line) in enumerate(lines):
        if at in ends:
            continue
        bullet = BULLET.fullmatch(line)
        text = (bullet["text"] if bullet else line).strip()
        name, behind = _split(text, is_unit)
        if at in underlined:
            kind: Kind = underlined[at]
        elif underlined:
            kind = "item" if line[:1] in " \t" else "unit" if behind or "heading" in seen else "line"
        elif not seen:
            kind = "title"
        elif behind:
            kind = "unit"
        else:
            kind = _kind_of_second(lines[at - 1 :], seen, is_unit)
        seen.add(kind)
        yield Token(kind, name if kind == "unit" else text, place, behind)


def _kind_of_second(lines: Lines, seen: set[Kind], is_unit: Callable[[str], bool]) -> Kind:
    """Return what the second of these lines is: a heading stands before a unit, behind a blank line or before all units."""
    (_, before), _, *after = lines
    follows = next((text.strip() for _, text in after if text.strip()), "")
    if _split(follows, is_unit)[1] and (not before.strip() or "unit" not in seen):
        return "heading"
    return "item" if "unit" in seen else "line"


def _split(text: str, is_unit: Callable[[str], bool]) -> tuple[str, str]:
    """Return the name of a unit and the brackets behind it; the whole line where these are not what is said of units."""
    for start in _brackets_at_end(text):
        name = text[:start].rstrip()
        if 0 < len(name) < start and is_unit(text[start:]):
            return name, text[start:]
    return text, ""


def _brackets_at_end(text: str) -> list[int]:
    """Return where the brackets begin that a line ends with, from left to right; of very many only the last."""
    starts: list[int] = []
    end = len(text.rstrip())
    while len(starts) < MOST_BRACKETS and (opening := OPENING.get(text[end - 1 : end])):
        start = text.rfind(opening, 0, end - 1)
        if start < 0 or text.find(text[end - 1], start, end - 1) >= 0:
            break
        starts.insert(0, start)
        end = len(text[:start].rstrip())
    return starts
