"""What lists of every style say of an army and its units, as bare words: no style, no escapes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from datasheets.words import code_for, say
from exports.document import (
    Army,
    Force,
    ModelGroup,
    Unit,
    chosen_keywords,
    is_reserve,
    leader_group,
    name_of,
    powers,
    total_name,
    transport_of,
)
from exports.text.choices import choices_of
from exports.text.styles import LONGEST

FROM = " · "
"""Stands between a force and the catalogue that it is from."""

WORD = re.compile(r"\w+")


def totals(army: Army, language: str) -> Iterator[str]:
    """Yield what the army amounts to: each cost, units, models."""
    for id, value in army.costs.items():
        yield amount(total_name(army, id), value, language)
    yield say("text.units", {"count": len(army.fielded)}, language)
    yield say("text.models", {"count": army.model_count}, language)


def costs(army: Army, unit: Unit, language: str) -> list[str]:
    """Return what the unit costs, each cost by name."""
    return [amount(name_of(army, "cost", id), value, language) for id, value in unit.costs.items()]


def tags(army: Army, unit: Unit, language: str) -> list[str]:
    """Return what stands in brackets behind a unit: understrength, in reserve, Warlord or general."""
    marked = [say("text.understrength", language=language)] if unit.understrength else []
    marked += [say("text.reserve", language=language)] if is_reserve(army, unit) else []
    leads = leader_group(army, unit) is not None
    return [*marked, *([say(code_for("text.leader", army.system), language=language)] if leads else [])]


def statements(army: Army, unit: Unit, language: str) -> Iterator[str]:
    """Yield what the player stated about the unit: which model is the Warlord where it has several kinds of models, traits,
    chosen keywords, what it is embarked in, of which Battery it is."""
    leader = leader_group(army, unit)
    if leader and len({group.name for group in unit.models}) > 1:
        yield say(code_for("text.leader-model", army.system), {"name": _which(unit, leader)}, language)
    for subject in (unit.id, *(group.id for group in unit.models)):
        for trait in army.declarations_of("warlord-trait", subject):
            yield say("text.warlord-trait", {"name": name_of(army, "warlord-trait", str(trait.value))}, language)
    for keyword, choice in chosen_keywords(army, unit):
        yield f"{keyword}: {choice}"
    if carrier := transport_of(army, unit):
        yield say("text.embarked", {"unit": carrier.title or carrier.name}, language)
    for battery in army.declarations_of("battery", unit.id):
        yield say("text.battery", {"number": battery.value}, language)


def _which(unit: Unit, group: ModelGroup) -> str:
    """Return the name of a group, with its number where several are called the same."""
    alike = [each.id for each in unit.models if each.name == group.name]
    return group.name if len(alike) == 1 else f"{group.name} #{alike.index(group.id) + 1}"


def wargear_of(unit: Unit, group: ModelGroup) -> list[str]:
    """Return what each model of a group carries and what else was chosen for it, with its count where that is not one."""
    others = choices_of(unit).of_models.get(group.id, Counter())
    return [with_count(name, count) for name, count in (*unit.wargear_of(group), *others.items())]


def choices_in_words(unit: Unit) -> list[str]:
    """Return what was chosen for the unit as a whole, beside what its models carry."""
    return [with_count(name, count) for name, count in choices_of(unit).of_unit.items()]


def powers_in_words(unit: Unit) -> list[str]:
    """Return the powers that a unit knows whatever is chosen for it: those that were chosen are said as choices."""
    chosen = choices_of(unit)
    names = [*chosen.of_unit, *(name for counts in chosen.of_models.values() for name in counts)]
    said = [_whole_words(name) for name in names]
    return [power for power in powers(unit) if not any(_whole_words(power) in name for name in said)]


def _whole_words(name: str) -> str:
    """Return the words of a name between spaces, so that a name within another is found by whole words only."""
    return f" {' '.join(WORD.findall(name.casefold()))} "


def powers_heading(system: str, language: str) -> str:
    """Return what powers are called in a game system ("Powers", "Spells")."""
    return say(code_for("sheet.powers", system), language=language)


def detachments_of(army: Army) -> str:
    """Return the forces of an army on one line (`detachments`)."""
    return detachments([force_name(army, force).partition(FROM)[0] for force in army.forces])


def detachments(names: Sequence[str]) -> str:
    """Return names of forces on one line, "" for one and for more than fit a line: each has its heading."""
    line = " + ".join(names)
    return line if len(names) > 1 and len(line) <= LONGEST else ""


def force_name(army: Army, force: Force) -> str:
    """Return what a force is called, and its catalogue where that has another name."""
    name, catalogue = force.name or force.catalogue, army.names.get(f"catalogue.{force.catalogue}", "")
    return f"{name.replace(FROM, ' - ')}{FROM}{catalogue}" if catalogue else name


def limits(army: Army, language: str) -> str:
    """Return what may be spent, "" where nothing limits it."""
    costs = ", ".join(amount(total_name(army, id), value, language) for id, value in army.limits.items())
    return say("text.limit", {"costs": costs}, language) if costs else ""


def models(unit: Unit) -> Iterator[tuple[str, list[str]]]:
    """Yield kinds of models with their number, and what each carries; those that are named and equipped alike are one."""
    numbers: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for group in unit.models:
        numbers[group.name, tuple(wargear_of(unit, group))] += group.number
    for (name, things), number in numbers.items():
        yield f"{number} {name}", list(things)


def with_count(name: str, count: int) -> str:
    """Return a name with its number in front, which one thing does not need."""
    return name if count == 1 else f"{count} {name}"


def amount(name: str, value: float, language: str) -> str:
    """Return a cost as words ("Power Level 23")."""
    return say("text.amount", {"name": name, "value": value}, language)
