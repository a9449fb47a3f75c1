"""What was chosen: a roster is a tree of forces and selections, with what the player declared and agreed.

Frozen values; an edit makes a new tree that shares what did not change. Every force and selection has a `uid` that no
other node of the roster ever had (`next_uid` counts up and never back).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

Scalar = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Selection:
    """A chosen entry.

    `entry` is the ids of all links on the way, outermost first, then the entry's own, joined by "::"; `group` likewise
    for the group it was chosen in ("" outside groups). `number` is how many, in all: four models with a bolter each are
    one selection of number 4 with one child of number 4. `name` is what the entry was called when it was chosen, so that
    a selection whose entry is gone can still be shown.
    """

    uid: str
    entry: str
    name: str = ""
    group: str = ""
    number: int = 1
    title: str = ""
    note: str = ""
    selections: tuple[Selection, ...] = ()

    def walk(self) -> Iterator[Selection]:
        """Yield this selection and all below it, parents first."""
        yield self
        for child in self.selections:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Declaration:
    """One thing the player states; which kinds there are is data of the system (`System.declarations`).

    `subject` is a selection's uid, or "" for the army. `key` tells several of one kind and subject apart (which
    angle-bracket keyword). `index` picks one model of a selection with a number above 1.
    """

    kind: str
    subject: str = ""
    key: str = ""
    value: Scalar = True
    index: int = 0


@dataclass(frozen=True, slots=True)
class Aside:
    """A unit that is kept in the list and is no part of the army, with what was declared about it."""

    selection: Selection
    declarations: tuple[Declaration, ...] = ()


@dataclass(frozen=True, slots=True)
class Force:
    """A part of a roster taken from one catalogue. `pin` is the digest of that catalogue's closure when it was chosen.

    Units set `aside` are counted nowhere: neither judged nor printed, and in no battle.
    """

    uid: str
    catalogue: str
    entry: str = ""
    name: str = ""
    pin: str = ""
    selections: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()
    aside: tuple[Aside, ...] = ()

    def walk(self) -> Iterator[Selection]:
        """Yield all selections of this force and of the forces in it."""
        for selection in self.selections:
            yield from selection.walk()
        for force in self.forces:
            yield from force.walk()


@dataclass(frozen=True, slots=True)
class Roster:
    """The editable list. `agreed` holds mission, battle_size, power_limit and the like; `limits` cost limits by type."""

    system: str
    name: str
    forces: tuple[Force, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    agreed: Mapping[str, Scalar] = field(default_factory=dict)
    limits: Mapping[str, Decimal] = field(default_factory=dict)
    note: str = ""
    next_uid: int = 1

    def walk(self) -> Iterator[Selection]:
        """Yield every selection of the roster, in order."""
        for force in self.forces:
            yield from force.walk()

    def units(self) -> Iterator[Selection]:
        """Yield the root selections of all forces, in order."""
        for force in self.forces:
            yield from _roots(force)

    def declarations_of(self, kind: str, subject: str | None = None) -> list[Declaration]:
        """Return the declarations of one kind, of one subject if given."""
        return [d for d in self.declarations if d.kind == kind and subject in (None, d.subject)]


def _roots(force: Force) -> Iterator[Selection]:
    yield from force.selections
    for inner in force.forces:
        yield from _roots(inner)
