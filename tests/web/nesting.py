"""Whether each tag of a page is closed where it should be. The parser that the other tests read pages by repairs that."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"))


class _Nesting(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.wrong.append(f"</{tag}>")


def unclosed_tags(text: str) -> list[str]:
    """Return the end tags of a page that end nothing, and the tags that are never closed."""
    found = _Nesting(text)
    return [*found.wrong, *found.open]
