"""The Warlord and its trait on the page of a roster: one control for each, whether the data bring them or not."""

from __future__ import annotations

from collections.abc import Iterator

from builder.api.current import services
from builder.operations.warlords import Visible, trait_offers, visible_in
from builder.rules.army import ArmyUnit
from builder.services.judging import Judged
from datasheets.evaluation.tree import Declaration
from datasheets.imported.warlords import TRAIT, ImportedUnit, Offer, brings_traits


def stated_about(judged: Judged, unit: ArmyUnit, kind: str, subject: str) -> Declaration | None:
    """Return what is declared about a unit or a model, or chosen in its data to the same effect."""
    chosen = (each for each in unit.implied if (each.kind, each.subject) == (kind, subject))
    return next(iter([*judged.roster.declarations_of(kind, subject), *chosen]), None)


def traits_of(judged: Judged, unit: ArmyUnit, subject: str) -> list[str] | None:
    """Return the names of the traits of its data that the Warlord can choose among; None where the data bring it none."""
    imported = unit.as_imported()
    if imported is None or not imported.has_offers(subject) or not brings_traits(imported):
        return None
    return list(dict.fromkeys(str(each.declaration.value) for each in _traits(imported, _visible(judged, unit), subject)))


def in_statements(judged: Judged, unit: ArmyUnit) -> set[tuple[str, str]]:
    """Return the choices of the data that statements show: the uid of the selection above each, and the entry's id."""
    imported, found = _imported_unit(unit), set[tuple[str, str]]()
    if imported is None:
        return found
    found |= {each.place for each in imported.offers() if each.declaration.kind != TRAIT}
    if warlords := [each.subject for each in unit.implied if each.kind != TRAIT]:
        visible = _visible(judged, unit)
        found |= {each.place for subject in warlords for each in _traits(imported, visible, subject)}
    return found


def _traits(imported: ImportedUnit, visible: Visible, subject: str) -> Iterator[Offer]:
    """Yield the traits that are not asked for anyway."""
    return (each for each in trait_offers(imported, visible, subject) if not visible[each.place].least)


def _imported_unit(unit: ArmyUnit) -> ImportedUnit | None:
    imported = unit.as_imported()
    return imported if imported and any(True for _ in imported.offers()) else None


def _visible(judged: Judged, unit: ArmyUnit) -> Visible:
    return visible_in(judged.roster, services().catalogues, unit.uid, judged.evaluation.scopes)
