"""All translated words: `say(code, values, language)` makes the sentence that a code stands for.

The words are JSON files, `datasheets/words/<language>/<area>.json`, each one object from code to template. Whoever needs a
sentence adds a line to the file of the area (findings, fixes, events, sheet, pages ...) or a new file; files need no
registration, and a code may stand in one file only. Words of one game system alone may stand beside its data, in
`words/<language>/` of its folder. In a template `{name}` is a value, `{count:model|models}` the form that
fits the number `count` ("1 model", "2 models"; as many forms as the language has, `plurals`), `{name:game}` a name out of a
game system's data in the language's own words, `{name:lower}` the value in small letters, `{{` and `}}` are
braces. Values are inserted as text and never read as templates. A new language is a folder with the same codes and
placeholders; what it lacks is said in English.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache, cached_property, partial
from importlib.resources import files
from importlib.resources.abc import Traversable

from datasheets.words.template import BadWords, Template, parse

__all__ = [
    "GAME",
    "BadWords",
    "Message",
    "UnknownWords",
    "add_folder",
    "code_for",
    "codes",
    "has_words",
    "languages",
    "name_code",
    "placeholders",
    "say",
    "translate",
]

FALLBACK = "en"
GAME = "game."
"""What the codes of names begin with that game systems' data give ("game.power-level")."""

Value = str | int | float | Decimal | bool | None


class UnknownWords(KeyError):
    """No language has words for this code."""

    def __str__(self) -> str:
        where = f"datasheets/words/{FALLBACK}/, or in words/{FALLBACK}/ of its system's folder"
        return f"no words for {self.args[0]!r}; add the code to a file in {where}"


def say(code: str, values: Mapping[str, object] | None = None, language: str = FALLBACK) -> str:
    """The sentence of a code in a language ("sv" and "sv-SE" alike), in English where that language has none.

    Raises:
        UnknownWords: There are no words for the code.
        KeyError: The template names a value that was not given.
    """
    for folder in (language.split("-")[0], FALLBACK):
        template = _templates(folder).get(code) if folder in languages() else None
        if template:
            return template.fill(values or {}, partial(_name, language=folder))
    raise UnknownWords(code)


class Message(str):
    """An English sentence that knows its code and values, so that whoever shows it can say it in another language."""

    code: str
    values: Mapping[str, object]

    def __new__(cls, code: str, values: Mapping[str, object] | None = None) -> Message:
        """Say it; raises what `say` raises."""
        made = super().__new__(cls, say(code, values))
        made.code, made.values = code, values or {}
        return made

    def __getnewargs__(self) -> tuple[str, Mapping[str, object]]:  # type: ignore[override]
        """What it is made from again by `copy` and `pickle`."""
        return self.code, self.values

    def __str__(self) -> str:
        """Itself: what passes through `str` knows as much afterwards."""
        return self

    def strip(self, *_: str | None) -> str:
        """Itself: it has no blanks around it."""
        return self

    def format(self, *_: object, **__: object) -> str:
        """Itself: field libraries fill in their messages, and this one is whole."""
        return self


def translate(text: str, language: str) -> str:
    """A sentence in a language if it knows itself, with those of its values that do; else as it is."""
    if not isinstance(text, Message):
        return text
    values = {
        name: translate(value, language) if isinstance(value, Message) else value for name, value in text.values.items()
    }
    return say(text.code, values, language)


def name_code(value: object) -> object:
    """A name of a game system's data as its code, which a file can hold and `{name:game}` says in any language."""
    return value.code if isinstance(value, Message) and value.code.startswith(GAME) else value


def _name(value: str, language: str) -> str:
    """What `{name:game}` says: a name that knows itself, the code of one, a text that is the same in every language, or a
    list of the last two."""
    if not isinstance(value, Message) and ", " in value:
        return ", ".join(_name(each, language) for each in value.split(", "))
    return say(value, language=language) if value.startswith(GAME) and has_words(value) else translate(value, language)


