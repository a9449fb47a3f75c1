"""An imported unit as a roster document has it: profiles of all kinds sorted into the document's parts.

`carrying` says which model has what. Every text of the data is somewhere: as ability of the unit, wargear of a model,
ability of a weapon, note or option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from builder.rules.army import Unit
from builder.snapshot import carrying
from builder.snapshot.cleaning import line, prose
from builder.snapshot.psykers import psyker_of
from datasheets.closure import Closure
from datasheets.evaluation.result import Effective
from datasheets.evaluation.tree import Selection
from datasheets.imported import tables
from datasheets.imported.mending import invulnerable, is_readable, mended
from datasheets.imported.weapons import Row, Weapon, weapons_of
from datasheets.model import Profile
from datasheets.systems import System
from datasheets.systems.imports import ProfileKind
from datasheets.systems.system import Characteristic

MOST_EACH = 1000
VARIES = "*"
USER = "User"  # authors write it in every case
Sorted = dict[ProfileKind | None, list[Profile]]


@dataclass(slots=True)
class _Part:
    """A selection of the unit: the model that it is below (itself, for a model), and its profiles by kind."""

    node: Selection
    shown: Effective
    owner: Selection | None
    profiles: Sorted


@dataclass(slots=True)
class _Made:
    """What is collected from the parts: weapons and wargear by what they are, abilities, options, and items to carry.

    `varying` are the characteristics that damage changes."""

    weapons: dict[str, dict[str, Any]] = field(default_factory=dict)
    wargear: dict[str, dict[str, Any]] = field(default_factory=dict)
    abilities: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)
    varying: tuple[str, ...] = ()
    items: list[carrying.Item] = field(default_factory=list)


def imported_parts(unit: Unit, system: System) -> dict[str, Any]:
    """Return abilities, profiles, weapons, wargear, models, options and psyker of an imported unit."""
    closure = unit.closure
    if closure is None:
        raise ValueError("the catalogue of this unit is gone")
    parts = list(_parts(unit, closure, system))
    made = _Made(varying=_varying(parts, closure, system))
    for part in parts:
        _collect(part, closure, system, made, unit)
    profiles, of_group = _profiles(unit, parts, closure, system, made)
    runs = carrying.shared_out(unit, made.items)
    return {
        "abilities": list(made.abilities.values()),
        "profiles": profiles,
        "weapons": list(made.weapons.values()),
        "wargear": list(made.wargear.values()),
        "models": [_model(unit, run, at, of_group, made) for run, at in _numbered(runs)],
        "options": made.options,
        "psyker": psyker_of([(part.profiles, part.shown) for part in parts], closure, system),
    }


def _parts(unit: Unit, closure: Closure, system: System) -> Iterator[_Part]:
    models = {group.uid for group in unit.groups}

    def walk(node: Selection, owner: Selection | None) -> Iterator[_Part]:
        owner = node if node.uid in models else owner
        shown = unit.parts[node.uid]
        found: Sorted = {}
        for profile in shown.profiles:
            found.setdefault(tables.kind_of(closure, profile, system), []).append(profile)
        yield _Part(node, shown, owner, found)
        for child in node.selections:
            yield from walk(child, owner)

    return walk(unit.selection, None)


def _collect(part: _Part, closure: Closure, system: System, made: _Made, unit: Unit) -> None:
    rows = [_row(closure, profile, system) for profile in part.profiles.get("weapon", ())]
    for weapon in weapons_of(part.shown.name, rows) if rows else ():
        key = _weapon(weapon, system, made)
        made.items.append(carrying.Item(key, part.node, part.owner, weapon.times, True))
    texts = list(_texts(part, closure, system, made.varying))
    is_gear = part.shown.type == "upgrade" and part.node is not part.owner and part.node is not unit.selection
    if is_gear and part.owner is not None and not rows and "power" not in part.profiles:
        if texts or not (part.node.selections or part.profiles):
            key = _wargear(part.shown.name, "\n\n".join(text for _, text in texts if text), made)
            made.items.append(carrying.Item(key, part.node, part.owner, 1, False))
        return
    for name, text in texts:
        made.abilities.setdefault((name, text), _ability(name, text))
    if is_gear and not rows and not texts and not part.profiles and not part.node.selections:
        made.options.append(prose(part.shown.name if part.node.number == 1 else f"{part.node.number}x {part.shown.name}"))


def _varying(parts: Sequence[_Part], closure: Closure, system: System) -> tuple[str, ...]:
    """Return the characteristics that are printed as "*", those of the first model that has any."""
    rows = (tables.values_of(closure, row, system) for part in parts for row in part.profiles.get("unit", ()))
    found = (tuple(heading for heading, value in row.items() if value == VARIES) for row in rows)
    return next((each for each in found if each), ())


def _texts(part: _Part, closure: Closure, system: System, varying: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield names and texts of everything that is no table: abilities, rules, explosions, lists of their author's own."""
    for kind, profiles in part.profiles.items():
        if kind in ("ability", "explosion", "transport", "psyker", None):
            for profile in profiles:
                heading = "" if kind == "ability" else tables.heading_of(closure, profile)
                text = tables.text_of(closure, profile, system)
                yield line(_named(profile.name, heading)), prose(text)
    wounds = part.profiles.get("wounds", [])
    table = tables.damage_table(closure, wounds, system, varying) if wounds else None
    if wounds and (table is None or not table.whole):
        for profile in wounds:
            yield line(profile.name), prose(tables.text_of(closure, profile, system))
    for rule in part.shown.rules:
        yield line(rule.name), prose(rule.description)


