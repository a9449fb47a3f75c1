"""The battle size where imported data have one: what the players agree is chosen in the data, and read from there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from builder.operations import nodes
from builder.operations.error import OperationError
from builder.operations.forces import closure_of
from datasheets.closure import Catalogues, Closure, Resolved
from datasheets.evaluation import selecting
from datasheets.evaluation.tree import Force, Roster, Scalar, Selection
from datasheets.fields import unknown
from datasheets.imported.battle_sizes import AGREEMENT, SizeOffer, chosen_size, size_offers, size_settings
from datasheets.systems import System, UnknownSystem, system


class Setting(NamedTuple):
    """The setting of the battle size in a force; `selection` is None where it could be added."""

    force: Force
    closure: Closure
    entry: Resolved
    selection: Selection | None

    def offers(self, of: System) -> tuple[SizeOffer, ...]:
        """Return the sizes that it offers."""
        return size_offers(self.entry, self.closure, of)

    def choice(self, of: System) -> SizeOffer | None:
        """Return the size that is chosen."""
        return chosen_size(self.selection, self.entry, self.closure, of) if self.selection else None


def size_setting(roster: Roster, catalogues: Catalogues, of: System) -> Setting | None:
    """Return where a roster says its battle size in imported data: the first that is there, else one that can be added."""
    if not of.battle_sizes:
        return None
    found = list(_settings(roster, catalogues, of))
    there = next((each for each in found if each.selection), None)
    return there or next((each for each in found if each.offers(of)), None)


def agreements_of(roster: Roster, catalogues: Catalogues) -> Mapping[str, Scalar]:
    """Return what the players agreed, with the battle size that imported data say instead of another."""
    with suppress(UnknownSystem):
        of = system(roster.system)
        setting = size_setting(roster, catalogues, of)
        chosen = setting.choice(of) if setting else None
        if chosen:
            return dict(sorted({**roster.agreed, AGREEMENT: chosen.value}.items()))
    return roster.agreed


def chosen_in_data(roster: Roster, catalogues: Catalogues, of: System, value: Scalar) -> Roster | None:
    """Return the roster with a battle size chosen in the data, with None with no size; None where these have none.

    Raises:
        OperationError: the data have no such battle size.
    """
    setting = size_setting(roster, catalogues, of)
    if setting is None or not setting.offers(of):
        return None
    if value is None and setting.selection is None:
        return roster
    offers = {each.value: each for each in setting.offers(of)}
    if value is not None and value not in offers:
        raise OperationError("/value", unknown(str(value), tuple(offers), "choice"))
    roster, selection = _there(roster, setting)
    sizes = {each.entry.id for each in offers.values()}
    wanted = offers[str(value)].entry.id if value is not None else ""
    kept = tuple(each for each in selection.selections if each.entry not in sizes or each.entry == wanted)
    changed = replace(selection, selections=kept)
    if wanted and wanted not in [each.entry for each in kept]:
        changed, next_uid = selecting.choose(setting.closure, changed, wanted, roster.next_uid)
        roster = replace(roster, next_uid=next_uid)
    return nodes.put(roster, selection.uid, changed)


def without_repeated(roster: Roster, catalogues: Catalogues) -> Roster:
    """Return the roster without an agreement that the data's choice takes the place of; documents have both."""
    if AGREEMENT not in roster.agreed or agreements_of(roster, catalogues) is roster.agreed:
        return roster
    return replace(roster, agreed={key: value for key, value in roster.agreed.items() if key != AGREEMENT})


def _settings(roster: Roster, catalogues: Catalogues, of: System) -> Iterator[Setting]:
    for force in nodes.forces(roster):
        with suppress(OperationError):
            closure = closure_of(catalogues, force)
            kind = closure.force_entry(force.entry)
            for root in size_settings(closure, of):
                there = [each for each in force.selections if each.entry == root.id]
                yield from (Setting(force, closure, root, each) for each in there)
                if not there and (kind is None or kind.has_room_for(root.primary)):
                    yield Setting(force, closure, root, None)


def _there(roster: Roster, setting: Setting) -> tuple[Roster, Selection]:
    """Return the setting's selection, added to its force where it is not there yet."""
    if setting.selection:
        return roster, setting.selection
    made, next_uid = selecting.default_selection(setting.closure, setting.entry.id, roster.next_uid)
    force = replace(setting.force, selections=(made, *setting.force.selections))
    return nodes.put_force(replace(roster, next_uid=next_uid), force.uid, force), made
