"""An army list as some tool wrote it: names, ids, counts and stated totals, before any catalogue is looked at.

Every reader of a foreign format makes this one form, and placing (`builder/placing`) turns it into a roster. Nothing that
a list says is lost on the way: a line that could not be read stands in `unread`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from datasheets.imported.noted import NotedWeapon


@dataclass(frozen=True, slots=True)
class StatedCost:
    """An amount that the list states. `type` is a cost type's id, "" in formats that have names only."""

    name: str
    value: Decimal
    type: str = ""


@dataclass(frozen=True, slots=True)
class ListedStatement:
    """What a player stated about a unit: a kind of declaration as roster documents have them ("warlord"), with the names of
    what it is about. `text` is how the list says it."""

    kind: str
    key: str = ""
    value: str = ""
    place: int | str = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class ListedSelection:
    """A selection: a unit, a model, a piece of wargear.

    `entry` and `group` are composite ids, "" where the list has none; `heading` is what a text calls its kind
    ("Psychic power"). `number` is how many in all, as in a roster. `costs` are of this selection alone times its number,
    in an `unfolded` one with all below it. `weapons` are
    the weapon profiles that the list has of it. `place` is a line of the file, or a JSON pointer.
    """

    name: str
    number: int = 1
    id: str = ""
    entry: str = ""
    group: str = ""
    type: str = ""
    title: str = ""
    note: str = ""
    heading: str = ""
    costs: tuple[StatedCost, ...] = ()
    unfolded: bool = False
    place: int | str = 0
    selections: tuple[ListedSelection, ...] = ()
    stated: tuple[ListedStatement, ...] = ()
    weapons: tuple[NotedWeapon, ...] = ()

    def walk(self) -> Iterator[ListedSelection]:
        """Yield this selection and all below it, parents first."""
        yield self
        for child in self.selections:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class ListedForce:
    """A force with the catalogue that it was taken from, by id or by name, and that catalogue's revision (0: not said)."""

    name: str = ""
    id: str = ""
    entry: str = ""
    catalogue: str = ""
    catalogue_name: str = ""
    revision: int = 0
    title: str = ""
    costs: tuple[StatedCost, ...] = ()
    place: int | str = 0
    selections: tuple[ListedSelection, ...] = ()
    forces: tuple[ListedForce, ...] = ()

    def walk(self) -> Iterator[ListedSelection]:
        """Yield all selections of this force and of the forces in it."""
        for selection in self.selections:
            yield from selection.walk()
        for force in self.forces:
            yield from force.walk()


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that says nothing that its format knows."""

    place: int | str
    text: str


@dataclass(frozen=True, slots=True)
class ListedArmy:
    """A whole list.

    `format` names the reader ("ros", "newrecruit", "battlescribe-text", "event-text", "posted-text"). `complete` says
    whether the list names every selection; one that does not leaves out what every such unit has. `outfitted`: it names all
    models all the same, each with everything that it carries. `whole`: it names all units and settings. `costs` are the
    totals that it states, `limits` the limits, `agreed` what the players agreed: `key` and `value` are its names.
    `is_system_guess`: `system_name` is what such lists are of, none says it.
    """

    format: str
    name: str
    complete: bool = True
    outfitted: bool = False
    whole: bool = False
    system: str = ""
    system_name: str = ""
    system_revision: int = 0
    is_system_guess: bool = False
    tool: str = ""
    note: str = ""
    costs: tuple[StatedCost, ...] = ()
    limits: tuple[StatedCost, ...] = ()
    agreed: tuple[ListedStatement, ...] = ()
    forces: tuple[ListedForce, ...] = ()
    unread: tuple[Unread, ...] = ()

    def walk(self) -> Iterator[ListedSelection]:
        """Yield every selection of the list, in order."""
        for force in self.forces:
            yield from force.walk()