def _named(name: str, heading: str) -> str:
    return name if not heading or heading.casefold() in name.casefold() else f"{heading}: {name}"


def _row(closure: Closure, profile: Profile, system: System) -> Row:
    columns = [each.key for each in system.weapon_characteristics]
    values = dict(tables.headed(closure, profile, system))
    kept = {heading: value for heading, value in values.items() if heading in columns or not columns}
    texts = [value for heading, value in values.items() if columns and heading not in columns and value not in ("", "-")]
    printed = _mended(kept, system.weapon_characteristics)
    return Row(profile.name, printed, prose("\n".join(texts)))


def _mended(values: Mapping[str, str], columns: Iterable[Characteristic]) -> dict[str, str]:
    """Return the values of a row with slips of the pen mended."""
    kinds = {column.key: column.kind for column in columns}
    made = {heading: mended(kinds.get(heading, "text"), value) for heading, value in values.items()}
    return {heading: USER if value.casefold() == USER.casefold() else line(value) for heading, value in made.items()}


def _weapon(weapon: Weapon, system: System, made: _Made) -> str:
    """Put a weapon where it belongs and return what it is; one that no rule of the system can use is wargear with a text."""
    usable = [each for each in weapon.rows if is_readable(each[1].characteristics, system.weapon_characteristics)]
    others = [_told(name, row) for name, row in weapon.rows if (name, row) not in usable]
    if not usable:
        return _wargear(weapon.name, "\n".join([*others, weapon.note]), made)
    rows = [
        {"name": line(name), "characteristics": dict(row.characteristics), "abilities": row.abilities, "effects": []}
        for name, row in usable
    ]
    data = {"name": line(weapon.name), "note": prose("\n".join([weapon.note, *others])), "profiles": rows}
    return _kept(made.weapons, "w", data)


def _told(name: str, row: Row) -> str:
    values = ", ".join(f"{heading} {value}" for heading, value in row.characteristics.items() if value)
    told = f"{name}: {values}" if name else values
    return f"{told}. {row.abilities}" if row.abilities else told


def _wargear(name: str, text: str, made: _Made) -> str:
    return _kept(made.wargear, "g", {"name": line(name), "text": prose(text), "effects": []})


def _kept(known: dict[str, dict[str, Any]], letter: str, data: dict[str, Any]) -> str:
    """Return the key of equal data that are there already, or put them there under a new id."""
    for id, each in known.items():
        if {**each, "id": ""} == {**data, "id": ""}:
            return f"{letter} {id}"
    id = f"{letter}{len(known) + 1}"
    known[id] = {"id": id, **data}
    return f"{letter} {id}"


def _ability(name: str, text: str) -> dict[str, Any]:
    return {"name": name, "text": text, "aura": "(aura)" in name.casefold(), "external": False, "effects": []}


def _profiles(
    unit: Unit, parts: Sequence[_Part], closure: Closure, system: System, made: _Made
) -> tuple[list[dict[str, Any]], Mapping[str, str]]:
    """Return the unit's rows of characteristics, and which one each model selection has."""
    rows: list[dict[str, Any]] = []
    of_group: dict[str, str] = {}
    saves: dict[str, str] = {}
    unowned = [profile for part in parts if part.owner is None for profile in part.profiles.get("unit", ())]
    tracks_of_unit = [profile for part in parts if part.owner is None for profile in part.profiles.get("wounds", ())]
    for group in unit.groups:
        own = [part for part in parts if part.owner is group]
        shown = [profile for part in own for profile in part.profiles.get("unit", ())] or _fitting(unowned, group.name)
        tracks = [profile for part in own for profile in part.profiles.get("wounds", ())] or tracks_of_unit
        for at, family in enumerate(_families(shown)):
            row = _profile(unit, group, family, tracks, closure, system, made.varying)
            same = next((each for each in rows if {**each, "id": ""} == {**row, "id": ""}), None)
            if same is None:
                row["id"] = f"p{len(rows) + 1}"
                rows.append(row)
            if at == 0 and is_readable(row["characteristics"], system.characteristics):
                of_group[group.uid] = same["id"] if same else row["id"]
            if at == 0:
                saves[family[0].name] = tables.values_of(closure, family[0], system).get("Sv", "")
    _add_saves(saves, parts, made)
    return rows, of_group


