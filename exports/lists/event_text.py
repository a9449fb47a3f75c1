"""The text that 9th edition events asked for, as a listed army.

    + Army main faction : Sunward Host
    + Total power level : 12
    == Patrol DETACHMENT : Sunward Host (0 CP) [12CP, 230pts] ==
    HQ 1 : Captain (85) Power sword, Relic (-1 CP), Relic : Old Banner [95 pts] [5 PL] - Warlord
    TR 1 : 10 Guards (65 + 5*14) Plasma gun [135 pts] [7 PL]
    - Guard Sergeant (0)

In an army that costs nothing Muster writes a colon for the price: `U 1 : 10 Guards : Bow, Knife - General`.

A unit's number is that of its models, those on the lines below it included. What every such unit has is not written, so the
list is not `complete`. The figure called CP in a detachment's brackets is its Power Level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from datasheets.words import say
from exports.lists import lines
from exports.lists.battlescribe_text import TITLED, split_costs
from exports.lists.listed import ListedArmy, ListedForce, ListedSelection, StatedCost, Unread
from exports.lists.sentences import Sentences, apart_statements, sentences_of_event
from exports.lists.wording import one_line
from exports.text.event import NO_ROLE
from exports.text.wording import FROM

FORMAT = "event-text"
SYSTEM = "Warhammer 40,000 9th Edition"
"""No line says it; catalogues of other editions have the same names."""
HEADER = re.compile(r"\+\s*+(?P<key>[^+:\s](?:[^:]*[^:\s])?)\s*:\s*+(?P<value>(?:.*\S)?)\s*")
FORCE = re.compile(r"==\s*+(?P<name>[^:\s](?:[^:]*[^:\s])?)\s*:\s*+(?P<faction>.+?)(?<!\s)\s*+==\s*+(?P<rest>.*)", re.DOTALL)
KIND = re.compile(r"(?P<kind>.*?\bdetachment)\b\s*+(?P<title>.*)", re.IGNORECASE | re.DOTALL)
COMMAND = re.compile(r"\(\s*[-+−]?\d+\s*CP\s*\)")
UNIT = re.compile(r"(?P<slot>[A-Z][A-Za-z]{0,4})\s*\d+\s*:\s*(?P<rest>\S.*)")
PRICE = re.compile(r"\(\s*\d+(?:\s*[-+]\s*\d+(?:\s*[*x]\s*\d+)?)*\s*\)")
STATED = re.compile(r"\[\s*+(?P<inner>[^\[\]\s](?:[^\[\]]*[^\[\]\s])?)\s*\]")
COST = re.compile(r"\((?P<inner>[^()]+)\)\s*$")
KNOWN = {"total army points": "pts", "total power level": "PL"}
NAMES = ("army name", "list name", "army main faction")


def is_event_text(written: list[str]) -> bool:
    """Say whether lines look like it: some line is a detachment between double equals signs."""
    return any(FORCE.fullmatch(line.strip()) for line in written)


def read_event_text(written: list[str]) -> ListedArmy:
    """Return the army of such a text, given as its lines. All that its head says is kept as the note."""
    head: dict[str, str] = {}
    notes: list[str] = []
    forces: list[ListedForce] = []
    unread: list[Unread] = []
    for place, line in enumerate((one_line(line).strip() for line in written), 1):
        if not line or set(line) <= set("+=-_* "):
            continue
        if header := HEADER.fullmatch(line):
            head.setdefault(header["key"].casefold(), header["value"])
            notes.append(f"{header['key']}: {header['value']}")
        elif force := FORCE.fullmatch(line):
            forces.append(_force(force, place))
            notes += [f"{forces[-1].title or forces[-1].name}: {force['rest']}"] if force["rest"] else []
        elif forces and (unit := UNIT.fullmatch(line)):
            forces[-1] = _with(forces[-1], _unit(unit["rest"], unit["slot"], place))
        elif forces and forces[-1].selections and line[0] in "-–•*":
            *before, last = forces[-1].selections
            model = _unit(line[1:].strip(), "", place)
            forces[-1] = replace(
                forces[-1], selections=(*before, replace(last, selections=(*last.selections, replace(model, type="model"))))
            )
        else:
            unread.append(Unread(place, line))
    army = ListedArmy(
        format=FORMAT,
        name=next((head[key] for key in NAMES if head.get(key)), ""),
        system_name=SYSTEM,
        is_system_guess=True,
        complete=False,
        note="\n".join(notes),
        costs=tuple(_totals(head)),
        forces=tuple(forces),
        unread=tuple(unread),
    )
    sentences = sentences_of_event(head)
    return _of_muster(army, head, sentences) if sentences else army


def _of_muster(army: ListedArmy, head: dict[str, str], sentences: Sentences) -> ListedArmy:
    """Return an army with what Muster alone writes: the system, names of forces, what was stated; the head is no note."""

    def look_up(key: str) -> str:
        return head.get(say(f"text.event.{key}", language=sentences.language).casefold(), "")

    with_names = []
    for each in army.forces:
        name, _, catalogue = each.catalogue_name.partition(FROM)
        with_names.append(replace(each, name=name, title=name, catalogue_name=catalogue))
    forces = tuple(
        replace(each, selections=tuple(_apart_statements(unit, sentences) for unit in _in_order_of_data(each)))
        for each in with_names
    )
    lines_of_head = army.note.splitlines()
    limits = tuple(_limits(lines_of_head, sentences))
    return replace(
        army,
        name=look_up("name"),
        system_name=look_up("system"),
        note="",
        limits=limits,
        agreed=tuple(filter(None, map(sentences.agreement, lines_of_head))),
        forces=forces,
        whole=True,
        is_system_guess=False,
    )


def _in_order_of_data(force: ListedForce) -> list[ListedSelection]:
    """Return what a force has as rosters have it: what is set in the data first, which has no role and costs nothing."""
    return sorted(force.selections, key=lambda each: each.heading != NO_ROLE or bool(each.costs))


def _limits(head: list[str], sentences: Sentences) -> Iterator[StatedCost]:
    """Yield what may be spent, as Muster writes it."""
    for line in head:
        found = sentences.limit.fullmatch(line)
        for piece in found["costs"].split(", ") if found else ():
            if amount := sentences.amount.fullmatch(piece):
                yield StatedCost(sentences.game(amount["name"]), Decimal(amount["value"].replace(",", ".")))


def _apart_statements(unit: ListedSelection, sentences: Sentences) -> ListedSelection:
    """Return a unit whose title and statements are such."""
    titled = TITLED.fullmatch(unit.name)
    named = replace(unit, name=titled["name"], title=titled["title"]) if titled else unit
    return apart_statements(named, sentences)


def _totals(head: dict[str, str]) -> Iterator[StatedCost]:
    for key, name in KNOWN.items():
        if re.fullmatch(r"\d{1,9}(\.\d{1,3})?", head.get(key, "")):
            yield StatedCost(name, lines.value(head[key]))


def _force(found: re.Match[str], place: int) -> ListedForce:
    kind = KIND.fullmatch(found["name"])
    faction, costs, _ = split_costs(found["faction"])
    return ListedForce(
        name=" ".join((kind["kind"] if kind else found["name"]).split()),
        title=kind["title"].strip() if kind else "",
        catalogue_name=COMMAND.sub("", faction).strip(),
        costs=tuple(replace(cost, name="PL") if cost.name == "CP" else cost for cost in costs),
        place=place,
    )


def _with(force: ListedForce, unit: ListedSelection) -> ListedForce:
    return replace(force, selections=(*force.selections, unit))


def _unit(text: str, slot: str, place: int) -> ListedSelection:
    """Return a unit, or a model on a line of its own."""
    stated: list[StatedCost] = []

    def take_costs(found: re.Match[str]) -> str:
        costs = lines.amounts(found["inner"])
        stated.extend(costs or ())
        return "\0" if costs else found[0]

    body, _, tail = STATED.sub(take_costs, text).partition("\0")
    priced = PRICE.search(body)
    head, rest = (body[: priced.start()], body[priced.end() :]) if priced else _split_unpriced(body)
    number, name = lines.split_count(head)
    words = [*lines.items(rest), *(word.strip() for word in tail.replace("\0", " ").split(" - ") if word.strip(" -"))]
    return ListedSelection(
        name=name,
        number=number,
        heading=slot,
        costs=tuple(stated),
        unfolded=True,
        place=place,
        selections=tuple(_item(word.strip(" -"), place) for word in words if word.strip(" -")),
    )


def _split_unpriced(body: str) -> tuple[str, str]:
    """Return the name and the things of a unit that costs nothing: a colon stands between them, dashes before tags."""
    head, _, rest = body.partition(" : ")
    return head, rest.replace(" - ", ", ")


def _item(text: str, place: int) -> ListedSelection:
    found = COST.search(text)
    costs = (lines.amounts(found["inner"]) or ()) if found else ()
    number, name = lines.split_count(text[: found.start()].strip() if found and costs else text)
    heading, colon, rest = name.partition(" : ")
    return ListedSelection(
        name=rest.strip() if colon else name,
        number=number,
        heading=heading.strip() if colon else "",
        costs=costs,
        unfolded=True,
        place=place,
    )
