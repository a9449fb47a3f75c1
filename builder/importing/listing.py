"""What lists and search show of an imported catalogue's units: name, role, costs, keywords and words.

Taken from the data as they are written, so that thousands of units are listed in seconds: modifiers count only for how much
a cost can become. What a unit amounts to in a roster is evaluated when somebody looks at it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import Any

from datasheets.closure import Closure, Resolved
from datasheets.evaluation.evaluate import evaluate
from datasheets.evaluation.selecting import default_selection
from datasheets.evaluation.tree import Force, Roster
from datasheets.imported.models import is_unit
from datasheets.imported.roles import unit_role
from datasheets.keywords import Keywords
from datasheets.model import Choosable, InfoGroup, Profile, Rule
from datasheets.systems import System

SCHEMA = "muster.imported-unit/1"
LISTING = 2
"""How units are listed. Raise it when the same data give other units, roles or costs: what is stored is listed anew."""
ADDRESS = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
FACTION = "Faction: "
MOST_COSTS = 20
MOST_WORDS = 4_000  # characters of one unit that search goes by, names before texts
LONGEST_ID = 24
MOST_REACHED = 5_000_000  # definitions looked at for one catalogue; the largest real one has 40,000
MOST_NODES = 100_000  # selections and choices evaluated for one catalogue; real ones need some thousand


@dataclass(frozen=True, slots=True)
class Listed:
    """A unit in lists. `id` is its name in addresses, `entry` what `add-unit` takes.

    `costs` are what it costs at least and at most, by our id of the cost, or by its name in the data where we have none;
    `power` is that by which its system measures armies.
    """

    id: str
    entry: str
    name: str
    role: str | None
    power: tuple[float, float] | None
    keywords: tuple[str, ...]
    words: str
    costs: Mapping[str, tuple[float, float]]

    def document(self, catalogue: str, system: str, pin: str) -> dict[str, Any]:
        """Return what is kept of it, as a document; `pin` is the catalogue's closure, from which all else follows."""
        return {
            "schema": SCHEMA,
            "catalogue": catalogue,
            "pin": pin,
            "system": system,
            "id": self.id,
            "entry": self.entry,
            "name": self.name,
            "role": self.role,
            "power": list(self.power) if self.power else None,
            "keywords": list(self.keywords),
        }


def listing(closure: Closure, system: System | None) -> Iterator[Listed]:
    """Yield the units of a catalogue, not what is only a setting of the army; None stands for a system not known here."""
    lister = _Lister(closure, system)
    for root in closure.roots():
        if is_unit(closure, root, system.imports) if system else _is_listed(closure, root):
            yield lister.list_unit(root, lister.reach(root))


def find_unit(closure: Closure, system: System | None, id: str) -> Listed | None:
    """Return the unit of that address as lists show it, None where the catalogue has none."""
    lister = _Lister(closure, system)
    found = (root for root in closure.roots() if address(root.id) == id)
    return next((lister.list_unit(root, lister.reach(root)) for root in found), None)


def address(composite_id: str) -> str:
    """Return the name of an entry in addresses: its id where that can be one, else a digest of it."""
    plain = composite_id.replace("::", ".")
    return plain if ADDRESS.fullmatch(plain) else hashlib.sha256(composite_id.encode()).hexdigest()[:LONGEST_ID]


def _cost_types(closure: Closure, system: System | None) -> dict[str, str]:
    """Return the costs of the data by our ids, or their names where we have none."""
    kinds = islice(closure.cost_types.items(), MOST_COSTS)
    ours = {id: (system.imported_cost(kind.name) if system else "") or kind.name.strip() for id, kind in kinds}
    return {name: id for id, name in ours.items() if name}


def _usual(closure: Closure) -> set[str]:
    """Return the costs that at least half of the entries with any have themselves: points, and not command points."""
    priced = [{cost.type for cost in root.costs if cost.value} for root in closure.roots()]
    counts = Counter(type for types in priced for type in types)
    return {type for type, count in counts.items() if 2 * count >= sum(map(bool, priced))}


