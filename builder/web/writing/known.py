"""What a form knows of a datasheet's surroundings: what may be chosen in a field, and which keys a table has.

Both are tables by pattern (`places.Place`). A function gets the document as it is being written, so nothing in it can be
relied upon, and the system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from builder.api.languages import language
from builder.web.writing.controls import Options
from builder.web.writing.places import Step, at
from datasheets.effects import vocabulary
from datasheets.effects.vocabulary import Word
from datasheets.keywords import placeholders
from datasheets.systems import System
from datasheets.systems.system import Characteristic
from datasheets.values import Mark, mark
from datasheets.words import Message, has_words, say, translate

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a table: how it is labelled, what may be written there, and the only values where there are such."""

    key: str
    label: str
    hint: str = ""
    options: Options = ()


def options_at(pattern: str, document: Document, system: System) -> Options | None:
    """Return what may be chosen there, as (value, words); None where anything may be written."""
    return CHOICES[pattern](document, system) if pattern in CHOICES else None


def keys_at(pattern: str, steps: tuple[Step, ...], document: Document, system: System) -> list[Key] | None:
    """Return the keys that a table has, and those that the document has besides; None where users write the keys."""
    if pattern not in KEYS:
        return None
    known = KEYS[pattern](steps, document, system)
    here = at(document, steps)
    others = set(here) - {each.key for each in known} if isinstance(here, dict) else ()
    return [*known, *(Key(key, key) for key in sorted(others))]


def names(document: Document, *members: str) -> Iterator[str]:
    """Yield the names of rows of the profiles, weapons or wargear."""
    for member in members:
        for row in _list(document.get(member)):
            if isinstance(row, dict) and isinstance(row.get("name"), str):
                yield row["name"]


def words_of(id: str, member: str = "") -> str:
    """Return an id of data ("fall-back") as words of the reader's language ("Fall back"), as it is meant in that member."""
    code = next((code for code in (f"effects.word.{member}.{id}", f"effects.word.{id}") if has_words(code)), "")
    return say(code, {}, language()) if code else id.replace("-", " ").replace("_", " ").capitalize()


def explain(sentence: Message) -> str:
    """Return a sentence of the vocabulary of effects in the reader's language."""
    return translate(sentence, language())


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _rows(document: Document, system: System) -> Options:
    return tuple((name, name) for name in names(document, "profiles"))


def _items(document: Document, system: System) -> Options:
    return tuple((name, name) for name in names(document, "weapons", "wargear"))


def _powers(document: Document, system: System) -> Options:
    psyker = document.get("psyker")
    own = _list(psyker.get("own_powers")) if isinstance(psyker, dict) else []
    written = ((str(each.get("id", "")), str(each.get("name", ""))) for each in own if isinstance(each, dict))
    return (*((power.id, power.name) for power in system.powers), *written)


def _characteristics(document: Document, system: System) -> Options:
    columns = {
        each.key: translate(each.name, language()) for each in (*system.characteristics, *system.weapon_characteristics)
    }
    return tuple((key, f"{key} ({name})") for key, name in columns.items())


def _words(table: Iterable[str]) -> Callable[[Document, System], Options]:
    ids = tuple(table)
    return lambda document, system: tuple((id, words_of(id)) for id in ids)


def _meanings(table: Mapping[str, Word]) -> Callable[[Document, System], Options]:
    return lambda document, system: tuple((word.name, explain(word.meaning)) for word in table.values())


def _columns(columns: Iterable[Characteristic]) -> list[Key]:
    return [Key(each.key, each.key, _hint(each), _choices(each)) for each in columns]


def _choices(column: Characteristic) -> Options:
    return tuple((value, translate(column.name_of(value), language())) for value in column.choices)


def _hint(column: Characteristic) -> str:
    name = translate(column.name, language())
    return f"{name}: {column.values}" if column.values else name


def _costs(steps: tuple[Step, ...], document: Document, system: System) -> list[Key]:
    return [Key(each.id, translate(each.name, language())) for each in system.costs]


def _starred_columns(steps: tuple[Step, ...], document: Document, system: System) -> list[Key]:
    """The columns of a line of a damage table: those that are "*" in the row that it belongs to."""
    line = at(document, steps[:-1])
    name = line.get("profile") if isinstance(line, dict) else None
    rows = [row for row in _list(document.get("profiles")) if isinstance(row, dict) and row.get("name") == name]
    printed = rows[0].get("characteristics") if rows else None
    starred = {key for key, text in printed.items() if _is_star(text)} if isinstance(printed, dict) else set()
    return _columns(each for each in system.characteristics if each.key in starred)


