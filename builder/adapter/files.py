"""The roster as a .ros file: read with its own ids kept, and written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from builder.adapter.session import Impossible, Session
from datasheets.battlescribe.xml import parse
from datasheets.evaluation.tree import Force, Roster, Selection
from datasheets.model import GameSystem
from exports.battlescribe.files import ros
from exports.battlescribe.tree import roster_tree
from exports.lists.listed import ListedForce, ListedSelection
from exports.lists.tree import army_from

OURS = re.compile(r"[sf](\d{1,9})")


def roster_xml(session: Session) -> str:
    """Return the roster of a session as BattleScribe would save it."""
    return ros(roster_tree(session.roster, session.evaluation, session.catalogues)).decode()


def roster_of(xml: str, system: GameSystem) -> tuple[Roster, dict[str, str]]:
    """Return the roster of a file, and the names that the player gave its forces, by uid.

    Raises:
        DocumentError: It is no roster.
        Impossible: Two of its nodes have one id.
    """
    army = army_from(parse(xml.encode(), "roster"), "roster", "battlescribe")
    ids = [node.id for node in _nodes(army.forces)]
    if len(set(ids)) < len(ids) or not all(ids):
        raise Impossible("Each force and selection of a roster needs an id of its own.")
    numbers = [int(found[1]) for id in ids if (found := OURS.fullmatch(id))]
    roster = Roster(
        system.id,
        army.name,
        tuple(_force(force) for force in army.forces),
        limits={limit.type: limit.value for limit in army.limits},
        next_uid=max(numbers, default=0) + 1,
    )
    titles = {node.id: node.title for node in _nodes(army.forces) if isinstance(node, ListedForce)}
    return roster, {uid: title for uid, title in titles.items() if title}


def _nodes(forces: tuple[ListedForce, ...]) -> Iterator[ListedForce | ListedSelection]:
    for force in forces:
        yield force
        for selection in force.selections:
            yield from selection.walk()
        yield from _nodes(force.forces)


def _force(force: ListedForce) -> Force:
    return Force(
        force.id,
        force.catalogue,
        force.entry,
        force.title or force.name,
        selections=tuple(_selection(each) for each in force.selections),
        forces=tuple(_force(each) for each in force.forces),
    )


def _selection(node: ListedSelection) -> Selection:
    below = tuple(_selection(each) for each in node.selections)
    return Selection(node.id, node.entry, node.name, node.group, node.number, node.title, node.note, below)