def _add_saves(saves: Mapping[str, str], parts: Iterable[_Part], made: _Made) -> None:
    """Say as abilities what some authors write with the Save of models, by their name: "5+/4+"."""
    rules = [rule.description for part in parts for rule in part.shown.rules]
    alike = len(set(saves.values())) == 1
    for name, value in saves.items():
        for save in invulnerable(value, rules):
            text = f"{'Models in this unit' if alike else f'{name} models'} have a {save}."
            made.abilities.setdefault(("", text), _ability("Invulnerable save", prose(text)))


def _fitting(profiles: Sequence[Profile], name: str) -> list[Profile]:
    """Return the unit's own profile that a model goes by: the one of its name, else the first."""
    named = [profile for profile in profiles if profile.name.casefold() == name.casefold()]
    return (named or list(profiles))[:1]


def _families(profiles: Sequence[Profile]) -> list[list[Profile]]:
    """Return profiles with those that are the rows of their damage table behind them, the unhurt first."""
    families: dict[str, list[tuple[int, Profile]]] = {}
    for profile in profiles:
        found = tables.banded(profile)
        families.setdefault(found[0] if found else profile.name, []).append((found[1][0] if found else 0, profile))
    return [[profile for _, profile in sorted(each, key=lambda row: -row[0])] for each in families.values()]


def _profile(
    unit: Unit,
    group: Selection,
    family: Sequence[Profile],
    tracks: Iterable[Profile],
    closure: Closure,
    system: System,
    varying: tuple[str, ...],
) -> dict[str, Any]:
    profile, found = family[0], tables.banded(family[0])
    values = _mended(tables.values_of(closure, profile, system), system.characteristics)
    table = tables.damage_table(closure, list(tracks), system, varying) or _rows(family, values, closure, system)
    most = tables.number_in(values.get("W", "")) or 1
    return {
        "id": "",
        "name": line(found[0] if found else profile.name),
        "type": "unit",
        "characteristics": values,
        "base": None,
        "height": None,
        "keywords": list(unit.keywords_of(group)),
        "damage_table": [
            {"wounds": [low, max(low, most) if high is None else high], "characteristics": changed}
            for low, high, changed in _readable_rows(table, system)
        ],
    }


def _rows(
    family: Sequence[Profile], unhurt: Mapping[str, str], closure: Closure, system: System
) -> tables.DamageTable | None:
    """Return the damage table that unit profiles are the rows of: what each says otherwise than the unhurt one."""
    rows = []
    for profile in family:
        found = tables.banded(profile)
        values = tables.values_of(closure, profile, system)
        if found:
            stated = {each: value for each, value in values.items() if value not in tables.NOTHING and each != "W"}
            rows.append((*found[1], _mended(stated, system.characteristics)))
    varying = {heading for _, _, changed in rows for heading in changed if changed[heading] != unhurt.get(heading)}
    kept = [(low, high, {each: row[each] for each in row if each in varying}) for low, high, row in rows]
    return tables.DamageTable(tuple(kept)) if len(rows) > 1 and varying else None


def _readable_rows(table: tables.DamageTable | None, system: System) -> Iterator[tuple[int, int | None, dict[str, str]]]:
    """Yield the rows of a damage table with what can be read of them."""
    for low, high, values in table.rows if table else ():
        columns = [column for column in system.characteristics if column.key in values]
        changed = _mended(values, columns)
        yield low, high, {each.key: changed[each.key] for each in columns if is_readable(changed, [each])}


def _numbered(runs: Sequence[carrying.Run]) -> Iterator[tuple[carrying.Run, int]]:
    """Yield runs with how many of the same selection come before them."""
    seen: dict[str, int] = {}
    for run in runs:
        yield run, seen.get(run.group.uid, 0)
        seen[run.group.uid] = seen.get(run.group.uid, 0) + 1


def _model(unit: Unit, run: carrying.Run, at: int, of_group: Mapping[str, str], made: _Made) -> dict[str, Any]:
    uid = f"{run.group.uid}/model" if run.group is unit.selection else run.group.uid
    return {
        "id": f"{uid}/{at + 1}" if at else uid,
        "name": line(unit.parts[run.group.uid].name),
        "profile": of_group.get(run.group.uid, ""),
        "number": run.number,
        "weapons": _counts(run, "w"),
        "wargear": _counts(run, "g"),
    }


def _counts(run: carrying.Run, letter: str) -> dict[str, int]:
    found = ((key.split(" ")[1], number) for key, number in run.items.items() if key.startswith(f"{letter} "))
    return {id: min(number, MOST_EACH) for id, number in found}
