"""What players can agree on, and what can be stated: values by their type, range and choices, which are a system's data."""

from __future__ import annotations

from datasheets.systems.system import System, ValueKind
from datasheets.words import has_words, languages, say

CHOICE = "game.choice."
"""What a choice is called that a system's data list themselves: the code of its words, before its id."""
LONGEST = 200
"""How many letters a text that is stated may have."""


def has_type(kind: ValueKind, value: object) -> bool:
    """Whether a value is of its kind's type: a statement is True, a number whole, a length a number, all else a text."""
    if kind.type == "flag":
        return value is True
    if kind.type == "number":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind.type == "length":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, str) and bool(value.strip()) and len(value) <= LONGEST


def is_in_range(kind: ValueKind, value: object) -> bool:
    """Whether a number is neither too small nor too large; others have no range."""
    return not isinstance(value, int | float) or isinstance(value, bool) or kind.least <= value <= kind.most


def is_choice(kind: ValueKind, value: object, of: System) -> bool:
    """Whether a value is one of the choices where there are no others."""
    return kind.type != "choice" or kind.open or value in of.choices(kind)


def can_agree(of: System, key: str, value: object) -> bool:
    """Whether a system has such an agreement, and players can agree on such a value."""
    kind = next((each.value for each in of.agreements if each.key == key), None)
    return kind is not None and has_type(kind, value) and is_in_range(kind, value) and is_choice(kind, value, of)


def find_choice(kind: ValueKind, text: str) -> str:
    """Return the id of the listed choice that is called so in one of the languages, or else the text."""
    wanted = text.strip().casefold()
    return next((id for id in kind.choices if wanted in _names_of(id)), text)


def _names_of(id: str) -> set[str]:
    code = f"{CHOICE}{id}"
    return {say(code, language=each).casefold() for each in languages()} if has_words(code) else set()