def has_words(code: str) -> bool:
    """Whether `say` knows the code."""
    return code in _templates(FALLBACK)


def code_for(code: str, system: str) -> str:
    """Return the code of a game system's own words ("sheet.aos-1e.psyker") where it has any, else the general code."""
    area, _, rest = code.partition(".")
    own = f"{area}.{system}.{rest}"
    return own if has_words(own) else code


def codes(language: str = FALLBACK) -> frozenset[str]:
    """All codes that a language has words for."""
    return _templates(language).codes


def placeholders(code: str, language: str = FALLBACK) -> frozenset[str]:
    """The names of the values that a code's template asks for."""
    return _templates(language)[code].names


@cache
def languages() -> tuple[str, ...]:
    """The languages there are words in: English, then the others by code."""
    found = {folder.name for folder in files(__name__).iterdir() if _areas(folder)}
    return (FALLBACK, *sorted(found - {FALLBACK}))


def _areas(folder: Traversable) -> list[Traversable]:
    if not folder.is_dir():
        return []
    return sorted((item for item in folder.iterdir() if item.name.endswith(".json")), key=lambda item: item.name)


_ADDED: list[Traversable] = []


def add_folder(folder: Traversable) -> None:
    """Know the words of another folder, too: `<language>/*.json`, for a game system that brings its own."""
    _ADDED.append(folder)
    _templates.cache_clear()


def _system_folders() -> list[Traversable]:
    """Return the folders of words that bundled game systems bring themselves, as folders from outside do."""
    systems = (files("datasheets") / "data" / "systems").iterdir()
    return sorted((each / "words" for each in systems if (each / "words").is_dir()), key=str)


class _Templates(Mapping[str, Template]):
    """The templates of a language, each parsed when it is first asked for: a command says a few of thousands."""

    def __init__(self, texts: Mapping[str, tuple[str, str]], language: str) -> None:
        self._texts, self._language = texts, language
        self._parsed: dict[str, Template] = {}

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes of all."""
        return frozenset(self._texts)

    def __getitem__(self, code: str) -> Template:
        found = self._parsed.get(code)
        if found is None:
            text, file = self._texts[code]
            found = self._parsed[code] = parse(text, self._language, f"{file}: {code}")
        return found

    def __contains__(self, code: object) -> bool:
        return code in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


@cache
def _templates(language: str) -> _Templates:
    found: dict[str, tuple[str, str]] = {}
    for folder in (files(__name__), *_system_folders(), *_ADDED):
        found = {**_texts(folder / language, language), **found}
    return _Templates(found, language)


def read(folder: Traversable, language: str) -> dict[str, Template]:
    """Read all area files of one language.

    Raises:
        BadWords: A file is no object of texts, a template is malformed, or a code stands twice.
    """
    return dict(_Templates(_texts(folder, language), language))


def _texts(folder: Traversable, language: str) -> dict[str, tuple[str, str]]:
    """Return the text of each code, and the file that it stands in."""
    found: dict[str, tuple[str, str]] = {}
    for area in _areas(folder):
        file = f"{language}/{area.name}"
        for code, text in _pairs(area, file):
            if code in found:
                raise BadWords(f"{file}: {code!r} also stands in {found[code][1].rpartition('/')[2]}; remove one")
            found[code] = text, file
    return found


def _pairs(area: Traversable, file: str) -> list[tuple[str, str]]:
    try:
        pairs = json.loads(area.read_text(encoding="utf-8"), object_pairs_hook=list)
    except ValueError as error:
        raise BadWords(f"{file}: not readable as JSON ({error})") from error
    if not isinstance(pairs, list) or not all(isinstance(pair, tuple) and isinstance(pair[1], str) for pair in pairs):
        raise BadWords(f'{file}: write one object {{"code": "template", ...}}')
    return pairs
