"""Short spellings for invented data: what tests of the evaluation are written in."""

from collections.abc import Iterable
from decimal import Decimal

from datasheets.closure import CatalogueSet, Closure
from datasheets.model import (
    Bullet,
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Condition,
    ConditionGroup,
    Constraint,
    Cost,
    CostType,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    GameSystem,
    Loadout,
    Modifier,
    Query,
    Repeat,
)

POINTS = CostType("points", "pts")
POWER = CostType("power", "PL")


def unit(id, **parts):
    return Entry(id=id, name=parts.pop("name", id.title()), type="unit", **parts)


def model(id, **parts):
    return Entry(id=id, name=parts.pop("name", id.title()), type="model", **parts)


def upgrade(id, **parts):
    return Entry(id=id, name=parts.pop("name", id.title()), type="upgrade", **parts)


def group(id, *entries, **parts):
    return EntryGroup(id=id, name=id.title(), entries=entries, **parts)


def link(id, target, **parts):
    return EntryLink(id=id, target=target, **parts)


def group_link(id, target, **parts):
    return EntryLink(id=id, target=target, type="selectionEntryGroup", **parts)


def at_least(value, id="least", rule="", role="", **query):
    return Constraint(id, "min", Query(**query), Decimal(value), rule, role)


def at_most(value, id="most", rule="", role="", **query):
    return Constraint(id, "max", Query(**query), Decimal(value), rule, role)


def costs(**amounts):
    return tuple(Cost(type, Decimal(str(value))) for type, value in amounts.items())


def when(type, value=0, **query):
    return Condition(type, Query(**query), Decimal(value))


def any_of(*conditions):
    return ConditionGroup("or", conditions)


def all_of(*conditions):
    return ConditionGroup("and", conditions)


def change(type, field, value, *conditions, **parts):
    return Modifier(type, field, str(value), conditions, **parts)


def every(value, repeats=1, round_up=False, **query):
    return Repeat(Query(**query), Decimal(value), repeats, round_up)


def category(id, **parts):
    return CategoryEntry(id=id, name=parts.pop("name", id.title()), **parts)


def is_in(target, primary=False, **parts):
    return CategoryLink(id=parts.pop("id", f"in-{target}"), target=target, primary=primary, **parts)


def force_entry(id="patrol", **parts):
    return ForceEntry(id=id, name=parts.pop("name", id.title()), **parts)


def bullet(id, models, replace, *choices, **limits):
    return Bullet(id, id, tuple(models), replace, choices, **limits)


def catalogues(entries: Iterable[Entry] = (), *, force_entries=(), categories=(), cost_types=(POINTS, POWER), **catalogue):
    system = GameSystem(
        id="game",
        name="Game",
        digest="g",
        cost_types=cost_types,
        force_entries=tuple(force_entries) or (force_entry(),),
        categories=tuple(categories),
    )
    return CatalogueSet(
        system, [Catalogue(id="own", name="Own", digest="o", system="game", entries=tuple(entries), **catalogue)]
    )


def closure(entries: Iterable[Entry] = (), **parts) -> Closure:
    return catalogues(entries, **parts).closure("own")


def squad(rows, items=(), bullets=(), defaults=None, **parts):
    """A native unit: `rows` {id: (min, max)}; every model may have every item."""
    models = tuple(
        model(
            row,
            constraints=(at_least(low, f"{row}-least", role="unit-size"), at_most(high, f"{row}-most", role="unit-size")),
            entries=tuple(upgrade(item, collective=True) for item in items),
        )
        for row, (low, high) in rows.items()
    )
    loadout = Loadout("loadout", defaults or {row: {} for row in rows}, tuple(bullets), "9E-WARG-01")
    return unit(parts.pop("id", "squad"), entries=models, loadout=loadout, **parts)
