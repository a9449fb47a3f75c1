"""The Warlord and its trait where imported data bring them: what is declared is chosen in the data, and read from there.

Nothing is said twice: where an upgrade of the data says who the Warlord is, or with which trait, no declaration is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from builder.operations import nodes
from builder.operations.error import OperationError
from builder.operations.forces import closure_of
from datasheets.closure import Catalogues
from datasheets.evaluation import selecting
from datasheets.evaluation.offering import Offered, offers_in_unit
from datasheets.evaluation.scope import RosterScope
from datasheets.evaluation.tree import Declaration, Force, Roster, Selection
from datasheets.fields import unknown
from datasheets.imported.models import models_of
from datasheets.imported.warlords import TRAIT, Choice, ImportedUnit, Offer
from datasheets.systems import System, UnknownSystem, leader_kinds, system

Visible = Mapping[tuple[str, str], Offered]
"""What can be chosen now, by the uid of the selection above it and the entry's id."""


def choices(roster: Roster, catalogues: Catalogues) -> Iterator[Choice]:
    """Yield the upgrades of all imported units that declare something."""
    for force in nodes.forces(roster):
        for selection in force.selections:
            unit = imported_unit(roster, catalogues, force, selection)
            yield from unit.choices() if unit else ()


def imported_unit(roster: Roster, catalogues: Catalogues, force: Force, selection: Selection) -> ImportedUnit | None:
    """Return a unit of imported data as these are read, None for any other."""
    try:
        closure, of = closure_of(catalogues, force), system(roster.system)
    except (OperationError, UnknownSystem):
        return None
    entry = closure.entry(selection.entry)
    if entry is None or entry.entry.loadout:
        return None
    return ImportedUnit(selection, models_of(closure, entry, of.imports), closure, of.imports)


def visible_in(roster: Roster, catalogues: Catalogues, unit: str, top: RosterScope | None = None) -> Visible:
    """Return what can be chosen in a unit now; `top` are the scopes of the roster, where they are known."""
    return {
        (parent, each.choice.id): each
        for parent, found in offers_in_unit(roster, catalogues, unit, top).items()
        for group in found
        for each in group.entries()
    }


def trait_offers(unit: ImportedUnit, visible: Visible, subject: str) -> list[Offer]:
    """Return the traits that a model can choose now."""
    return [
        each
        for each in unit.offers()
        if (each.declaration.kind, each.declaration.subject) == (TRAIT, subject) and each.place in visible
    ]


def chosen_in_data(roster: Roster, catalogues: Catalogues, new: Declaration) -> Roster | None:
    """Return the roster with what is declared chosen in the data; None where the data have nothing for it.

    Another trait of the model that stands at the same place is taken back, but for what the data ask for by themselves.

    Raises:
        OperationError: the data bring traits for this model, and this is none of them.
    """
    place, of = nodes.find(roster, new.subject, "/subject"), system(roster.system)
    unit = imported_unit(roster, catalogues, place.force, place.unit)
    offers = [each for each in unit.offers() if _is_about(each.declaration, new)] if unit else []
    if unit is None or not offers:
        return None
    visible = cache(lambda: visible_in(roster, catalogues, place.unit.uid))  # asked for only where there is a choice
    chosen = [each for each in unit.choices() if _is_about(each.declaration, new)]
    if new.kind == TRAIT and new.value in _instead_of_traits(of):
        return _without(roster, [each for each in chosen if not _is_asked_for(each, visible())], new)
    wanted = [each for each in offers if new.kind != TRAIT or _means(each, new, of)]
    if not wanted:
        names = [str(each.declaration.value) for each in offers if len(offers) < 2 or each.place in visible()]
        raise OperationError("/value", unknown(str(new.value), names, "choice"))
    if any(each.declaration in [one.declaration for one in wanted] for each in chosen):
        return roster
    offer = wanted[0]
    if len(wanted) > 1:
        offer = next((each for each in wanted if each.place in visible()), offer)
    others = [each for each in chosen if each.parent.uid == offer.parent.uid and not _is_asked_for(each, visible())]
    parent, next_uid = selecting.choose(unit.closure, offer.parent, offer.entry.id, roster.next_uid)
    chosen_now = nodes.put(replace(roster, next_uid=next_uid), parent.uid, parent)
    return _without(chosen_now, others)


def withdrawn_from_data(roster: Roster, catalogues: Catalogues, arguments: Mapping[str, Any]) -> Roster:
    """Return the roster without the upgrades whose declaration fits every argument given."""
    if not is_about_leaders(arguments["kind"]):
        return roster
    found = choices(roster, catalogues)
    return _without(
        roster,
        [each for each in found if all(getattr(each.declaration, key) == wanted for key, wanted in arguments.items())],
    )


def without_repeated(roster: Roster, catalogues: Catalogues) -> Roster:
    """Return the roster without declarations that the data's choices say too; documents and older rosters have them."""
    if not any(is_about_leaders(each.kind) for each in roster.declarations):
        return roster
    said = {_without_index(each.declaration) for each in choices(roster, catalogues)}
    kept = tuple(each for each in roster.declarations if _without_index(each) not in said)
    return replace(roster, declarations=kept) if len(kept) < len(roster.declarations) else roster


def is_about_leaders(kind: str) -> bool:
    """Tell whether a declaration of this kind says who leads an army, or with which trait."""
    return kind == TRAIT or kind in leader_kinds()


def _without_index(each: Declaration) -> Declaration:
    return replace(each, index=0)


def _without(roster: Roster, gone: list[Choice], *stated: Declaration) -> Roster:
    for each in gone:
        roster = nodes.put(roster, each.node.uid)
    return replace(roster, declarations=(*roster.declarations, *stated)) if stated else roster


def _is_about(said: Declaration, new: Declaration) -> bool:
    return (said.kind, said.subject) == (new.kind, new.subject)


def _means(offer: Offer, new: Declaration, of: System) -> bool:
    """Whether a trait is the one that is declared: by its name in the data, or by the id of ours that is called so."""
    ours = next((each.name for each in of.traits if each.id == new.value), "")
    return str(offer.declaration.value).casefold() in (str(new.value).casefold(), ours.casefold())


def _instead_of_traits(of: System) -> tuple[str, ...]:
    """Return what may be declared instead of a trait: that it is rolled for (8E-Q-34)."""
    kind = of.declaration(TRAIT)
    return kind.value.choices if kind else ()


def _is_asked_for(choice: Choice, visible: Visible) -> bool:
    found = visible.get((choice.parent.uid, choice.node.entry))
    return found is not None and found.least > 0
