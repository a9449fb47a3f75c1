"""No word of a page stands in a template or a script: all come from datasheets/words, so that all are translated."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import builder

ROOM = Path(builder.__file__).parent
TEMPLATES = sorted((ROOM / "templates/web").glob("*.html"))
SCRIPTS = sorted((ROOM / "static/web").glob("*.js"))
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
LETTERS = re.compile(r"[^\W\d_]{2,}")
READ_OUT = ("alt", "aria-label", "aria-description", "placeholder", "title", "label", "summary")
SHOWN_BY_SCRIPT = re.compile(
    r"""(?:textContent|innerText|innerHTML|title|ariaLabel|placeholder)\s*=\s*(["'`])(?P<text>.*?)\1|"""
    r"""(?:alert|confirm|prompt|append|prepend|createTextNode)\(\s*(["'`])(?P<said>.*?)\3|"""
    r"""setAttribute\(\s*["'](?:aria-label|title|placeholder|alt)["']\s*,\s*(["'`])(?P<label>.*?)\5"""
)
ATTRIBUTES = re.compile(r"\{% macro [^<]*?\{%-? *endmacro *-?%\}")
OPENED = re.compile(r"(</?)\{\{.*?\}\}")
NAMES = frozenset(("Muster", "JSON", "json", "QH", "XRTM"))
"""What is the same in every language."""


class Literals(HTMLParser):
    """Collects words that stand in a template as they are: text, and attributes that are read out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._code = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._code += tag in ("script", "style", "code")
        self.found += [f"{tag} {name}={value}" for name, value in attrs if name in READ_OUT and words(value or "")]

    def handle_endtag(self, tag: str) -> None:
        self._code -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self._code and words(data):
            self.found.append(" ".join(data.split()))


def words(text: str) -> list[str]:
    return [word for word in LETTERS.findall(text) if word not in NAMES]


def literals(template: str) -> list[str]:
    reader = Literals()
    reader.feed(JINJA.sub("", OPENED.sub(r"\1p", ATTRIBUTES.sub("", template))))
    return reader.found


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_no_template_has_words_of_its_own(template: Path) -> None:
    assert literals(template.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_words_of_its_own(script: Path) -> None:
    shown = [
        match["text"] or match["said"] or match["label"] or ""
        for match in find_shown_texts(script.read_text(encoding="utf-8"))
    ]
    assert [text for text in shown if words(re.sub(r"\$\{.*?\}", "", text))] == []


def find_shown_texts(script: str) -> list[re.Match[str]]:
    return list(SHOWN_BY_SCRIPT.finditer(script))


def test_the_finder_finds() -> None:
    assert literals('<p>{{ t("x") }}</p>') == [] == literals("<p>{{ a }} × {% if b %}3{% endif %}</p>")
    assert literals("<p>{{ a }} wins</p>") == ["wins"]
    assert literals('<button aria-label="Close {{ x }}">×</button>') == ["button aria-label=Close "]
    assert find_shown_texts('box.textContent = "Copied";')[0]["text"] == "Copied"
