"""What the player declared and agreed, in the words of the sheet."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.words import has_words
from exports.document import Army, Declaration, Unit
from exports.sheet.game import trait_text
from exports.sheet.ink import Ink

SHOWN_ELSEWHERE = ("warlord", "keyword", "understrength", "embarked")


def declared(ink: Ink, army: Army, unit: Unit) -> Iterator[tuple[str, str]]:
    """Yield title and text of what was declared about the unit or its models and has no place of its own."""
    subjects = {unit.id, *(group.id for group in unit.models)}
    for declaration in army.declarations:
        if declaration.subject in subjects and declaration.kind not in SHOWN_ELSEWHERE:
            yield in_words(ink, army, declaration)


def agreed_name(ink: Ink, army: Army, key: str) -> str:
    """Return what an agreement is called."""
    own = f"agreed.{key}"
    return ink.say(own) if has_words(f"sheet.{own}") else ink.printed(army, "agreed", key)


def in_words(ink: Ink, army: Army, declaration: Declaration) -> tuple[str, str]:
    """Return title and text of a declaration."""
    own = f"declared.{declaration.kind}"
    title = ink.say(own) if has_words(f"sheet.{own}") else ink.printed(army, "declaration", declaration.kind)
    parts = [part for part in (declaration.key, *_value(ink, army, declaration)) if part]
    return (f"{title}:" if parts else f"{title}.", ". ".join(parts))


def _value(ink: Ink, army: Army, declaration: Declaration) -> Iterator[str]:
    value = declaration.value
    if isinstance(value, str):
        yield ink.printed(army, declaration.kind, value)
        if declaration.kind == "warlord-trait":
            yield trait_text(army, value)
    elif value is not True:
        yield ink.value(value)
