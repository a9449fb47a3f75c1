"""A roster document as a plain-text list: names, costs, who carries what, chosen keywords, Warlord."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.words import say
from exports.document import Army, Force, ModelGroup, RosterDocument, Unit, chosen_keywords, embarked_in, warlord_group


def listing(document: RosterDocument, language: str = "en") -> str:
    """Return the list, lines ending in a line feed. It depends on the army alone, not on the judgement."""
    return "".join(f"{line}\n" for line in _lines(document, language))


def _lines(document: RosterDocument, language: str) -> Iterator[str]:
    army = document.army
    yield from _title(army.name or "–", "=")
    yield army.printed("system", army.system)
    yield ", ".join(_totals(army, language))
    yield from _note(army.note, "")
    for force in army.forces:
        yield from _force(army, force, language)
    yield ""
    yield say("text.check-code", {"code": document.check_code}, language)


def _totals(army: Army, language: str) -> Iterator[str]:
    for id, value in army.costs.items():
        yield _amount(army.total_name(id), value, language)
    yield say("text.units", {"count": len(army.fielded)}, language)
    yield say("text.models", {"count": army.model_count}, language)


def _force(army: Army, force: Force, language: str) -> Iterator[str]:
    units = [unit for unit in army.units if unit.force == force.id]
    if units:
        yield ""
        yield from _title(force.name or force.catalogue, "-")
    for setting in (unit for unit in units if unit.is_setting):
        yield ": ".join([setting.title or setting.name, *([", ".join(setting.options)] if setting.options else [])])
    for unit in (unit for unit in units if not unit.is_setting):
        yield from _unit(army, unit, language)


def _unit(army: Army, unit: Unit, language: str) -> Iterator[str]:
    costs = ", ".join(_amount(army.printed("cost", id), value, language) for id, value in unit.costs.items())
    named = f'{unit.name} "{unit.title}"' if unit.title else unit.name
    leader = warlord_group(army, unit)
    tags = [say("text.understrength", language=language)] if unit.understrength else []
    tags += [say("text.warlord", language=language)] if leader else []
    yield " ".join([named, *([f"[{costs}]"] if costs else []), *(f"({tag})" for tag in tags)])
    for group in unit.models:
        yield f"  {_group(unit, group)}"
    for subject in (unit.id, *(group.id for group in unit.models)):
        for trait in army.declared("warlord-trait", subject):
            yield f"  {say('text.warlord-trait', {'name': army.printed('warlord-trait', str(trait.value))}, language)}"
    for keyword, choice in chosen_keywords(army, unit):
        yield f"  {keyword}: {choice}"
    if carrier := embarked_in(army, unit):
        yield f"  {say('text.embarked', {'unit': carrier.title or carrier.name}, language)}"
    yield from _note(unit.note, "  ")


def _group(unit: Unit, group: ModelGroup) -> str:
    carried = ", ".join(name if count == 1 else f"{count} {name}" for name, count in unit.carried(group))
    return f"{group.number} {group.name}: {carried}" if carried else f"{group.number} {group.name}"


def _amount(name: str, value: float, language: str) -> str:
    return say("text.amount", {"name": name, "value": value}, language)


def _title(text: str, line: str) -> Iterator[str]:
    yield text
    yield line * min(len(text), 70)


def _note(note: str, indent: str) -> Iterator[str]:
    for line in note.splitlines():
        yield f"{indent}{line}"
