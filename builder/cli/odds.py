"""`muster odds`: the exact chances of one unit attacking another, or of all units of a roster against all of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click

from builder.cli.context import CliContext, Refused
from builder.cli.names import ROSTER
from builder.cli.odds_sides import side_of
from builder.cli.output import json_option, print_json, print_lines, table
from builder.cli.words import say, translate
from builder.services.matchups import same_system
from exports.document import Unit
from resolver.odds import NoAttack, Odds, UnitAttack, attack, odds_of

BAR = 40
RAREST = 0.00005
"""What is rarer than this, with all that is beyond it, is left out of what people read."""

Attacking = Callable[[Unit, Unit], UnitAttack]


@click.command("odds")
@click.argument("attacker", type=ROSTER)
@click.argument("target", type=ROSTER)
@click.option("--weapon", default="", metavar="W", help="Only this weapon; without it every model uses what does most.")
@click.option("--fight", is_flag=True, help="Fight, though the unit could shoot.")
@click.option(
    "--range",
    "ranges",
    type=click.FloatRange(0, 1000),
    multiple=True,
    metavar="INCHES",
    help="How far away every model is; of whole rosters several times, too.",
)
@click.option("--moved", is_flag=True, help="The attacker moved this turn.")
@click.option("--advanced", is_flag=True, help="The attacker Advanced this turn.")
@click.option("--charged", is_flag=True, help="The attacker charged this turn.")
@click.option(
    "--cover", multiple=True, metavar="KIND", help="What protects the target, such as soft-cover, take-cover, mystic-shield."
)
@json_option
@click.pass_obj
def odds(
    context: CliContext,
    attacker: str,
    target: str,
    weapon: str,
    fight: bool,
    ranges: tuple[float, ...],
    moved: bool,
    advanced: bool,
    charged: bool,
    cover: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say exactly how likely every result is when one unit attacks another.

    ATTACKER and TARGET are each ROSTER:UNIT, the unit by its name, or by name and number (#2 is the second) where several
    are called the same. Several units of a ROSTER are "ROSTER:UNIT + UNIT", a ROSTER alone stands for all of them: then
    tables say what each takes from each on average, each one's best target, what all of them together come to, and the
    same the other way round. All units are whole and alone on the table, and all models attack; who has something to
    shoot with shoots.

    \b
    Examples:
      muster odds "sunward-host:Host Guard" "gloam-court:Gloam Guard"
      muster odds "a.pdf:Noonday Engine" "b.pdf:Barrow Colossus" --weapon "Noon lens"
      muster odds "sunward-host:Host Guard + Comet Riders" "gloam-court:Gloam Guard"
      muster odds sunward-host gloam-court --range 12 --range 24
    """
    ours, theirs = side_of(context, attacker), side_of(context, target)
    system = same_system((ours.document, theirs.document))
    terms: dict[str, Any] = {
        "fighting": fight or None,
        "moved": moved,
        "advanced": advanced,
        "charged": charged,
        "cover": cover,
    }
    if len(ours.units) == len(theirs.units) == 1 and len(ranges) < 2:
        inches = ranges[0] if ranges else None
        found = _one(ours.units[0], theirs.units[0], lambda a, b: attack(a, b, weapon, inches, system=system, **terms))
        if as_json:
            print_json(_row(ours.units[0], theirs.units[0], found))
        else:
            print_lines(_lines(ours.units[0], theirs.units[0], found))
        return
    from builder.cli.army_odds import army_lines
    from resolver.army_odds import assault, to_json

    there, back = [
        [assault(a.units, b.units, word, inches, system=system, **given) for inches in ranges or (None,)]
        for a, b, word, given in ((ours, theirs, weapon, terms), (theirs, ours, "", {"fighting": fight or None}))
    ]
    if all(each.reason for each in there):
        raise Refused(translate(there[0].reason))
    ways = ((there, ours, theirs), (back, theirs, ours))
    if as_json:
        inches = ranges[0] if ranges else None
        rows = _rows(ours.units, theirs.units, lambda a, b: attack(a, b, weapon, inches, system=system, **terms))
        both = [[to_json(each, a.units, b.units, system) for each in way] for way, a, b in ways]
        print_json({"rows": list(rows), "assaults": both[0], "returned": both[1]})
    else:
        print_lines(line for way, a, b in ways for each in way for line in army_lines(each, a, b))


def _one(unit: Unit, struck: Unit, attacking: Attacking) -> Odds:
    try:
        return odds_of(attacking(unit, struck))
    except NoAttack as error:
        raise Refused(str(error)) from error


def _rows(units: Sequence[Unit], struck: Sequence[Unit], attacking: Attacking) -> Iterator[dict[str, Any]]:
    """Yield what each unit does to each; one that cannot attack does nothing."""
    for unit in units:
        for each in struck:
            try:
                yield _row(unit, each, odds_of(attacking(unit, each)))
            except NoAttack:
                yield _row(unit, each, None)


def _row(unit: Unit, struck: Unit, found: Odds | None) -> dict[str, Any]:
    return {
        "attacker": unit.title or unit.name,
        "target": struck.title or struck.name,
        "weapons": [dict(each) for each in found.weapons] if found else [],
        "kills": list(found.kills) if found else None,
        "damage": list(found.damage) if found else None,
        "expected": dict(found.expected) if found else None,
        "results": dict(found.results) if found else {},
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
    if found.results:
        yield ""
        yield from _results(found.results, struck.model_count)
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


def _results(results: Mapping[str, float], models: int) -> list[str]:
    """Return a line for each row of the damage table: of one model the chance that it ends so, of several how many do."""
    shown = {name: f"{100 * value:.2f}%" if models == 1 else f"{value:.2f}" for name, value in results.items()}
    heads = [say("cli.odds.result"), say("cli.odds.exactly" if models == 1 else "cli.odds.result-average")]
    return table(heads, [(say(f"battle.damage-result.{name}"), value) for name, value in shown.items()])


COMMANDS = {"odds": odds}
