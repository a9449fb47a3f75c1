"""`muster odds`: the exact chances of one unit attacking another, or of all units of a roster against all of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import click

from builder.cli.context import CliContext, Refused
from builder.cli.output import json_option, print_json, print_lines, table
from builder.cli.words import say
from builder.services.matchups import same_system
from exports.document import RosterDocument, Unit
from resolver.odds import NoAttack, Odds
from resolver.odds import odds as odds_of

NUMBERED = re.compile(r"(.+)#(\d{1,4})", re.DOTALL)
BAR = 40
RAREST = 0.00005
"""What is rarer than this, with all that is beyond it, is left out of what people read."""

Attack = Callable[[Unit, Unit], Odds]


class Side(NamedTuple):
    """Whom the user named: some units of a roster."""

    document: RosterDocument
    units: tuple[Unit, ...]


@click.command("odds")
@click.argument("attacker")
@click.argument("target")
@click.option("--weapon", default="", metavar="W", help="Only this weapon; without it every model uses what does most.")
@click.option("--fight", is_flag=True, help="Fight, though the unit could shoot.")
@click.option("--range", "inches", type=click.FloatRange(0, 1000), metavar="INCHES", help="How far away every model is.")
@click.option("--moved", is_flag=True, help="The attacker moved this turn.")
@click.option("--advanced", is_flag=True, help="The attacker Advanced this turn.")
@click.option("--charged", is_flag=True, help="The attacker charged this turn.")
@json_option
@click.pass_obj
def odds(
    context: CliContext,
    attacker: str,
    target: str,
    weapon: str,
    fight: bool,
    inches: float | None,
    moved: bool,
    advanced: bool,
    charged: bool,
    as_json: bool,
) -> None:
    """Say exactly how likely every result is when one unit attacks another.

    ATTACKER and TARGET are each ROSTER:UNIT, the unit by its name, or by name and number (#2 is the second) where several
    are called the same. A ROSTER alone stands for all of its units: then a table says what each does to each on average.
    Both units are whole and alone on the table, and all models attack; who has something to shoot with shoots.

    \b
    Examples:
      muster odds "sunward-host:Host Guard" "gloam-court:Gloam Guard"
      muster odds "a.pdf:Noonday Engine" "b.pdf:Barrow Colossus" --weapon "Noon lens"
      muster odds sunward-host gloam-court
    """
    ours, theirs = _side(context, attacker), _side(context, target)
    system = same_system((ours.document, theirs.document))

    def attack(unit: Unit, struck: Unit) -> Odds:
        return odds_of(
            unit,
            struck,
            weapon,
            inches,
            fighting=fight or None,
            moved=moved,
            advanced=advanced,
            charged=charged,
            system=system,
        )

    if len(ours.units) == len(theirs.units) == 1:
        _print_one(ours.units[0], theirs.units[0], attack, as_json)
    else:
        _print_all(ours.units, theirs.units, attack, as_json)


def _side(context: CliContext, written: str) -> Side:
    """Return the units that "ROSTER:UNIT" or "ROSTER" names.

    Raises:
        Refused: there is no such roster or unit, or several units.
    """
    roster, colon, unit = written.rpartition(":")
    if not colon or "/" in unit or "\\" in unit or Path(written).is_file():
        roster, unit = written, ""
    document, unit = context.document(roster), unit.strip()
    if not document.army.units:
        raise Refused(say("cli.odds.no-units", {"roster": roster}))
    return Side(document, (_find_unit(roster, document.army.units, unit),) if unit else document.army.units)


def _find_unit(roster: str, units: Sequence[Unit], wanted: str) -> Unit:
    """Return the unit of that name, title or id.

    Raises:
        Refused: there is none, or there are several.
    """
    numbered = NUMBERED.fullmatch(wanted)
    name, number = (numbered[1].rstrip(), int(numbered[2])) if numbered else (wanted, 0)
    found = [unit for unit in units if name.casefold() in (unit.id, unit.name.casefold(), unit.title.casefold())]
    if not found:
        there = list(dict.fromkeys(unit.title or unit.name for unit in units))
        raise Refused(say("cli.odds.no-unit", {"roster": roster, "unit": name, "units": there}))
    if number > len(found) or (len(found) > 1 and not number):
        values = {"roster": roster, "unit": name, "count": len(found), "last": len(found)}
        raise Refused(say("cli.odds.which", values))
    return found[max(number, 1) - 1]


def _print_one(unit: Unit, struck: Unit, attack: Attack, as_json: bool) -> None:
    try:
        found = attack(unit, struck)
    except NoAttack as error:
        raise Refused(str(error)) from error
    if as_json:
        print_json(_row(unit, struck, found))
    else:
        print_lines(_lines(unit, struck, found))


def _print_all(units: Sequence[Unit], struck: Sequence[Unit], attack: Attack, as_json: bool) -> None:
    """Print what each unit does to each; one that cannot attack does nothing, and where none can the reason is told."""
    rows: list[list[Odds | None]] = []
    reason = ""
    for unit in units:
        rows.append([])
        for each in struck:
            try:
                rows[-1].append(attack(unit, each))
            except NoAttack as error:
                rows[-1].append(None)
                reason = reason or str(error)
    if not any(chain(*rows)):
        raise Refused(reason)
    if as_json:
        pairs = [(unit, each) for unit in units for each in struck]
        print_json({"rows": [_row(*pair, found) for pair, found in zip(pairs, chain(*rows), strict=True)]})
    else:
        print_lines(_matrix(units, struck, rows))


def _row(unit: Unit, struck: Unit, found: Odds | None) -> dict[str, Any]:
    return {
        "attacker": unit.title or unit.name,
        "target": struck.title or struck.name,
        "weapons": [dict(each) for each in found.weapons] if found else [],
        "kills": list(found.kills) if found else None,
        "damage": list(found.damage) if found else None,
        "expected": dict(found.expected) if found else None,
        "unresolved": list(found.unresolved) if found else [],
    }


def _lines(unit: Unit, struck: Unit, found: Odds) -> Iterator[str]:
    """Yield one attack: with what, how much on average, and the chance of every number of models and of wounds."""
    values = {"count": unit.model_count, "other": struck.model_count}
    yield say("cli.odds.title", {"unit": unit.title or unit.name, "struck": struck.title or struck.name, **values})
    used = [say("cli.odds.weapon", {"number": each["weapons"], "weapon": each["weapon"]}) for each in found.weapons]
    yield say("cli.odds.weapons", {"weapons": used, "attacks": round(found.expected["attacks"], 2)})
    averages = {name: round(found.expected[name], 2) for name in ("kills", "damage")}
    yield say("cli.odds.expected", averages)
    yield ""
    yield from _chart("models", found.kills)
    if len(found.damage) != len(found.kills):
        yield ""
        yield from _chart("wounds", found.damage)
    if names := list(dict.fromkeys(each["name"] for each in found.unresolved)):
        yield ""
        yield say("cli.odds.unresolved", {"names": names})


def _chart(of: str, chances: Sequence[float]) -> list[str]:
    """Return a line for each number: its chance, and the chance of so many or more."""
    tails = [sum(chances[number:]) for number in range(len(chances))]
    rows = [
        (number, f"{100 * chance:.2f}%", f"{100 * min(tail, 1):.2f}%", "#" * round(BAR * chance))
        for number, (chance, tail) in enumerate(zip(chances, tails, strict=True))
        if tail >= RAREST
    ]
    return table([say(f"cli.odds.{of}"), say("cli.odds.exactly"), say("cli.odds.at-least"), ""], rows)


def _matrix(units: Sequence[Unit], struck: Sequence[Unit], rows: Sequence[Sequence[Odds | None]]) -> Iterator[str]:
    """Yield a row for each attacker and a column for each target, named below by its number."""
    heads = [say("cli.odds.attacker"), *(str(number) for number in range(1, len(struck) + 1))]
    yield from table(
        heads,
        [
            [unit.title or unit.name, *(f"{found.expected['damage']:.1f}" if found else None for found in row)]
            for unit, row in zip(units, rows, strict=True)
        ],
    )
    yield ""
    yield say("cli.odds.legend")
    wounds = [max((len(found.damage) - 1 for found in column if found), default=0) for column in zip(*rows, strict=True)]
    for number, (each, count) in enumerate(zip(struck, wounds, strict=True), 1):
        yield say("cli.odds.target", {"number": number, "unit": each.title or each.name, "count": count})


COMMANDS = {"odds": odds}
