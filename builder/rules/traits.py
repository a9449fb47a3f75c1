"""The Warlord Trait: the Warlord has one if and only if it is a CHARACTER.

Sources in 9th edition: 9E-WARLORD-03, 9E-WARLORD-04, 9E-Q-31; in 8th: 8E-WARLORD-02, 8E-WARLORD-03, 8E-Q-27, 8E-Q-34.
Whether a trait that the system does not list may stand in another publication, and so is no error, is up to the system.
Where imported data bring traits, these are what a model may have: declaring one chooses it in the data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from builder.operations.error import OperationError
from builder.operations.table import apply_all
from builder.operations.warlords import trait_offers, visible_in
from builder.rules.army import Army, ArmyUnit
from builder.rules.fixes import declare, take_back
from datasheets.evaluation.finding import Finding, Fix, Operation, Severity
from datasheets.evaluation.tree import Declaration, Roster, Selection
from datasheets.imported.warlords import TRAIT, WARLORD, Offer, brings_traits

PROPOSALS = 4


def trait(army: Army, unknown: Severity = "warning") -> Iterator[Finding]:
    """Judge that a Warlord has a trait if it is a CHARACTER, and that nobody else has one; `unknown` traits are so grave.

    What imported data let others choose comes from a publication of theirs (a Stratagem): the data judge that. A model for
    which they offer no trait lacks none.
    """
    warlords = {(each.subject, each.index) for each in army.declarations_of(WARLORD)}
    traits: dict[tuple[str, int], list[Declaration]] = {}
    for each in army.declarations_of(TRAIT):
        traits.setdefault((each.subject, each.index), []).append(each)
    for model in sorted(warlords):
        yield from _of_warlord(army, model, traits.get(model, ()))
    for model, declared in traits.items():
        unit, _ = army.by_group[model[0]]
        for each in declared:
            if each not in unit.implied:
                yield from _of_trait(army, each, declared, model in warlords, unknown)


def _of_warlord(army: Army, model: tuple[str, int], traits: Sequence[Declaration]) -> Iterator[Finding]:
    unit, group = army.by_group[model[0]]
    if unit.resolved is None:
        return
    values = {"model": group.title or group.name}
    if _is_character(unit, group) and not traits and (choices := traits_for(army, unit, group)):
        fixes = (_give_trait(army, group, model[1], id) for id in choices[:PROPOSALS])
        yield army.finding("error", unit, "trait.missing", "warlord-trait", 1, 0, values, fixes)
    if not _is_character(unit, group) and traits:
        yield army.finding(
            "error", unit, "trait.not-a-character", "warlord-trait", 0, 1, values, [take_back(army, traits[0])]
        )


def is_said_as_missing(army: Army, raw: Finding) -> bool:
    """Whether the data ask a Warlord for a trait that it lacks: `trait.missing` says so with its rule."""
    unit = army.unit_at(raw.path)
    if raw.code != "entry.too-few" or unit is None or not army.system.rule("warlord-trait"):
        return False
    lacking = {each.subject for each in army.declarations_of(WARLORD) if _lacks_trait(army, unit, each)}
    imported = unit.as_imported(unit.selection) if lacking else None  # what its data offer takes long to find
    if imported is None:
        return False
    return any(each.declaration.subject in lacking and _is_asked_by(each, raw.part) for each in imported.offers())


def _lacks_trait(army: Army, unit: ArmyUnit, warlord: Declaration) -> bool:
    """Whether a Warlord is of a unit, must have a trait, and has none."""
    bearer, group = army.by_group[warlord.subject]
    if bearer.uid != unit.uid or not _is_character(unit, group):
        return False
    return not _has_trait(army, group, warlord.index) and bool(traits_for(army, unit, group))


def _is_asked_by(offer: Offer, part: str) -> bool:
    """Whether an offer is a trait that an entry or a group of an id asks for."""
    ids = {each.id for each in offer.entry.parts} | {each.id for each in offer.entry.groups}
    return offer.declaration.kind == TRAIT and part in ids


def _of_trait(
    army: Army, each: Declaration, declared: Sequence[Declaration], is_warlords: bool, unknown: Severity
) -> Iterator[Finding]:
    """Judge a trait that was declared, and not chosen in the data."""
    unit, group = army.by_group[each.subject]
    values = {"model": group.title or group.name, "trait": str(each.value), "about": str(each.value)}
    if not is_warlords:
        yield army.finding("error", unit, "trait.not-the-warlord", "warlord-trait", 0, 1, values, [take_back(army, each)])
    elif any(one in unit.implied for one in declared):
        both = {**values, "traits": ", ".join(str(one.value) for one in declared)}
        fixes = [_take_back_only(army, each)]
        yield army.finding("error", unit, "trait.several", "warlord-trait", 1, len(declared), both, fixes)
    elif each.value not in (choices := _declarable(army, unit, group)):
        fixes = [_give_trait(army, group, each.index, id) for id in choices[:PROPOSALS]]
        yield army.finding(unknown, unit, "trait.unknown", "trait-choice", None, str(each.value), values, fixes)


def _is_character(unit: ArmyUnit, group: Selection) -> bool:
    return "CHARACTER" in unit.keywords_of(group)


def traits_for(army: Army, unit: ArmyUnit, group: Selection) -> list[str]:
    """Return the traits that a model may have now: those of its data where these bring any, else those of the system.

    Where the system lets players roll for it (8E-Q-34), that stands last.
    """
    kind, of_data = army.system.declaration(TRAIT), _of_data(army, unit, group, army.roster)
    if kind is None:
        return []
    if of_data is None:
        return list(army.system.choices(kind.value))
    return [*of_data, *kind.value.choices] if of_data else []


def _of_data(army: Army, unit: ArmyUnit, group: Selection, roster: Roster) -> dict[str, int] | None:
    """Return the traits that the data let a model choose in a roster, and how many of each they ask for.

    None where they do not say at all who is the Warlord, and with which trait.
    """
    there = next((each for each in roster.units() if each.uid == unit.uid), unit.selection)
    imported = unit.as_imported(there)
    if imported is None or not imported.has_offers(group.uid) or not brings_traits(imported):
        return None
    top = army.evaluation.scopes if roster is army.roster else None
    visible = visible_in(roster, army.catalogues, unit.uid, top)
    offers = trait_offers(imported, visible, group.uid)
    return {str(each.declaration.value): visible[each.place].least for each in offers}


def _declarable(army: Army, unit: ArmyUnit, group: Selection) -> list[str]:
    """Return the traits that can be declared: what the model may have; without any, those that the system lists."""
    kind = army.system.declaration(TRAIT)
    return traits_for(army, unit, group) or (list(army.system.choices(kind.value)) if kind else [])


def of_others(army: Army, leaders: Sequence[Declaration], group: Selection, index: int) -> Iterator[Declaration]:
    """Yield the traits that other models have as leaders of the army: these lose them when one model alone leads it.

    What others have by a publication of theirs (a Stratagem) stays.
    """
    former, seen = {(each.subject, each.index) for each in leaders}, set[tuple[str, int]]()
    for each in army.declarations_of(TRAIT):
        model = (each.subject, each.index)
        is_stray = model != (group.uid, index) and each not in army.by_group[each.subject][0].implied
        if (model in former or is_stray) and model not in seen:
            seen.add(model)
            yield each


def of_new_leader(
    army: Army, unit: ArmyUnit, group: Selection, index: int, operations: Sequence[Operation]
) -> list[Operation]:
    """Return what gives a model that is made the leader by some edits the traits that it must have."""
    if army.system.declaration(TRAIT) is None or not _is_character(unit, group) or _has_trait(army, group, index):
        return []
    return [declare(TRAIT, group.uid, value, index=index) for value in _traits_after(army, unit, group, operations)]


def _has_trait(army: Army, group: Selection, index: int) -> bool:
    return any((each.subject, each.index) == (group.uid, index) for each in army.declarations_of(TRAIT))


def _traits_after(army: Army, unit: ArmyUnit, group: Selection, operations: Sequence[Operation]) -> list[str]:
    """Return the traits that a model must choose after some edits: those that its data ask for, else the first of all.

    Data offer most of them to a Warlord only.
    """
    if unit.models is None:
        return traits_for(army, unit, group)[:1]
    try:
        of_data = _of_data(army, unit, group, apply_all(army.roster, operations, army.catalogues))
    except OperationError:
        return []
    if of_data is None:
        return traits_for(army, unit, group)[:1]
    return [name for name, least in of_data.items() if least] or list(of_data)[:1]


def _give_trait(army: Army, group: Selection, index: int, id: str) -> Fix:
    kind = army.system.declaration(TRAIT)
    names = {each.id: each.name for each in army.system.traits}
    values = {"trait": names.get(id, id), "model": group.title or group.name}
    code = "fix.roll-trait" if kind and id in kind.value.choices else "fix.choose-trait"
    return Fix(code, values, (declare(TRAIT, group.uid, id, index=index),))


def _take_back_only(army: Army, each: Declaration) -> Fix:
    """Take back a trait, and no other of the same model."""
    whole = take_back(army, each)
    return Fix(whole.code, whole.values, tuple({**operation, "value": each.value} for operation in whole.operations))
