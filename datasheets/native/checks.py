"""What must fit together in a datasheet: names that are used exist, numbers agree, values can be read in this system.

Each check says which parts of the datasheet it reads; it runs when those have the right shape, so that all problems are
reported at once. `parts` are the loaded values of `schema.Datasheet` by field name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from datasheets.fields import document_message, unknown
from datasheets.keywords import normal, placeholders
from datasheets.native import protection_checks, vehicle_checks
from datasheets.native.name_checks import check_distinct
from datasheets.native.printed_checks import damage_tables, obtainable, profile_values, weapon_tables, weapon_values
from datasheets.native.schema import DatasheetWeapon, Gear, Limit, Option, ProfileRow
from datasheets.problems import Problem, escape
from datasheets.systems import System

Parts = Mapping[str, Any]
Check = Callable[[Parts, System], Iterator[Problem]]


def problems(parts: Parts, system: System) -> Iterator[Problem]:
    """Yield everything that does not fit together, in the order of the datasheet's fields."""
    found = [problem for needs, check in CHECKS if all(n in parts for n in needs) for problem in check(parts, system)]
    yield from found
    if not found and all(need in parts for need in REACH):
        yield from _reachable(parts)


def _role(parts: Parts, system: System) -> Iterator[Problem]:
    roles = [role.id for role in system.roles]
    if parts["role"] is not None and parts["role"] not in roles:
        yield Problem("/role", unknown(parts["role"], roles, "role") if roles else document_message("no-roles"))


def _costs(parts: Parts, system: System) -> Iterator[Problem]:
    kinds = [cost.id for cost in system.costs]
    for kind in parts["costs"]:
        if kind not in kinds:
            yield Problem(f"/costs/{escape(kind)}", unknown(kind, kinds, "cost") if kinds else document_message("no-costs"))
    for cost in system.costs:
        if not cost.optional and cost.id not in parts["costs"]:
            yield Problem("/costs", document_message("cost", cost=cost.id))


def _steps(parts: Parts, system: System) -> Iterator[Problem]:
    most = sum(row.number.max for row in parts["profiles"])
    for kind, cost in parts["costs"].items():
        before = 1
        for place, step in enumerate(cost.steps):
            path = f"/costs/{escape(kind)}/steps/{place}/models"
            if step.models <= before:
                yield Problem(path, document_message("step-up", before=before))
            if step.models > most:
                yield Problem(path, document_message("step-never", most=most))
            before = max(before, step.models)


def _rows(parts: Parts, system: System) -> Iterator[Problem]:
    rows: Iterable[ProfileRow] = parts["profiles"]
    yield from check_distinct("/profiles", [row.name for row in rows])
    for place, row in enumerate(rows):
        if row.number.min > row.number.max:
            yield Problem(f"/profiles/{place}/number", document_message("min", most=row.number.max))
        sizes = 1 if row.base.shape == "round" else 2
        if len(row.base.mm) != sizes:
            yield Problem(
                f"/profiles/{place}/base/mm", document_message("round" if sizes == 1 else "oblong", shape=row.base.shape)
            )


def _composition(parts: Parts, system: System) -> Iterator[Problem]:
    rows, items = _row_names(parts), _item_names(parts)
    for place, default in enumerate(parts["composition"].wargear):
        path = f"/composition/wargear/{place}"
        yield from _check_known(f"{path}/models", default.models, rows, "row of the profiles")
        yield from _known_keys(f"{path}/items", default.items, items)


def _abilities(parts: Parts, system: System) -> Iterator[Problem]:
    yield from check_distinct("/abilities", [ability.name for ability in parts["abilities"]])
    for place, ability in enumerate(parts["abilities"]):
        if ability.aura and ability.effects and all(effect.to.range is None for effect in ability.effects):
            yield Problem(f"/abilities/{place}/effects", document_message("aura-range"))
        if not ability.text and not ability.external:
            yield Problem(f"/abilities/{place}/text", document_message("ability-text"))


