"""What an imported unit is in terms of the game: role, keywords, and who it carries.

BattleScribe's data have no fields for these. Roles and keywords are categories, a transport is a text; how authors name
things is data of the system (`System.imports`). Who is the Warlord is read by `datasheets.imported.warlords`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from datasheets.closure import Closure
from datasheets.evaluation.modified import Effective
from datasheets.evaluation.tree import Selection
from datasheets.imported import texts
from datasheets.imported.categories import ImportedKeywords, factions_of, keywords_of
from datasheets.imported.choices import Choice, is_about, is_only_about, noun, placeholder_choices
from datasheets.imported.datafaxes import has_capacity
from datasheets.imported.models import Models, models_of
from datasheets.imported.roles import unit_role
from datasheets.imported.tables import kind_of, number_in, text_of, values_of
from datasheets.keywords import Keywords, placeholders
from datasheets.markup import strip_marks
from datasheets.systems import System
from datasheets.systems.imports import Imports

Parts = Mapping[str, Effective]
SettingChoices = MutableMapping[tuple[str, ...], tuple[Choice, ...]]
"""What was chosen below a setting for some keywords, by them."""
MOST_RATING = 10
_words: WeakKeyDictionary[Closure, frozenset[str]] = WeakKeyDictionary()


def models_in(closure: Closure, effective: Effective, system: System) -> Models | None:
    """Return what is a model in a unit; None for a native one, and where its datasheet is gone."""
    entry = effective.entry
    return None if entry is None or entry.entry.loadout else models_of(closure, entry, system.imports)


def groups_of(selection: Selection, models: Models) -> Iterator[Selection]:
    """Yield the selections of a unit that are models."""
    return (node for node in selection.walk() if node.entry in models.entries and node.number > 0)


def details_of(
    closure: Closure,
    effective: Effective,
    groups: Sequence[Selection],
    nodes: Sequence[Selection],
    parts: Parts,
    system: System,
) -> dict[str, Any]:
    """Return the details of an imported unit under the names that native datasheets have for them."""
    of_unit = keywords_of(closure, effective.categories, system.imports)
    of_models = [keywords_of(closure, parts[group.uid].categories, system.imports).faction for group in groups]
    faction = Keywords((*of_unit.faction, *(keyword for each in of_models for keyword in each)))
    role = unit_role(closure, effective.entry, effective.primary, effective.categories, system)
    given = _keywords_of_data(closure, effective, role, system.imports)
    return {
        "role": role,
        "support_weapon": _support_weapon(role, groups, nodes, parts, system.imports),
        "keywords": {"faction": tuple(faction), "other": (*of_unit.other, *given)},
        "transport": _transport(closure, nodes, parts, system),
        "carries": _carries(closure, of_unit, nodes, parts, system),
        "strategy_rating": _strategy_rating(closure, nodes, parts, system),
    }


def keywords_for_group(
    selection: Selection, group: Selection, models: Models, parts: Parts, closure: Closure, imports: Imports
) -> Keywords:
    """Return the keywords that chosen upgrades give to a group of models: its own, and those of the unit as a whole.

    An upgrade's categories also say what it is; only keywords that the rules of the game ask for are what it gives.
    """
    above = _own(selection, models) if group is not selection else ()
    categories = (id for node in (*_own(group, models), *above) for id in parts[node.uid].categories)
    found = keywords_of(closure, dict.fromkeys(categories), imports)
    given = Keywords(imports.given)
    return Keywords(keyword for keyword in found.other if keyword in given)


def _own(top: Selection, models: Models) -> Iterator[Selection]:
    """Yield the selections below one that are no models and stand below no other model."""
    for node in top.selections:
        if node.entry not in models.entries:
            yield node
            yield from _own(node, models)


def _keywords_of_data(closure: Closure, effective: Effective, role: str | None, imports: Imports) -> Keywords:
    """Return the keywords that the rules ask for and data give by the name of a unit, or by a category beside its role."""
    names = [effective.entry.entry.name if effective.entry else effective.name]
    names += [category.name.strip() for id in effective.categories if (category := closure.category(id))]
    return Keywords(each for name in names if imports.roles.get(name) != role for each in imports.keywords.get(name, ()))


def _support_weapon(
    role: str | None, groups: Sequence[Selection], nodes: Sequence[Selection], parts: Parts, imports: Imports
) -> dict[str, Any] | None:
    """Return what the weapon is called that the unit is the crew of, by its parts and their rules (2E-BATT-01).

    With the uids of its `parts` that are weapons with crews of their own, where it has such.
    """
    called = next((name for node in nodes if (name := _weapon_name(parts[node.uid], imports))), "")
    if role not in imports.support_roles or not called:
        return None
    crew = {group.uid for group in groups}
    manned = [
        node for node in nodes[0].selections if not crew.isdisjoint(each.uid for each in node.walk() if each is not node)
    ]
    return {"name": called, "parts": tuple(node.uid for node in manned if _weapon_name(parts[node.uid], imports))}


def _weapon_name(shown: Effective, imports: Imports) -> str:
    """Return what a support weapon is called that a selection is or has a rule of, "" where there is none."""
    known = tuple(name.casefold() for name in imports.support_weapons)
    names = (strip_marks(each) for each in (shown.name, *(rule.name for rule in shown.rules)))
    return next((name for name in names if name.casefold().startswith(known)), "")


def chosen_keywords(
    selection: Selection,
    settings: Iterable[Selection],
    closure: Closure,
    parts: Parts,
    system: System,
    wanted: Sequence[str] | None = None,
    known: Callable[[Selection], SettingChoices] = lambda setting: {},
) -> dict[str, str]:
    """Return what was chosen for the angle-bracket keywords of a unit, in its keywords and texts.

    Args:
        selection: the unit.
        settings: the upgrades beside it that hold for its force.
        closure: what its force can see.
        parts: every selection of them as it is.
        system: how authors name things.
        wanted: the unit's angle-bracket keywords, where they are known.
        known: what a setting is known to say already; it takes what is found now, for other units that want the same.
    """
    wanted = wanted_keywords(selection, closure, parts) if wanted is None else wanted
    if not wanted:
        return {}
    called = [each.strip("<> ") for each in wanted]
    names = (*called, *(word for each in called if (word := noun(each))))
    choices = list(_choices(selection, names, closure, parts, system, is_only_about))
    for setting in settings:
        said = known(setting)
        if names not in said:
            said[names] = tuple(_choices(setting, names, closure, parts, system, is_about))
        choices += said[names]
    categories = parts[selection.uid].categories
    has = Keywords(category.name for id in categories if (category := closure.category(id)))
    return placeholder_choices(wanted, choices, factions_of(closure, system.imports), has)


def wanted_keywords(selection: Selection, closure: Closure, parts: Parts) -> tuple[str, ...]:
    """Return the angle-bracket keywords of a unit, in its keywords and texts."""
    texts = (text for node in selection.walk() for text in _texts(closure, parts[node.uid]) if "<" in text)
    return tuple(placeholders(texts))


def _texts(closure: Closure, effective: Effective) -> Iterator[str]:
    """Yield the keywords and the texts of a selection."""
    yield from (category.name for id in effective.categories if (category := closure.category(id)))
    yield from (value for profile in effective.profiles for value in profile.characteristics.values())
    yield from (rule.description for rule in effective.rules)


def _choices(
    parent: Selection,
    wanted: Sequence[str],
    closure: Closure,
    parts: Parts,
    system: System,
    about: Callable[[str, str], bool],
) -> Iterator[Choice]:
    """Yield what was chosen below a selection, at any depth, that may be a choice for one of these keywords.

    Only headings that are `about` one count: those of a unit are also of its relics and weapons ("Chapter Champion").
    """
    above = closure.entry(parent.entry)
    for node in parent.selections:
        entry = closure.entry(node.entry)
        if entry and above and entry.entry.type == "upgrade":
            called, name = (*(group.name for group in entry.groups), above.name), parts[node.uid].name
            headings = tuple(each if any(about(each, one) for one in wanted) else "" for each in called)
            if any(headings):
                own = keywords_of(closure, parts[node.uid].categories, system.imports).faction
                beside = tuple(offer.name for offer in closure.offers(above) if ":" in offer.name)
                yield Choice(name, headings, beside, own)
            elif ":" in name:
                yield Choice(name, headings, ())
        yield from _choices(node, wanted, closure, parts, system, about)


def _transport(closure: Closure, nodes: Sequence[Selection], parts: Parts, system: System) -> Mapping[str, Any] | None:
    """Return who the unit transports, where its text says so in words that are keywords here."""
    for node in nodes:
        for profile in parts[node.uid].profiles:
            if kind_of(closure, profile, system) == "transport":
                text = text_of(closure, profile, system)
                found = texts.transport_of(text, _known_words(closure, system))
                return None if found is None else {**found, "text": text}
    return None


def _carries(closure: Closure, of_unit: ImportedKeywords, nodes: Sequence[Selection], parts: Parts, system: System) -> bool:
    """Whether the unit is a transport, by its keywords or by its tables, though perhaps nobody can tell of whom."""
    shown = (profile for node in nodes for profile in parts[node.uid].profiles)
    return system.imports.transports in of_unit.other or any(
        kind_of(closure, each, system) == "transport" or has_capacity(values_of(closure, each, system)) for each in shown
    )


def _strategy_rating(closure: Closure, nodes: Sequence[Selection], parts: Parts, system: System) -> int | None:
    """Return the Strategy Rating that the unit shows, as a commander does; None where it shows none (2E-R-SETUP-07)."""
    if not system.strategy_ratings:
        return None
    shown = (profile for node in nodes for profile in parts[node.uid].profiles)
    commanding = (values_of(closure, each, system) for each in shown if kind_of(closure, each, system) == "commander")
    ratings = (number_in(" ".join(values.values())) for values in commanding)
    return next((each for each in ratings if each is not None and each <= MOST_RATING), None)


def _known_words(closure: Closure, system: System) -> frozenset[str]:
    """Return every keyword of a closure in capitals."""
    if closure not in _words:
        ids = (category.id for source in closure.sources for category in source.categories)
        found = keywords_of(closure, dict.fromkeys(ids), system.imports)
        _words[closure] = frozenset(keyword.upper() for keyword in (*found.faction, *found.other))
    return _words[closure]
