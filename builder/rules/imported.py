"""What an imported unit is in terms of the game: role, keywords, who it carries, and what its choices declare.

BattleScribe's data have no fields for these. Roles and keywords are categories, a transport is a text, the Warlord is an
upgrade of that name; how authors name things is data of the system (`System.imports`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from datasheets.closure import Closure, Resolved
from datasheets.evaluation.result import Effective
from datasheets.evaluation.tree import Declaration, Selection
from datasheets.imported import texts
from datasheets.imported.categories import keywords_of, role_of
from datasheets.imported.models import Models, models_of
from datasheets.imported.tables import heading_of, kind_of, shown, text_of
from datasheets.keywords import Keywords
from datasheets.model import EntryGroup
from datasheets.systems import System
from datasheets.systems.imports import Imports

Parts = Mapping[str, Effective]
_traits: WeakKeyDictionary[Closure, frozenset[str]] = WeakKeyDictionary()
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
    return {
        "role": _role(closure, effective, system),
        "keywords": {"faction": tuple(faction), "other": of_unit.other},
        "transport": _transport(closure, nodes, parts, system),
    }


def given_to(
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


def _role(closure: Closure, effective: Effective, system: System) -> str | None:
    """Return the role of the primary category; where that is none, that of the first category that is a role of ours."""
    own, roles = role_of(closure, effective.primary, system.imports), set(system.imports.roles.values())
    others = (role_of(closure, category, system.imports) for category in effective.categories)
    return own or next((role for role in others if role in roles), None)


def implied(selection: Selection, models: Models, closure: Closure, system: System) -> Iterator[Declaration]:
    """Yield what upgrades of a unit declare: who is the Warlord, and with which trait."""
    yield from _implied(selection, selection, models, closure, system)


def _implied(node: Selection, model: Selection, models: Models, closure: Closure, system: System) -> Iterator[Declaration]:
    model = node if node.entry in models.entries else model
    entry = closure.entry(node.entry)
    subject = _subject(model, models)
    if subject and node is not model and entry:
        if entry.name.strip() == system.imports.warlord:
            yield Declaration("warlord", subject)
        elif _is_trait(entry, closure, system):
            yield Declaration("warlord-trait", subject, value=entry.name.strip())
    for child in node.selections:
        yield from _implied(child, model, models, closure, system)


def _is_trait(entry: Resolved, closure: Closure, system: System) -> bool:
    """Whether an upgrade is a Warlord Trait: it, a group around it or the type of a profile of it is called so.

    Named characters have theirs outside of such a group; it is known from the groups that others choose it from.
    """
    headings = (heading_of(closure, profile) for profile in shown(closure, entry))
    called = (entry.name.strip(), *(group.name.strip() for group in entry.groups), *headings)
    return any(name.startswith(system.imports.traits) for name in called) or entry.entry.id in _listed(closure, system)


def _listed(closure: Closure, system: System) -> frozenset[str]:
    """Return the ids of the entries that shared groups of Warlord Traits offer."""
    if closure not in _traits:
        groups = [group for source in closure.sources for group in source.shared_groups]
        _traits[closure] = frozenset(id for group in groups for id in _offered(group, False, system.imports.traits))
    return _traits[closure]


def _offered(group: EntryGroup, among: bool, traits: str) -> Iterator[str]:
    among = among or group.name.strip().startswith(traits)
    if among:
        yield from (entry.id for entry in group.entries)
        yield from (link.target for link in group.links if link.type == "selectionEntry")
    for inner in group.groups:
        yield from _offered(inner, among, traits)


def _subject(model: Selection, models: Models) -> str:
    """Return whom an upgrade is about: the model it stands below; of the unit's own upgrades, its first model."""
    first = next(groups_of(model, models), None)
    return first.uid if first else ""


def _transport(closure: Closure, nodes: Sequence[Selection], parts: Parts, system: System) -> Mapping[str, Any] | None:
    """Return who the unit transports, where its text says so in words that are keywords here."""
    for node in nodes:
        for profile in parts[node.uid].profiles:
            if kind_of(closure, profile, system) == "transport":
                text = text_of(closure, profile, system)
                found = texts.transport_of(text, _known_words(closure, system))
                return None if found is None else {**found, "text": text}
    return None


def _known_words(closure: Closure, system: System) -> frozenset[str]:
    """Return every keyword of a closure in capitals."""
    if closure not in _words:
        ids = (category.id for source in closure.sources for category in source.categories)
        found = keywords_of(closure, dict.fromkeys(ids), system.imports)
        _words[closure] = frozenset(keyword.upper() for keyword in (*found.faction, *found.other))
    return _words[closure]