def _items(parts: Parts, system: System) -> Iterator[Problem]:
    weapons: Iterable[DatasheetWeapon] = parts["weapons"]
    gear: Iterable[Gear] = parts["wargear"]
    names = [weapon.name for weapon in weapons]
    yield from check_distinct("/weapons", names)
    yield from check_distinct("/wargear", [item.name for item in gear], names)
    for place, weapon in enumerate(weapons):
        path = f"/weapons/{place}/profiles"
        if len(weapon.profiles) > 1:
            yield from check_distinct(path, [profile.name for profile in weapon.profiles])


def _options(parts: Parts, system: System) -> Iterator[Problem]:
    rows, items = _row_names(parts), _item_names(parts)
    options: Iterable[Option] = parts["options"]
    yield from check_distinct("/options", [option.id for option in options], key="id")
    for place, option in enumerate(options):
        path = f"/options/{place}"
        yield from _check_known(f"{path}/models", option.models, rows, "row of the profiles")
        yield from _known_keys(f"{path}/replace", option.replace, items)
        for number, choice in enumerate(option.choices):
            yield from _known_keys(f"{path}/with/{number}", choice, items)
            if not choice and not option.replace:
                yield Problem(f"{path}/with/{number}", document_message("changes-nothing"))
        yield from _limit(f"{path}/limit", option.limit)


def _reachable(parts: Parts) -> Iterator[Problem]:
    """A bullet that replaces what none of its models can have is a slip of the pen, where all names are right."""
    for place, option in enumerate(parts["options"]):
        if not any(set(option.replace) <= obtainable(parts, row) for row in option.models):
            yield Problem(f"/options/{place}/replace", document_message("cannot-have"))


def _limit(path: str, limit: Limit) -> Iterator[Problem]:
    if limit.any and (limit.most is not None or limit.per_models is not None):
        yield Problem(path, document_message("any-limit"))
    if limit.each != 1 and limit.per_models is None:
        yield Problem(f"{path}/each", document_message("per-models"))


def _keywords(parts: Parts, system: System) -> Iterator[Problem]:
    keywords = parts["keywords"]
    for group in ("faction", "other"):
        seen: set[str] = set()
        for place, keyword in enumerate(getattr(keywords, group)):
            if normal(keyword) in seen:
                yield Problem(f"/keywords/{group}/{place}", document_message("keyword-twice"))
            seen.add(normal(keyword))


def _choices(parts: Parts, system: System) -> Iterator[Problem]:
    keywords = parts["keywords"]
    own = [keyword for row in parts["profiles"] for keyword in row.keywords]
    used = placeholders((*keywords.faction, *keywords.other, *own))
    for placeholder, choice in keywords.choices.items():
        path = f"/keywords/choices/{escape(placeholder)}"
        if placeholder not in used:
            yield Problem(path, document_message("no-placeholder"))
        for place, value in enumerate(choice.allowed):
            if placeholders([value]) or value != value.upper():
                yield Problem(f"{path}/allowed/{place}", document_message("capitals"))


def _psyker(parts: Parts, system: System) -> Iterator[Problem]:
    psyker = parts["psyker"]
    if psyker is None:
        keywords = (*parts["keywords"].faction, *parts["keywords"].other)
        known_by = {normal(power.known_by) for power in system.powers if power.known_by}
        for keyword in [each for each in keywords if normal(each) in known_by]:
            yield Problem("/psyker", document_message("keyword-psyker", keyword=keyword))
        return
    own = [power.id for power in psyker.own_powers]
    known = [power.id for power in system.powers]
    yield from check_distinct("/psyker/own_powers", own, known, key="id")
    yield from _check_known("/psyker/powers", psyker.powers, [*known, *own], "power")


def _commands(parts: Parts, system: System) -> Iterator[Problem]:
    commands = parts["commands"]
    if commands and not system.commands:
        yield Problem("/commands", document_message("no-commands"))
    ids, names = [each.id for each in system.commands], [each.name for each in system.commands]
    yield from check_distinct("/commands", [each.id for each in commands], ids, key="id")
    yield from check_distinct("/commands", [each.name for each in commands], names)
    for place, each in enumerate(commands):
        if not each.text:
            yield Problem(f"/commands/{place}/text", document_message("command-text"))


