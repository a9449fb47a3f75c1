"""From a checked datasheet to entries: one unit entry, a model entry for each row, below each of them every item.

Illegal wargear must be expressible, so each model entry offers all weapons and wargear of the datasheet; what is legal is
said by the unit's `Loadout`. What the entry model has no place for travels in `details` as plain JSON data, listed in
docs/datasheets.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from datasheets.effects.effect import Effect, dump, load
from datasheets.keywords import Keywords
from datasheets.model import (
    Bullet,
    CategoryLink,
    Condition,
    Constraint,
    Cost,
    Entry,
    Loadout,
    Modifier,
    Profile,
    Query,
    Rule,
)
from datasheets.native.compile_vehicle import card_bullets, card_items, prices, vehicle_details
from datasheets.native.naming import item_id, keyword_id, model_id, part_id
from datasheets.native.schema import (
    Ability,
    Command,
    DamageRow,
    Datasheet,
    DatasheetWeapon,
    Gear,
    Header,
    Option,
    ProfileRow,
    Psyker,
)
from datasheets.systems import System
from datasheets.systems.rows import with_usual_values
from datasheets.systems.shape import plain

UNIT_PROFILE = "unit"
WEAPON_PROFILE = "weapon"


def compile_datasheet(sheet: Datasheet, system: System, header: Header | None = None) -> Entry:
    """Return the unit entry of a datasheet. `header` is its catalogue's, for the choices of keywords that it allows."""
    return Entry(
        id=sheet.id,
        name=sheet.name,
        type="unit",
        page=sheet.source.page,
        costs=tuple(Cost(kind, _decimal(cost.base)) for kind, cost in sheet.costs.items()),
        modifiers=tuple(_steps(sheet)),
        category_links=tuple(_categories(sheet)),
        rules=tuple(_ability(sheet, ability) for ability in sheet.abilities),
        entries=tuple(_model(sheet, row, system) for row in sheet.profiles),
        loadout=_loadout(sheet, system),
        details=_details(sheet, system, header),
    )


def _steps(sheet: Datasheet) -> Iterator[Modifier]:
    """The last step that is reached counts, because later modifiers come later."""
    models = Query(scope="self", child="model", include_child_selections=True)
    for kind, cost in sheet.costs.items():
        for step in cost.steps:
            reached = Condition("atLeast", models, Decimal(step.models))
            yield Modifier("set", kind, str(_decimal(step.value)), (reached,))


def _categories(sheet: Datasheet) -> Iterator[CategoryLink]:
    if sheet.role is not None:
        yield CategoryLink(id=part_id(sheet.id, "role", sheet.role), target=sheet.role, primary=True)
    for keyword in Keywords((*sheet.keywords.faction, *sheet.keywords.other)):
        yield _keyword(sheet.id, keyword)


def _keyword(owner: str, keyword: str) -> CategoryLink:
    return CategoryLink(id=f"{owner}/{keyword_id(keyword)}", name=keyword, target=keyword_id(keyword))


def _ability(sheet: Datasheet, ability: Ability) -> Rule:
    return Rule(
        id=part_id(sheet.id, "ability", ability.name),
        name=ability.name,
        description=ability.text,
        details={"aura": ability.aura, "external": ability.external, "effects": _dump_all(ability.effects)},
    )


def _model(sheet: Datasheet, row: ProfileRow, system: System) -> Entry:
    id = model_id(sheet.id, row.name)
    return Entry(
        id=id,
        name=row.name,
        type="model",
        costs=prices(row.costs),
        constraints=(
            _size(f"{id}/min", "min", row.number.min, system),
            _size(f"{id}/max", "max", row.number.max, system),
        ),
        category_links=tuple(_keyword(id, keyword) for keyword in row.keywords),
        profiles=(_profile(sheet, row, id),),
        entries=(*_items(sheet, system), *card_items(sheet, system, row.name)),
        details={"keywords": list(row.keywords)},
    )


def _size(id: str, type: Any, value: int, system: System) -> Constraint:
    return Constraint(id, type, Query(scope="parent"), Decimal(value), rule=system.rule("unit-size"), role="unit-size")


def _profile(sheet: Datasheet, row: ProfileRow, id: str) -> Profile:
    table = [
        {"wounds": list(line.wounds), "characteristics": dict(line.characteristics), **_weapons_of(sheet, line)}
        for line in sheet.damage_table
        if line.profile == row.name
    ]
    return Profile(
        id=f"{id}/profile",
        name=row.name,
        type=UNIT_PROFILE,
        characteristics=dict(row.characteristics),
        details={
            "base": {"shape": row.base.shape, "mm": list(row.base.mm)},
            "height": row.height,
            "damage_table": table,
            **_protection(row),
        },
    )


def _protection(row: ProfileRow) -> dict[str, Any]:
    """Return what only some systems have of a row: its armour, its mount, its size."""
    found = {"armour": plain(row.armour), "steed": dict(row.steed), "size": row.size}
    return {key: value for key, value in found.items() if value}


def _weapons_of(sheet: Datasheet, line: DamageRow) -> dict[str, Any]:
    """Return what a line of a damage table says of weapons, by item."""
    weapons = {item_id(sheet.id, name): dict(values) for name, values in line.weapons.items()}
    return {"weapons": weapons} if weapons else {}


