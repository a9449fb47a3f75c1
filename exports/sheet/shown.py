"""The army as a set-up shows it: without what is to be hidden, and with units that are alike counted together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from datasheets.markup import fold
from exports.document import Ability, Army, Unit, in_order, merge_groups
from exports.sheet.saves import with_saves
from exports.sheet.setup import Setup

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Copies:
    """Units that are printed once. `unit` is the first of them, `number` that of their card, from 1.

    `names` are those that cards give to other units, by their ids.
    """

    number: int
    units: tuple[Unit, ...]
    names: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def unit(self) -> Unit:
        """The one that is printed."""
        return self.units[0]

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.units)

    def name_others(self, units: Iterable[Unit]) -> list[tuple[str, int]]:
        """Return what other units are called on this card, and how many are called so."""
        return list(Counter(self.names.get(unit.id) or unit.title or unit.name for unit in units).items())

    @property
    def marks(self) -> tuple[str, ...]:
        """What stands before the boxes of each: a letter, "" where it is alone."""
        return tuple(LETTERS[at % len(LETTERS)] for at in range(self.count)) if self.count > 1 else ("",)

    @property
    def costs(self) -> dict[str, float]:
        """What they cost together."""
        return {id: sum(unit.costs[id] for unit in self.units) for id in self.unit.costs}

    @property
    def model_count(self) -> int:
        """How many models they have together."""
        return sum(unit.model_count for unit in self.units)


def shown_army(army: Army, setup: Setup) -> Army:
    """Return the army with equal models of a unit together, without the costs, names or notes that are not to be printed."""
    named = {each.subject for each in army.declarations}
    army = replace(army, units=tuple(_said_once(_with_saves(army, merge_groups(unit, named))) for unit in army.units))
    if setup.show_costs and setup.show_names and setup.show_notes:
        return army
    units = tuple(_apply_setup(unit, setup) for unit in army.units)
    made = replace(army, units=units)
    if not setup.show_notes:
        made = replace(made, note="")
    return made if setup.show_costs else replace(made, costs={}, limits={}, power_level=None)


def _with_saves(army: Army, unit: Unit) -> Unit:
    """Return a unit with the saves that things give, and invulnerable ones beside them."""
    rows = (replace(profile, characteristics=with_saves(army, unit, profile)) for profile in unit.profiles)
    return replace(unit, profiles=tuple(rows))


def _said_once(unit: Unit) -> Unit:
    """Return a unit without what it says already: abilities, what it transports among them, and wargear's texts of these."""
    first: dict[tuple[str, str], Ability] = {}
    transported = fold(unit.transport.text) if unit.transport else ""
    for ability in unit.abilities:
        if not transported or fold(ability.text) != transported:
            first.setdefault((fold(ability.name), fold(ability.text)), ability)
    wargear = (
        replace(thing, text="")
        if (fold(thing.name), fold(thing.text)) in first
        else replace(thing, rules=tuple(each for each in thing.rules if (fold(each.name), fold(each.text)) not in first))
        for thing in unit.wargear
    )
    return replace(unit, abilities=tuple(first.values()), wargear=tuple(wargear))


def _apply_setup(unit: Unit, setup: Setup) -> Unit:
    return replace(
        unit,
        costs=unit.costs if setup.show_costs else {},
        title=unit.title if setup.show_names else "",
        note=unit.note if setup.show_notes else "",
    )


def copies_of(army: Army, setup: Setup) -> list[Copies]:
    """Return the units in the order of the army; those that are alike together, at the place of the first, if asked for.

    Alike are units of one force that differ in nothing that is printed but its order, declarations included.
    """
    groups: list[tuple[Unit, object, list[Unit]]] = []
    for unit in army.fielded:
        ordered = in_order(unit)
        plain, said = _nameless(ordered), _statements(army, ordered)
        found = (units for other, words, units in groups if setup.merge and other == plain and words == said)
        if (units := next(found, None)) is not None:
            units.append(unit)
        else:
            groups.append((plain, said, [unit]))
    names = _names_of([units for _, _, units in groups])
    return [Copies(number, tuple(units), names) for number, (_, _, units) in enumerate(groups, 1)]


def _names_of(cards: Sequence[Sequence[Unit]]) -> dict[str, str]:
    """Return what units are called on the cards of others: with the number of their card where several have the name."""
    own = [units[0].title or units[0].name for units in cards]
    several = Counter(own)
    return {
        unit.id: f"{name} ({number})" if several[name] > 1 else name
        for number, (name, units) in enumerate(zip(own, cards, strict=True), 1)
        for unit in units
    }


def _nameless(unit: Unit) -> Unit:
    """The unit without the ids that only tell it from others."""
    origin = replace(unit.origin, uid="", entry="", name="", group="", number=0, title="", note="", selections=())
    models = tuple(replace(group, id=str(place)) for place, group in enumerate(unit.models))
    return replace(unit, id="", models=models, origin=origin)


def _statements(army: Army, unit: Unit) -> list[tuple[object, ...]]:
    """What declarations say about the unit and its models, and which of them name it."""
    places = {unit.id: -1} | {group.id: place for place, group in enumerate(unit.models)}
    return list(_declarations(army, places))


def _declarations(army: Army, places: dict[str, int]) -> Iterator[tuple[object, ...]]:
    for each in army.declarations:
        if each.subject in places:
            yield (each.kind, places[each.subject], each.key, each.value, each.index)
        elif isinstance(each.value, str) and each.value in places:
            yield (each.kind, each.subject)