class _Lister:
    """Lists the units of one closure. All together may ask for so much work only: links can multiply without end."""

    def __init__(self, closure: Closure, system: System | None) -> None:
        self._closure = closure
        self._costs = _cost_types(closure, system)
        self._measure = system.size.cost if system else ""
        measure = {self._costs[self._measure]} if self._measure in self._costs else set()
        self._usual = (_usual(closure) | measure) & set(self._costs.values())
        self._system = system
        self._reach_left = MOST_REACHED
        self._nodes_left = MOST_NODES

    def reach(self, root: Resolved) -> list[Choosable]:
        """Return the definitions and links of an entry and of all below it, as far as that is looked at."""
        found = list(islice(_reach(self._closure, root), self._reach_left))
        self._reach_left -= len(found)
        return found

    def list_unit(self, root: Resolved, reach: list[Choosable]) -> Listed:
        """Return a unit as lists show it."""
        keywords = tuple(Keywords(_keywords(self._closure, reach)))
        words = "\n".join(dict.fromkeys(word for word in _words(self._closure, reach) if word))[:MOST_WORDS]
        costs = self._ranges(root)
        power = costs.get(self._measure)
        return Listed(address(root.id), root.id, root.name, self._role(root), power, keywords, words, costs)

    def _role(self, root: Resolved) -> str | None:
        """Return the role that a unit has in the army, where its game has no roles the name of its category."""
        if self._system and self._system.roles:
            return unit_role(self._closure, root, root.primary, root.categories, self._system)
        primary = self._closure.category(root.primary)
        return primary.name if primary else None

    def _ranges(self, root: Resolved) -> dict[str, tuple[float, float]]:
        """Return what a unit costs of each kind; one without a usual cost of its own costs what comes along with it."""
        own = {cost.type: cost.value for cost in root.costs if cost.value}
        whole = self._default_costs(root) if self._usual - set(own) else {}
        return {
            name: self._range(root, type, own.get(type) or whole.get(type, Decimal(0))) for name, type in self._costs.items()
        }

    def _range(self, root: Resolved, type: str, base: Decimal) -> tuple[float, float]:
        """Return what a unit costs at least, and at most as far as its own modifiers say."""
        most = base
        for change in root.changes.get(type, ()):
            amount = _decimal(change.modifier.value)
            if change.modifier.type == "set":
                most = max(most, amount)
            elif change.modifier.type == "increment":
                most += amount
        return float(base), float(max(base, most))

    def _default_costs(self, root: Resolved) -> Mapping[str, Decimal]:
        """Return what a unit costs with what comes along with it."""
        if self._nodes_left <= 0:
            return {}
        selection, _ = default_selection(self._closure, root.id)
        self._nodes_left -= sum(1 for _ in (*selection.walk(), *self._closure.offers(root)))
        force = Force("f1", self._closure.catalogue.id, pin=self._closure.digest, selections=(selection,))
        evaluation = evaluate(Roster(self._closure.system.id, "", (force,)), _Only(self._closure))
        return evaluation.costs


class _Only:
    """One closure, whatever is asked for."""

    def __init__(self, closure: Closure) -> None:
        self._closure = closure

    def closure(self, catalogue: str, pin: str = "") -> Closure:
        return self._closure


def _decimal(value: str) -> Decimal:
    try:
        return Decimal(value)
    except InvalidOperation:
        return Decimal(0)


def _is_listed(closure: Closure, root: Resolved) -> bool:
    """Whether an entry of an unknown game is a unit as far as types tell."""
    return root.entry.type != "upgrade" or any(offer.entry.type != "upgrade" for offer in closure.offers(root))


def _reach(closure: Closure, root: Resolved) -> Iterator[Choosable]:
    """Yield the definitions and links of a unit and of all that can be chosen below it, each once."""
    pending: list[Choosable] = list(root.parts)
    seen = {id(node) for node in pending}
    for node in pending:
        yield node
        below: list[Choosable] = [*node.entries, *node.groups, *node.links]
        for link in node.links:
            target = closure.stands_for(link)
            below += target.parts if target else ()
        for child in below:
            if id(child) not in seen:
                seen.add(id(child))
                pending.append(child)


def _keywords(closure: Closure, reach: list[Choosable]) -> Iterator[str]:
    """Yield the categories of the unit and of its models."""
    for place, node in enumerate(reach):
        if place < 2 or getattr(node, "type", "") in ("model", "unit"):
            for link in node.category_links:
                category = closure.category(link.target)
                if category:
                    yield category.name.removeprefix(FACTION)


def _words(closure: Closure, reach: list[Choosable]) -> Iterator[str]:
    items: list[Profile | Rule | InfoGroup] = []
    for node in reach:
        yield node.name
        items += (*node.profiles, *node.rules, *node.info_groups)
        items += [found for link in node.info_links if (found := closure.info(link.target))]
    for item in items:
        yield item.name
        if isinstance(item, InfoGroup):
            yield from (each.name for each in (*item.profiles, *item.rules))
    for item in items:
        if isinstance(item, Profile):
            yield from (text for text in item.characteristics.values() if len(text) > LONGEST_ID)
        elif isinstance(item, Rule):
            yield item.description
