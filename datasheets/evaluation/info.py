"""The profiles and rules that a selection or force shows: its own and linked ones, in groups or not, after their modifiers.

An item is hidden if it, the link to it or a group around it is hidden. Where a modifier that applies has conditions, the
name says what they found, "Rider (Lance)", unless it only hides or shows a link. Source: battlescribe.md, 3.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from datasheets.closure import Closure
from datasheets.evaluation.condition import findings_of, times
from datasheets.evaluation.modifier import flag, text
from datasheets.evaluation.scope import View
from datasheets.model import InfoGroup, InfoLink, Named, Profile, Rule
from datasheets.resolved import Change, by_field, changes_of

MOST_ITEMS = 2_000  # profiles, rules and groups of one selection
DEEPEST = 16  # info groups within info groups; links that lead back would go on for ever
Changes = Mapping[str, tuple[Change, ...]]
NONE: Changes = {}


class Informative(Protocol):
    """What holds profiles and rules: entries, links, groups, force entries, info groups."""

    @property
    def profiles(self) -> tuple[Profile, ...]:
        """Profiles of its own."""
        ...

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Rules of its own."""
        ...

    @property
    def info_groups(self) -> tuple[InfoGroup, ...]:
        """Groups of its own."""
        ...

    @property
    def info_links(self) -> tuple[InfoLink, ...]:
        """Links to shared profiles, rules and groups."""
        ...


def profiles_and_rules(
    holders: Iterable[Informative], closure: Closure, view: View
) -> tuple[tuple[Profile, ...], tuple[Rule, ...]]:
    """Return the profiles and rules that some holders together show, seen from the selection or force that shows them."""
    reader = _InfoReader(closure, view)
    items = [item for holder in holders for item in reader.items(holder, 0)]
    profiles = tuple(item for item in items if isinstance(item, Profile))
    return profiles, tuple(item for item in items if isinstance(item, Rule))


class _InfoReader:
    """Reads what is shown, and counts: groups that link to groups double with each level."""

    def __init__(self, closure: Closure, view: View) -> None:
        self._closure = closure
        self._view = view
        self._read = 0

    def items(self, holder: Informative, depth: int) -> Iterator[Profile | Rule]:
        """Yield what a holder shows."""
        own: tuple[Profile | Rule | InfoGroup, ...] = (*holder.profiles, *holder.rules, *holder.info_groups)
        for item in own:
            yield from self._item(item, NONE, depth)
        for link in holder.info_links:
            target = self._closure.info(link.target)
            changes = _changes(link)
            if target and not flag(link.hidden, changes.get("hidden", ()), self._view):
                yield from self._item(target, changes, depth)

    def _item(self, item: Profile | Rule | InfoGroup, linked: Changes, depth: int) -> Iterator[Profile | Rule]:
        self._read += 1
        own = _changes(item)
        if self._read > MOST_ITEMS or flag(item.hidden, own.get("hidden", ()), self._view):
            return
        if isinstance(item, InfoGroup):
            if depth < DEEPEST:
                yield from self.items(item, depth + 1)
        elif own or linked:
            yield _modify(item, own, linked, self._closure, self._view)
        else:
            yield item


def _modify(item: Profile | Rule, own: Changes, linked: Changes, closure: Closure, view: View) -> Profile | Rule:
    def change_field(field: str, value: str) -> str:
        return text(text(value, own.get(field, ()), view), linked.get(field, ()), view)

    speaking = [change for field, changes in linked.items() if field != "hidden" for change in changes]
    everything = [change for changes in own.values() for change in changes] + speaking
    name = change_field("name", item.name) + _suffix(everything, closure, view)
    page = change_field("page", item.page)
    bare = replace(item, name=name, page=page, hidden=False, modifiers=(), modifier_groups=())
    if isinstance(bare, Rule):
        return replace(bare, description=change_field("description", bare.description))
    return replace(bare, characteristics={type: change_field(type, value) for type, value in bare.characteristics.items()})


def _suffix(changes: Iterable[Change], closure: Closure, view: View) -> str:
    ids = [id for change in changes if times(change, view) for id in findings_of(change, view)]
    names = [name for id in dict.fromkeys(ids) if (name := closure.name(id))]
    return f" ({', '.join(dict.fromkeys(names))})" if names else ""


def _changes(named: Named) -> Changes:
    return by_field(changes_of(named)) if named.modifiers or named.modifier_groups else NONE
