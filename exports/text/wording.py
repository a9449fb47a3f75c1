"""What lists of every style say of an army and its units, as bare words: no style, no escapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from datasheets.words import say
from exports.document import Army, ModelGroup, Unit, chosen_keywords, embarked_in, warlord_group


def totals(army: Army, language: str) -> Iterator[str]:
    """Yield what the army amounts to: each cost, units, models."""
    for id, value in army.costs.items():
        yield amount(army.total_name(id), value, language)
    yield say("text.units", {"count": len(army.fielded)}, language)
    yield say("text.models", {"count": army.model_count}, language)


def costs(army: Army, unit: Unit, language: str) -> list[str]:
    """Return what the unit costs, each cost by name."""
    return [amount(army.printed("cost", id), value, language) for id, value in unit.costs.items()]


def tags(army: Army, unit: Unit, language: str) -> list[str]:
    """Return what stands in brackets behind a unit: understrength, Warlord."""
    marked = [say("text.understrength", language=language)] if unit.understrength else []
    return [*marked, *([say("text.warlord", language=language)] if warlord_group(army, unit) else [])]


def statements(army: Army, unit: Unit, language: str) -> Iterator[str]:
    """Yield what the player stated about the unit: which model is the Warlord where it has several kinds of models, traits,
    chosen keywords, what it is embarked in."""
    leader = warlord_group(army, unit)
    if leader and len({group.name for group in unit.models}) > 1:
        yield say("text.warlord-model", {"name": _which(unit, leader)}, language)
    for subject in (unit.id, *(group.id for group in unit.models)):
        for trait in army.declared("warlord-trait", subject):
            yield say("text.warlord-trait", {"name": army.printed("warlord-trait", str(trait.value))}, language)
    for keyword, choice in chosen_keywords(army, unit):
        yield f"{keyword}: {choice}"
    if carrier := embarked_in(army, unit):
        yield say("text.embarked", {"unit": carrier.title or carrier.name}, language)


def _which(unit: Unit, group: ModelGroup) -> str:
    """Return the name of a group, with its number where several are called the same."""
    alike = [each.id for each in unit.models if each.name == group.name]
    return group.name if len(alike) == 1 else f"{group.name} #{alike.index(group.id) + 1}"


def carried(unit: Unit, group: ModelGroup) -> list[str]:
    """Return what each model of a group carries, with its count where that is not one."""
    return [counted(name, count) for name, count in unit.carried(group)]


def models(unit: Unit) -> Iterator[tuple[str, list[str]]]:
    """Yield kinds of models with their number, and what each carries; those that are named and equipped alike are one."""
    numbers: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for group in unit.models:
        numbers[group.name, tuple(carried(unit, group))] += group.number
    for (name, things), number in numbers.items():
        yield f"{number} {name}", list(things)


def counted(name: str, count: int) -> str:
    """Return a name with its number in front, which one thing does not need."""
    return name if count == 1 else f"{count} {name}"


def amount(name: str, value: float, language: str) -> str:
    """Return a cost as words ("Power Level 23")."""
    return say("text.amount", {"name": name, "value": value}, language)
