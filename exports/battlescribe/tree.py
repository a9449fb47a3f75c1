"""A roster as BattleScribe's tree (roster schema 2.03): elements with everything that follows from the data written out.

The order of attributes and children is that of the files that BattleScribe saves. Ids are those of the roster; those of
categories are made from them, so that the same roster is the same file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal

from datasheets.battlescribe.xml import Element
from datasheets.closure import Catalogues, Closure, UnknownCatalogue
from datasheets.evaluation.limits import limits_of
from datasheets.evaluation.modified import Effective, EffectiveForce, ForceCategory
from datasheets.evaluation.result import Evaluation
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import CostType, Profile, Rule

VERSION = "2.03"
NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
UNCATEGORISED = ForceCategory(id="(No Category)", name="Uncategorised")
NO_REVISION = 0


def roster_tree(roster: Roster, evaluation: Evaluation, catalogues: Catalogues) -> Element:
    """Return a roster as an element with all below it.

    Args:
        roster: the roster.
        evaluation: what it amounts to.
        catalogues: where its forces' closures come from; a force whose catalogue is gone is written as far as it is known.
    """
    return _Writer(evaluation, catalogues).roster(roster)


class _Writer:
    def __init__(self, evaluation: Evaluation, catalogues: Catalogues) -> None:
        self.evaluation, self.catalogues = evaluation, catalogues
        self.types: dict[str, CostType] = {}

    def roster(self, roster: Roster) -> Element:
        """Return the root element."""
        closures = [closure for force in _all_forces(roster.forces) if (closure := self._closure(force))]
        for closure in closures:
            self.types = {**closure.cost_types, **self.types}
        system = closures[0].system if closures else None
        element = _element(
            "roster",
            id=_made_id("roster", roster.name, *(force.uid for force in roster.forces)),
            name=roster.name,
            battleScribeVersion=VERSION,
            gameSystemId=system.id if system else roster.system,
            gameSystemName=system.name if system else roster.system,
            gameSystemRevision=str(system.revision if system else NO_REVISION),
            xmlns=NAMESPACE,
        )
        totals = {type: value for type, value in self.evaluation.costs.items() if value}
        _hold(element, "costs", self._costs(totals, "cost"))
        _hold(element, "costLimits", self._costs(limits_of(roster, closures), "costLimit"))
        _hold(element, "forces", map(self._force, roster.forces))
        _note(element, roster.note)
        return element

    def _force(self, force: Force) -> Element:
        effective, closure = self.evaluation.forces[force.uid], self._closure(force)
        entry = effective.entry
        plain = entry.name if entry else closure.catalogue.name if closure and not force.entry else force.name
        element = _element(
            "force",
            id=force.uid,
            name=effective.name or plain,
            entryId=force.entry,
            publicationId=entry.publication if entry else "",
            page=entry.page if entry else "",
            customName=force.name if force.name != plain else "",
            catalogueId=force.catalogue,
            catalogueRevision=str(closure.catalogue.revision if closure else NO_REVISION),
            catalogueName=closure.catalogue.name if closure else force.catalogue,
        )
        self._info(element, effective.rules, effective.profiles, closure)
        _hold(element, "selections", (self._selection(each, closure) for each in force.selections))
        _hold(element, "publications", _publications(closure))
        _hold(element, "categories", _force_categories(force, effective, closure))
        _hold(element, "forces", map(self._force, force.forces))
        return element

    def _selection(self, selection: Selection, closure: Closure | None) -> Element:
        effective = self.evaluation.by_uid[selection.uid]
        element = _element(
            "selection",
            id=selection.uid,
            name=effective.name,
            entryId=selection.entry,
            entryGroupId=selection.group,
            publicationId=effective.publication,
            page=effective.page,
            customName=selection.title,
            number=str(selection.number),
            type=effective.type,
        )
        _note(element, selection.note)
        self._info(element, effective.rules, effective.profiles, closure)
        _hold(element, "selections", (self._selection(each, closure) for each in selection.selections))
        _hold(element, "costs", self._costs({type: effective.costs.get(type, Decimal(0)) for type in self.types}, "cost"))
        _hold(element, "categories", _categories(selection, effective, closure))
        return element

    def _info(self, element: Element, rules: Iterable[Rule], profiles: Iterable[Profile], closure: Closure | None) -> None:
        _hold(element, "rules", map(_rule, rules))
        _hold(element, "profiles", (_profile(each, closure) for each in profiles))

    def _costs(self, costs: Mapping[str, Decimal], tag: str) -> Iterator[Element]:
        """Yield costs in the order in which the data list their types."""
        order = {type: at for at, type in enumerate(self.types)}
        for type in sorted(costs, key=lambda each: (order.get(each, len(order)), each)):
            name = self.types[type].name if type in self.types else type
            yield _element(tag, name=name, typeId=type, value=decimal(costs[type]))

    def _closure(self, force: Force) -> Closure | None:
        try:
            return self.catalogues.closure(force.catalogue, force.pin)
        except UnknownCatalogue:
            return None


def decimal(value: Decimal) -> str:
    """Return a number as BattleScribe writes it, with at least one digit behind the point."""
    text = f"{value.normalize():f}"
    return text if "." in text else f"{text}.0"


def _rule(rule: Rule) -> Element:
    element = _element("rule", id=rule.id, name=rule.name, publicationId=rule.publication, page=rule.page, hidden="false")
    if rule.description:
        element.children.append(_text("description", rule.description))
    return element


def _profile(profile: Profile, closure: Closure | None) -> Element:
    type = closure.profile_types.get(profile.type) if closure else None
    element = _element(
        "profile",
        id=profile.id,
        name=profile.name,
        publicationId=profile.publication,
        page=profile.page,
        hidden="false",
        typeId=profile.type,
        typeName=type.name if type else "",
    )
    container = Element("characteristics", {}, 0)
    for column in type.characteristics if type else ():
        characteristic = _element("characteristic", name=column.name, typeId=column.id)
        characteristic.text = profile.characteristics.get(column.id, "")
        container.children.append(characteristic)
    element.children.append(container)
    return element


def _categories(selection: Selection, effective: Effective, closure: Closure | None) -> Iterator[Element]:
    for id in effective.categories:
        category = closure.category(id) if closure else None
        yield _element(
            "category",
            id=_made_id(selection.uid, id),
            name=category.name if category else id,
            entryId=id,
            publicationId=category.publication if category else "",
            page=category.page if category else "",
            primary="true" if id == effective.primary else "false",
        )


def _force_categories(force: Force, effective: EffectiveForce, closure: Closure | None) -> Iterator[Element]:
    for category in (UNCATEGORISED, *effective.categories):
        yield _element(
            "category",
            id=_made_id(force.uid, category.id),
            name=category.name,
            entryId=category.id,
            publicationId=category.publication,
            page=category.page,
            primary="false",
        )


def _publications(closure: Closure | None) -> Iterator[Element]:
    for publication in closure.publications.values() if closure else ():
        yield _element("publication", id=publication.id, name=publication.name)


def _all_forces(forces: Iterable[Force]) -> Iterator[Force]:
    for force in forces:
        yield force
        yield from _all_forces(force.forces)


NEEDED = {"id", "name", "entryId", "typeId", "typeName", "number", "type", "value", "primary", "hidden", "xmlns"}
"""Attributes that are written even where they are empty."""


def _element(tag: str, **attributes: str) -> Element:
    return Element(tag, {key: value for key, value in attributes.items() if value or key in NEEDED}, 0)


def _hold(parent: Element, name: str, items: Iterable[Element]) -> None:
    """Put items into a container below an element; without items there is no container."""
    container = Element(name, {}, 0)
    container.children.extend(items)
    if container.children:
        parent.children.append(container)


def _text(tag: str, text: str) -> Element:
    element = Element(tag, {}, 0)
    element.text = text
    return element


def _note(element: Element, note: str) -> None:
    if note:
        element.children.append(_text("customNotes", note))


def _made_id(*parts: str) -> str:
    """Return an id of the usual form, always the same for the same parts."""
    digits = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4))
