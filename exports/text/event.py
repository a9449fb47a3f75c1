"""A roster document as the text that tournaments ask for: a head, a line for each detachment, one for
each unit, and where its models are not all alike one for each kind below it.

`exports.lists.event_text` reads it. A unit's line is `HQ 1 : 5 Name (cost) models, wargear [cost] - Warlord`, and in an army
that costs nothing `U 1 : 5 Name : wargear - General`. Lines of models say that they cost nothing more, `- 4 Guard (0)
Rifle`, only where armies are measured in Power, as the events of that game write it. What a name holds of the form's own
marks gives way, so that a name can neither be another line nor state a cost.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from datasheets.words import say
from exports.document import Army, ModelGroup, RosterDocument, Unit, name_of, total_name
from exports.text.agreed import agreements
from exports.text.choices import choices_of, setting_in_words
from exports.text.styles import APART, shorten
from exports.text.wording import force_name, limits, statements, tags, with_count
from exports.text.wording import wargear_of as text_carried

RULE = "+" * 47
MARKS = (
    (re.compile(r"\["), "("),
    (re.compile(r"\]"), ")"),
    (re.compile(r"={2,}"), "="),
    (re.compile(r"@"), f"@{APART}"),
    (re.compile(r"://"), f":{APART}//"),
)
NO_ROLE = "U"
POWER = "power"


def event_text(document: RosterDocument, language: str = "en") -> str:
    """Return the text, lines ending in a line feed. It depends on the army alone, not on the judgement."""
    return "".join(f"{line}\n" for line in _lines(document, language))


def _lines(document: RosterDocument, language: str) -> Iterator[str]:
    army = document.army
    yield RULE
    for key, value in _head(document, language):
        yield f"+ {key} : {_safe(value) or '–'}"
    yield RULE
    slots: Counter[str] = Counter()
    for number, force in enumerate(army.forces, 1):
        of_force = (unit for unit in army.units if unit.force == force.id)
        units = sorted(of_force, key=lambda unit: unit.is_setting)  # what is set comes last: readers look for units
        yield ""
        yield f"== {say('text.event.force', {'number': number}, language)} : {_safe(force_name(army, force))} =="
        for unit in units:
            slot = NO_ROLE if unit.is_setting else _slot(army, unit)
            slots[slot] += 1
            yield f"{slot} {slots[slot]} : {_unit(army, unit, language)}"
            yield from _models(unit, POWER in army.costs)


def _head(document: RosterDocument, language: str) -> Iterator[tuple[str, str]]:
    army = document.army
    yield say("text.event.name", language=language), army.name
    yield say("text.event.system", language=language), name_of(army, "system", army.system)
    for id, value in army.costs.items():
        key = say("text.event.total", {"name": total_name(army, id)}, language)
        yield _safe(key).replace(":", ""), f"{value:g}"
    if limited := limits(army, language):
        key, _, spent = limited.partition(": ")
        yield key, spent
    for line in agreements(army, language, own=False):
        key, _, agreed = line.partition(": ")
        yield key, agreed
    yield say("text.event.units", language=language), str(len(army.fielded))
    yield say("text.event.models", language=language), str(army.model_count)
    yield say("text.event.check-code", language=language), document.check_code


def _unit(army: Army, unit: Unit, language: str) -> str:
    number = f"{unit.model_count} " if unit.model_count > 1 else ""
    name = f"{_safe(unit.name)} “{_safe(unit.title)}”" if unit.title else _safe(unit.name)
    things = ", ".join(_safe(thing) for thing in _things(army, unit, language))
    cost = " ".join(f"[{value:g} {_safe(name_of(army, 'cost', id))}]" for id, value in unit.costs.items())
    said = list(tags(army, unit, language))
    if not army.costs:
        return _line_without_price(number + name, " - ".join(filter(None, [things, *said])))
    base = f"({next(iter(unit.costs.values()), 0):g})"
    return " ".join([*filter(None, [number + name, base, things, cost]), *(f"- {tag}" for tag in said)])


def _line_without_price(name: str, things: str) -> str:
    """Return a name and what it has in an army that costs nothing: a colon stands where others have their price."""
    called = name.replace(" : ", ": ")
    return f"{called} : {things}" if things else called


def _things(army: Army, unit: Unit, language: str) -> Iterator[str]:
    """Yield what all models of one kind carry together, what else was chosen, statements."""
    carried: Counter[str] = Counter()
    for group in () if _has_lines(unit) else unit.models:
        carried.update(_wargear_counts(unit, group))
    if not unit.is_setting:
        carried.update(choices_of(unit).of_unit)
    yield from (_with_number(name, count) for name, count in carried.items())
    yield from setting_in_words(unit)[1] if unit.is_setting else ()
    yield from statements(army, unit, language)


def _models(unit: Unit, is_priced: bool) -> Iterator[str]:
    """Yield a line for the models of each kind that are equipped alike, with what they carry together."""
    numbers: Counter[tuple[str, tuple[str, ...]]] = Counter()
    carried: dict[tuple[str, tuple[str, ...]], Counter[str]] = {}
    for group in unit.models if _has_lines(unit) else ():
        key = group.name, tuple(text_carried(unit, group))
        numbers[key] += group.number
        carried.setdefault(key, Counter()).update(_wargear_counts(unit, group))
    for (name, kinds), number in numbers.items():
        things = ", ".join(_safe(_with_number(thing, count)) for thing, count in carried[name, kinds].items())
        called = f"{number}x {_safe(name)}" if name[:1].isdigit() else with_count(_safe(name), number)
        yield f"- {called} (0) {things}".rstrip() if is_priced else f"- {_line_without_price(called, things)}"


def _has_lines(unit: Unit) -> bool:
    """Whether the models of a unit are not all of one kind, called as the unit is, and equipped alike."""
    kinds = {(group.name, tuple(text_carried(unit, group))) for group in unit.models}
    return len(kinds) > 1 or any(_singular(name) != _singular(unit.name) for name, _ in kinds)


def _wargear_counts(unit: Unit, group: ModelGroup) -> dict[str, int]:
    others = choices_of(unit).of_models.get(group.id, Counter())
    return {name: count * group.number for name, count in (*unit.wargear_of(group), *others.items())}


def _singular(name: str) -> str:
    return " ".join(word.removesuffix("s") for word in name.casefold().split())


def _with_number(name: str, number: int) -> str:
    """Return a name with its number; one that begins with a figure needs a sign between the two."""
    return f"{number}x {name}" if number > 1 and name[:1].isdigit() else with_count(name, number)


def _slot(army: Army, unit: Unit) -> str:
    """Return the letters of a role: HQ, TR for Troops, FA for Fast Attack."""
    words = re.findall("[A-Za-z]+", name_of(army, "role", unit.role) if unit.role else "")
    letters = "".join(word[0] for word in words[:5]) if len(words) > 1 else "".join(words)[:2]
    return letters.upper() or NO_ROLE


def _safe(text: str) -> str:
    made = shorten(text)
    for pattern, replacement in MARKS:
        made = pattern.sub(replacement, made)
    return made