def _items(sheet: Datasheet, system: System) -> Iterator[Entry]:
    for weapon in sheet.weapons:
        yield Entry(
            id=item_id(sheet.id, weapon.name),
            name=weapon.name,
            collective=True,
            costs=prices(weapon.costs),
            profiles=tuple(_weapon_profiles(sheet, weapon, system)),
            details={"kind": "weapon", "note": weapon.note, "picture": weapon.picture},
        )
    for gear in sheet.wargear:
        yield Entry(
            id=item_id(sheet.id, gear.name),
            name=gear.name,
            collective=True,
            costs=prices(gear.costs),
            rules=(_gear_rule(sheet, gear),) if gear.text else (),
            details={"kind": "wargear", "text": gear.text, "effects": _dump_all(gear.effects), **_saves(gear)},
        )


def _saves(gear: Gear) -> dict[str, Any]:
    """Return the saves and abilities that wargear gives, in systems where it does."""
    found = plain({"armour": gear.armour, "field_save": gear.field_save, "grants": gear.grants})
    return {key: value for key, value in found.items() if value}


def _weapon_profiles(sheet: Datasheet, weapon: DatasheetWeapon, system: System) -> Iterator[Profile]:
    for number, profile in enumerate(weapon.profiles, 1):
        yield Profile(
            id=f"{item_id(sheet.id, weapon.name)}/profile/{number}",
            name=profile.name or weapon.name,
            type=WEAPON_PROFILE,
            characteristics=with_usual_values(profile.characteristics, system.weapon_characteristics),
            details={
                "name": profile.name,
                "abilities": profile.abilities,
                "effects": _dump_all(profile.effects),
                **({"traits": list(profile.traits)} if profile.traits else {}),
            },
        )


def _gear_rule(sheet: Datasheet, gear: Gear) -> Rule:
    return Rule(id=f"{item_id(sheet.id, gear.name)}/text", name=gear.name, description=gear.text)


def _loadout(sheet: Datasheet, system: System) -> Loadout:
    defaults: dict[str, dict[str, int]] = {model_id(sheet.id, row.name): {} for row in sheet.profiles}
    for default in sheet.composition.wargear:
        for name in default.models:
            row = defaults[model_id(sheet.id, name)]
            for item, number in _by_id(sheet, default.items).items():
                row[item] = row.get(item, 0) + number
    bullets = (*(_bullet(sheet, option) for option in sheet.options), *card_bullets(sheet, system))
    return Loadout(f"{sheet.id}/loadout", defaults, bullets, rule=system.rule("loadout"))


def _bullet(sheet: Datasheet, option: Option) -> Bullet:
    limit = option.limit
    free = limit.any or limit.per_models is not None
    return Bullet(
        id=part_id(sheet.id, "option", option.id),
        text=option.text,
        models=tuple(model_id(sheet.id, name) for name in option.models),
        replace=_by_id(sheet, option.replace),
        choices=tuple(_by_id(sheet, choice) for choice in option.choices),
        most=1 if limit.most is None and not free else limit.most,
        per_models=limit.per_models,
        each=limit.each,
    )


def _by_id(sheet: Datasheet, items: Mapping[str, int]) -> dict[str, int]:
    return {item_id(sheet.id, name): number for name, number in items.items()}


def _details(sheet: Datasheet, system: System, header: Header | None) -> dict[str, Any]:
    return {
        "datasheet": sheet.id,
        "role": sheet.role,
        "keywords": {"faction": list(sheet.keywords.faction), "other": list(sheet.keywords.other)},
        "choices": {name: list(allowed) for name, allowed in _choices(sheet, header)},
        "reserved": list(header.reserved_keywords) if header else [],
        "composition": sheet.composition.text,
        "transport": plain(sheet.transport),
        "psyker": _psyker(sheet, sheet.psyker, system) if sheet.psyker else None,
        "commands": [_command(each) for each in sheet.commands],
        "source": plain(sheet.source),
        **vehicle_details(sheet, system, header),
    }


def _choices(sheet: Datasheet, header: Header | None) -> Iterator[tuple[str, Iterable[str]]]:
    """What may be chosen for each angle-bracket keyword: as the datasheet says, else as its catalogue says."""
    own = sheet.keywords.choices
    for name in sheet.placeholders:
        narrow = own[name].allowed if name in own else ()
        yield name, narrow or (header.keyword_choices.get(name, ()) if header else ())


def _psyker(sheet: Datasheet, psyker: Psyker, system: System) -> dict[str, Any]:
    """The powers in full, as the roster document has them: those that the system gives to a keyword need no naming."""
    every: tuple[Any, ...] = (*system.powers, *psyker.own_powers)
    known = {power.id: power for power in every}
    keywords = Keywords(
        (*sheet.keywords.faction, *sheet.keywords.other, *(k for row in sheet.profiles for k in row.keywords))
    )
    given = [power.id for power in system.powers if power.known_by in keywords]
    names = dict.fromkeys((*psyker.powers, *given, *(power.id for power in psyker.own_powers)))
    made = {"casts": psyker.casts, "denies": psyker.denies, "powers": [_power(known[name]) for name in names]}
    return {**made, "mastery": psyker.mastery} if psyker.mastery else made


def _power(power: Any) -> dict[str, Any]:
    written = [each if isinstance(each, Effect) else load(plain(each), "target") for each in power.effects]
    names = ("id", "name", "value", "step", "range_in", "target", "duration", "text")
    return {
        **{name: getattr(power, name) for name in names},
        "keywords": list(power.keywords),
        "effects": _dump_all(written),
    }


def _command(command: Command) -> dict[str, Any]:
    names = ("id", "name", "range_in", "target", "duration", "text")
    return {**{name: getattr(command, name) for name in names}, "effects": _dump_all(command.effects)}


def _dump_all(given: Iterable[Effect]) -> list[dict[str, Any]]:
    return [dump(effect) for effect in given]


def _decimal(value: float) -> Decimal:
    return Decimal(str(value))
