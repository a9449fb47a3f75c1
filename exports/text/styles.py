"""The places that lists are pasted into, one table: how each marks titles and lists, how much fits one message, and what
keeps the text of players and catalogues from being read as markup there.

A backslash undoes markup where the place knows that; a mention is undone by a blank of no width, as a backslash leaves
"@everyone" what it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Rules: TypeAlias = tuple[tuple[re.Pattern[str], str], ...]
"""What is replaced, one after the other, and by what."""

Messaging = Literal["discord", "markdown", "bbcode"]

APART = "\u200b"
BACKSLASH: Rules = (
    (re.compile(r"[\\`*_~|<>\[\]()/&^$!{}]|[:.](?=\S)|(?<=\d)\.|^[-+=]"), r"\\\g<0>"),
    (re.compile(r"[@#]"), rf"\g<0>{APART}"),
)
LONGEST = 200
"""Of a name in characters; the rest of it gives way to an ellipsis."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a place is written for. In the patterns `{}` is text that is safe there; each line is whole in itself.

    `limit` is what one message holds, in UTF-16 code units, the largest of the ways in which places count.
    """

    limit: int
    title: str
    line: str
    heading: str
    unit: str
    item: str
    rules: Rules

    def safe(self, text: str) -> str:
        """Return text of others on one line, so that it is read as nothing but text."""
        made = shorten(text)
        for pattern, replacement in self.rules:
            made = pattern.sub(replacement, made)
        return made


STYLES: Mapping[Messaging, Style] = {
    "discord": Style(2_000, "## {}", "{}", "\n### {}", "**{}** {}", "- {}", BACKSLASH),
    "markdown": Style(10_000, "## {}\n", "{}  ", "\n### {}\n", "- **{}** {}", "    - {}", BACKSLASH),
    "bbcode": Style(
        60_000,
        "[size=150][b]{}[/b][/size]",
        "{}",
        "\n[b][u]{}[/u][/b]",
        "[b]{}[/b] {}",
        "• {}",
        ((re.compile(r"[\[@]"), rf"\g<0>{APART}"), (re.compile(r"[:.](?=\S)"), rf"{APART}\g<0>")),
    ),
}
"""Discord's message, Reddit's comment (the smaller of its two limits), and a post of phpBB."""

MESSAGING: tuple[Messaging, ...] = get_args(Messaging)


def shorten(text: str, most: int = LONGEST) -> str:
    """Return text on one line with single blanks, cut to `most` characters."""
    made = " ".join(text.split())
    return made if len(made) <= most else f"{made[: most - 1]}…"


def units_of(text: str) -> int:
    """Return how long a text is in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2