def _effects(parts: Parts, system: System) -> Iterator[Problem]:
    keys = [item.key for item in (*system.characteristics, *system.weapon_characteristics)]
    phases = [phase.id for phase in system.phases]
    for path, effect in _all_effects(parts):
        name = effect.parameters.get("characteristic")
        if name is not None and name not in keys:
            yield Problem(f"{path}/characteristic", unknown(name, keys, "characteristic"))
        for place, condition in enumerate(effect.when):
            if condition.name == "phase" and condition.parameters["phase"] not in phases:
                phase = unknown(condition.parameters["phase"], phases, "phase")
                yield Problem(f"{path}/when/{place}/phase", phase)


def _all_effects(parts: Parts) -> Iterator[tuple[str, Any]]:
    for field in ("abilities", "wargear"):
        for place, bearer in enumerate(parts[field]):
            for number, effect in enumerate(bearer.effects):
                yield f"/{field}/{place}/effects/{number}", effect
    for place, weapon in enumerate(parts["weapons"]):
        for row, profile in enumerate(weapon.profiles):
            for number, effect in enumerate(profile.effects):
                yield f"/weapons/{place}/profiles/{row}/effects/{number}", effect
    for place, command in enumerate(parts["commands"]):
        for number, effect in enumerate(command.effects):
            yield f"/commands/{place}/effects/{number}", effect
    for place, power in enumerate(parts["psyker"].own_powers if parts["psyker"] else ()):
        for number, effect in enumerate(power.effects):
            yield f"/psyker/own_powers/{place}/effects/{number}", effect


def _row_names(parts: Parts) -> list[str]:
    return [row.name for row in parts["profiles"]]


def _item_names(parts: Parts) -> list[str]:
    return [item.name for item in (*parts["weapons"], *parts["wargear"])]


def _check_known(path: str, names: Iterable[str], known: list[str], what: str) -> Iterator[Problem]:
    for place, name in enumerate(names):
        if name not in known:
            yield Problem(f"{path}/{place}", unknown(name, known, what))


def _known_keys(path: str, names: Iterable[str], items: list[str]) -> Iterator[Problem]:
    for name in names:
        if name not in items:
            yield Problem(f"{path}/{escape(name)}", unknown(name, items, "weapon or wargear"))


CHECKS: tuple[tuple[tuple[str, ...], Check], ...] = (
    (("role",), _role),
    (("costs",), _costs),
    (("costs", "profiles"), _steps),
    (("profiles",), _rows),
    (("profiles",), profile_values),
    (("composition", "profiles", "weapons", "wargear"), _composition),
    (("abilities",), _abilities),
    (("weapons", "wargear"), _items),
    (("weapons",), weapon_values),
    (("options", "profiles", "weapons", "wargear"), _options),
    (("keywords",), _keywords),
    (("keywords", "profiles"), _choices),
    (("damage_table", "profiles"), damage_tables),
    (("damage_table", "profiles", "weapons", "composition", "options"), weapon_tables),
    (("commands",), _commands),
    (("profiles", "weapons", "wargear"), protection_checks.prices),
    (("profiles", "wargear"), protection_checks.protection),
    (("weapons",), protection_checks.traits),
    (("cards", "profiles", "strategy_rating", "allowance"), protection_checks.allowances),
    (("profiles", "vehicles", "support_weapon"), vehicle_checks.scores),
    (("vehicles", "profiles", "weapons"), vehicle_checks.vehicles),
    (("support_weapon", "profiles", "weapons"), vehicle_checks.support_weapon),
    (("psyker", "keywords"), _psyker),
    (("abilities", "weapons", "wargear", "psyker", "commands"), _effects),
)
REACH = ("options", "composition", "profiles", "weapons", "wargear")