def _damaged_weapons(steps: tuple[Step, ...], document: Document, system: System) -> list[Key]:
    """The weapons that a line of a damage table is about, and below one of them its columns that are "*"."""
    starred: dict[str, set[str]] = {}
    for weapon in (each for each in _list(document.get("weapons")) if isinstance(each, dict)):
        for way in (each for each in _list(weapon.get("profiles")) if isinstance(each, dict)):
            printed = way.get("characteristics")
            found = {key for key, text in printed.items() if _is_star(text)} if isinstance(printed, dict) else set()
            starred.setdefault(str(weapon.get("name", "")), set()).update(found)
    if steps[-2:-1] == ("weapons",):
        keys = starred.get(str(steps[-1]), set())
        return _columns(each for each in system.weapon_characteristics if each.key in keys)
    return [Key(name, name) for name, keys in starred.items() if keys]


def _is_star(text: object) -> bool:
    return isinstance(text, str) and mark(text) is Mark.TABLE


def _placeholders(steps: tuple[Step, ...], document: Document, system: System) -> list[Key]:
    keywords = document.get("keywords")
    of_unit = [keywords.get(group) for group in ("faction", "other")] if isinstance(keywords, dict) else []
    of_rows = [row.get("keywords") for row in _list(document.get("profiles")) if isinstance(row, dict)]
    written = [word for group in (*of_unit, *of_rows) for word in _list(group) if isinstance(word, str)]
    return [Key(each, each) for each in placeholders(written)]


CHOICES: Mapping[str, Callable[[Document, System], Options]] = {
    "role": lambda document, system: tuple((role.id, translate(role.name, language())) for role in system.roles),
    "damage_table.profile": _rows,
    "composition.wargear.models": _rows,
    "composition.wargear.items": _items,
    "options.models": _rows,
    "options.replace": _items,
    "options.with": _items,
    "psyker.powers": _powers,
    "vehicles.models": _rows,
    "vehicles.guns.weapon": lambda document, system: tuple((name, name) for name in names(document, "weapons")),
    "vehicles.locations.table": lambda document, system: (
        *((table.id, translate(table.name, language())) for table in system.damage_tables),
    ),
    "vehicles.locations.damage.result": lambda document, system: tuple(
        (result.id, result.text) for table in system.damage_tables for result in table.results
    ),
    "support_weapon.weapon": lambda document, system: tuple((name, name) for name in names(document, "weapons")),
    "support_weapon.models": _rows,
    "support_weapon.crew": _rows,
    "cards.models": _rows,
    "weapons.profiles.traits": lambda document, system: tuple(
        (trait.id, translate(trait.name, language())) for trait in system.weapon_traits
    ),
    "wargear.grants": lambda document, system: tuple((ability.id, ability.name) for ability in system.abilities),
    "effect.kind": _words(vocabulary.KINDS),
    "effect.on": _meanings(vocabulary.TRIGGERS),
    "effect.until": _meanings(vocabulary.DURATIONS),
    "effect.limit": _meanings(vocabulary.LIMITS),
    "effect.to.scope": _meanings(vocabulary.SCOPES),
    "effect.to.pick": _meanings(vocabulary.PICKS),
    "effect.characteristic": _characteristics,
    "condition.name": _words(vocabulary.CONDITIONS),
    "condition.phase": lambda document, system: tuple(
        (phase.id, translate(phase.name, language())) for phase in system.phases
    ),
}
KEYS: Mapping[str, Callable[[tuple[Step, ...], Document, System], list[Key]]] = {
    "costs": _costs,
    "profiles.characteristics": lambda steps, document, system: _columns(system.characteristics),
    "weapons.profiles.characteristics": lambda steps, document, system: _columns(system.weapon_characteristics),
    "damage_table.characteristics": _starred_columns,
    "damage_table.weapons": _damaged_weapons,
    "keywords.choices": _placeholders,
    "profiles.costs": _costs,
    "weapons.costs": _costs,
    "wargear.costs": _costs,
    "profiles.steed": lambda steps, document, system: _columns(system.characteristics),
    "vehicles.crew.characteristics": lambda steps, document, system: _columns(system.characteristics),
}
