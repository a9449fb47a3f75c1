"""The picker: what can be added to a force, by role or by what was typed; the left pane of the builder.

What it shows is in the address: `force`, `role` (which role is unfolded), `entry` (what was typed), `look` (which datasheet
is unfolded), `own` (only what the collection has enough models for). Forms of the page carry it along as `keep`, so that an
edit elsewhere leaves the picker as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from builder.api.current import services
from builder.operations import nodes
from builder.rules.read_army import closure_or_none
from builder.services.errors import NotFound
from builder.services.judging import Judged
from builder.web.cards import Card, card_of_unit
from builder.web.costs import Prices, cost_names, prices_to_add
from builder.web.datasheets import keyword_headings
from builder.web.elsewhere import Elsewhere, find_elsewhere
from builder.web.narrowing import Wanted, narrow
from builder.web.offer_summary import VehicleSummary, statline_of, vehicle_summary
from builder.web.offers import Offer, offers_of
from builder.web.rendering import t
from builder.web.searching import LEGENDS, Request, read_request, search
from datasheets.closure import Closure
from datasheets.evaluation.offering import offered_roots
from datasheets.evaluation.tree import Force
from datasheets.systems import System

MOST_OPEN, MOST_HITS = 45, 30
"""How many datasheets may stand unfolded without a search, and how many a search shows."""
OTHER = "other"
KEPT = ("force", "role", "entry", "own")
Offers = Sequence[tuple[str, list[Offer]]]


@dataclass(frozen=True, slots=True)
class Group:
    """Datasheets under a heading; `key` names it in addresses, `role` is what they are for ("": no role)."""

    key: str
    name: str
    role: str
    offers: tuple[Offer, ...]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Picker:
    """Everything that the pane shows; `asked` is how the text was read, `look` the address of what is unfolded.

    `prices` is what datasheets cost besides, by their addresses. `elsewhere` is what the text names, and this force cannot
    have.
    """

    force: Force
    forces: tuple[Force, ...]
    groups: tuple[Group, ...]
    text: str
    role: str
    look: str
    asked: Request
    more: int
    counts: Mapping[str, int]
    columns: tuple[str, ...]
    closure: Closure
    system: System
    left: Mapping[str, int]
    own: bool
    prices: Mapping[str, Prices]
    elsewhere: Sequence[Elsewhere] = ()

    @property
    def keep(self) -> str:
        """What forms carry along, as a query."""
        first = self.forces[0].uid
        kept = {"force": self.force.uid if self.force.uid != first else "", "role": self.role, "entry": self.text}
        kept["own"] = "1" if self.own else ""
        return urlencode({name: value for name, value in kept.items() if value})

    @property
    def roles(self) -> list[Group]:
        """The groups that are roles, to choose one."""
        return [each for each in self.groups if each.role]

    def statline(self, offer: Offer) -> dict[str, str]:
        """Return the figures of a datasheet: values by heading."""
        return dict(statline_of(offer, self.closure, self.system))

    def vehicle(self, offer: Offer) -> VehicleSummary | None:
        """Return what is known of a vehicle."""
        return vehicle_summary(offer, self.closure, self.system)

    def card(self, offer: Offer) -> Card | None:
        """Return the card of a datasheet, of an imported one as it comes into a roster."""
        if own := offer.card(self.system, *keyword_headings()):
            return own
        try:
            found = services().datasheets.get_pinned(self.force.catalogue, offer.address, self.force.pin)
        except NotFound:
            return None
        units = found.default.army.units if found.default else ()
        return next((card_of_unit(unit, self.system, *keyword_headings()) for unit in units), None)


def kept_query(text: str) -> dict[str, Any]:
    """Return what a form carried along (`Picker.keep`), as parts of an address; what is not known is left out."""
    return {name: value for name, value in parse_qsl(text[:600], max_num_fields=9) if name in KEPT}


def offers_for(judged: Judged, uid: str) -> Offers:
    """Return what can be added to a force now, by role; nothing where its catalogue is gone."""
    force = next((each for each in nodes.forces(judged.roster) if each.uid == uid), None)
    closure = closure_or_none(services().catalogues, force) if force else None
    if force is None or closure is None:
        return []
    roots = offered_roots(judged.roster, services().catalogues, judged.evaluation.scopes)
    return offers_of(roots[force.uid], closure, judged.system)


def picker_of(judged: Judged, wanted: Mapping[str, str]) -> Picker | None:
    """Return the picker as the address says (`force`, `role`, `entry`, `look`); None where there is nothing to pick from."""
    forces = tuple(nodes.forces(judged.roster))
    force = next((each for each in forces if each.uid == wanted.get("force")), forces[0] if forces else None)
    closure = closure_or_none(services().catalogues, force) if force else None
    if force is None or closure is None:
        return None
    left, own = services().collection.models_left(judged), bool(wanted.get("own"))
    everything, text = offers_for(judged, force.uid), wanted.get("entry", "")
    offers, asked = narrow(everything, Wanted(owned=left if own else None)), read_request(text)
    groups = (
        _search_groups(force, offers, asked, wanted.get("role", "")) if text else _by_role(offers, wanted.get("role", ""))
    )
    shown, more = _cut(groups) if text else (groups, 0)
    added = [each.entry for each in judged.roster.units()]
    listed = (each for group in shown for each in group.offers)
    return Picker(
        force=force,
        forces=forces,
        groups=tuple(shown),
        text=text,
        role=wanted.get("role", ""),
        look=wanted.get("look", ""),
        asked=asked,
        more=more,
        counts={entry: added.count(entry) for entry in added},
        columns=_columns(shown, closure, judged.system),
        closure=closure,
        system=judged.system,
        left=left,
        own=own,
        prices=prices_to_add(force, listed, cost_names(judged.roster, judged.system), judged.system),
        elsewhere=_not_here(force, closure, judged.system, everything, asked, groups),
    )


def _not_here(
    force: Force, closure: Closure, system: System, offers: Offers, asked: Request, found: Sequence[Group]
) -> Sequence[Elsewhere]:
    """Return what is called as the text says and cannot be added; in other catalogues only where nothing here is."""
    ids = {each.id for _, group in offers for each in group}
    is_missing = not any(each.key in ("name", "keyword", LEGENDS) for each in found)
    return find_elsewhere(force, closure, system, ids, asked.words, everywhere=is_missing) if asked.words else ()


def _columns(groups: Sequence[Group], closure: Closure, system: System) -> tuple[str, ...]:
    """Return the headings of the statlines that stand unfolded, in printed order."""
    seen = {
        key for group in groups if group.is_open for each in group.offers for key, _ in statline_of(each, closure, system)
    }
    return tuple(each.key for each in system.characteristics if each.key in seen)


def _by_role(offers: Offers, wanted: str) -> list[Group]:
    """Return the roles, then Legends and what is no unit; of many only the one that is wanted is unfolded, or the first."""
    made: list[tuple[str, str, str, tuple[Offer, ...]]] = []
    for role, group in offers:
        units = tuple(each for each in group if each.models_most and not each.is_legend)
        if units and role:
            made.append((role, role, role, units))
    everything = [each for _, group in offers for each in group]
    loose = tuple(each for each in everything if each.models_most and not each.role and not each.is_legend)
    legends = tuple(each for each in everything if each.models_most and each.is_legend)
    settings = tuple(each for each in everything if not each.models_most)
    made += [("", t("add.no-role"), "", loose)] if loose else []
    count = sum(len(each) for *_, each in made)
    chosen = wanted or (made[0][0] if made else "")
    groups = [Group(key or "none", name, role, each, count <= MOST_OPEN or key == chosen) for key, name, role, each in made]
    for key, name, each in ((LEGENDS, t("add.legends"), legends), (OTHER, t("add.settings"), settings)):
        groups += [Group(key, name, "", each, wanted == key)] if each else []
    return groups


def _search_groups(force: Force, offers: Offers, asked: Request, wanted: str) -> list[Group]:
    everything = [each for _, group in offers for each in group]
    told: tuple[str, ...] = ()
    if asked.words:
        words = " ".join(asked.words)
        told = tuple(
            each.id for each in services().datasheets.search(text=words, catalogue=force.catalogue, limit=200).items
        )
    found = search(everything, asked, told)
    return [
        Group(how, t("add.legends" if how == LEGENDS else f"add.by-{how}"), "", tuple(each), how != LEGENDS or how == wanted)
        for how, each in found.items()
    ]


def _cut(groups: Sequence[Group]) -> tuple[list[Group], int]:
    """Return the first so many hits, and how many more there are."""
    left, shown, more = MOST_HITS, [], 0
    for each in groups:
        taken = each.offers[:left] if each.is_open else each.offers
        more += len(each.offers) - len(taken)
        left -= len(taken) if each.is_open else 0
        if taken:
            shown.append(Group(each.key, each.name, each.role, taken, each.is_open))
    return shown, more
