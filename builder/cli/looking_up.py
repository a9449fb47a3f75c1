"""`muster compare` and `rule`: what differs between two armies, and what a rule says."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from textwrap import wrap

import click

from builder.cli.context import CliContext, Refused, is_file
from builder.cli.names import ROSTER, RULE
from builder.cli.output import json_option, print_json, print_lines
from builder.cli.words import say, translate
from exports.document import Army, RosterDocument, total_name
from exports.document.differences import Change, Difference, UnitDifference, difference, to_json

AT_STEP = re.compile(r"(.+)@(\d{1,9})")
WIDTH = 100
SIZE = "power_level"
"""The total that is one of the costs, told again."""


@click.command()
@click.argument("a", type=ROSTER)
@click.argument("b", type=ROSTER)
@json_option
@click.pass_obj
def compare(context: CliContext, a: str, b: str, as_json: bool) -> None:
    """Say what differs between two armies. ROSTER@3 is a stored roster as it stood at step 3 of its history.

    The exit status is 1 where something differs.

    \b
    Examples:
      muster compare sunward-host sunward-patrol
      muster compare before.pdf sunward-host
      muster compare sunward-host@1 sunward-host
    """
    first, second = _army(context, a), _army(context, b)
    found = difference(first.army, second.army)
    changed = bool(found.units) or any(each.before != each.after for each in found.totals)
    if as_json:
        print_json(to_json(found))
    else:
        print_lines(_lines(found, (second.army, first.army)))
    if changed:
        raise SystemExit(1)


def _army(context: CliContext, written: str) -> RosterDocument:
    step = AT_STEP.fullmatch(written)
    if step and not is_file(written):
        id, number = context.roster(step[1]), int(step[2])
        if number == 0:  # the services' word for the step at which it stands
            raise Refused(say("error.no-step", {"step": number, "id": repr(id)}))
        return context.services.documents.of(id, number)
    return context.document(written)


def _lines(found: Difference, armies: Iterable[Army]) -> Iterator[str]:
    """Yield the totals that changed, then unit by unit what was added, removed and changed."""
    armies = tuple(armies)
    for total in found.totals:
        if total.before != total.after and total.key != SIZE:
            yield _change(total, armies)
    for unit in found.units:
        yield from _unit(unit, armies)
    yield from (f"= {unit.title or unit.name} ({unit.model_count})" for unit in found.alike)
    yield say("cli.compare.same", {"count": found.same})


def _unit(found: UnitDifference, armies: tuple[Army, ...]) -> Iterator[str]:
    there = found.after or found.before
    if there is None:
        return
    name = there.title or there.name
    if found.before is None or found.after is None:
        yield f"{'-' if found.after is None else '+'} {name} ({there.model_count})"
        return
    yield f"~ {name}"
    yield from (f"    {_change(each, armies)}" for each in found.changes)


def _change(change: Change, armies: tuple[Army, ...]) -> str:
    names = (total_name(army, change.key) for army in armies)
    what = next((name for name in names if name), change.key) if change.key else say(f"cli.compare.{change.what}")
    if change.what in ("equipment", "keywords", "declared"):
        parts = [f"-{each}" for each in change.before] + [f"+{each}" for each in change.after]
        return f"{what}: {', '.join(parts)}"
    before, after = (" ".join("-" if each is None else str(each) for each in side) for side in (change.before, change.after))
    return f"{what}: {before} → {after}"


@click.command()
@click.argument("id", metavar="ID", type=RULE)
@json_option
@click.pass_obj
def rule(context: CliContext, id: str, as_json: bool) -> None:
    """Say what a rule says, with the decisions that settle or complete it: whatever findings and battles cite.

    \b
    Examples:
      muster rule 9E-MORALE-03
      muster rule AOS-GENERAL-01 --json
    """
    from builder.services.systems import rule as find_rule
    from datasheets.system_folders import outlines
    from datasheets.systems import rulebook

    known = {each.id: system for system in outlines() for each in rulebook(system).rules}
    of = known.get(id.upper())
    if of is None:
        near = difflib.get_close_matches(id.upper(), known, 3)
        raise Refused(say("cli.rule.near" if near else "cli.rule.unknown", {"id": id, "near": near}))
    found = find_rule(of, id.upper())
    if as_json:
        names = ("id", "section", "kind", "text", "source", "advice")
        row = {name: getattr(found.rule, name) for name in names}
        print_json({"system": of, **row, "decisions": list(found.decisions)})
        return
    lines = [f"{found.rule.id} – {found.rule.section}", *wrap(translate(found.rule.text), WIDTH), f"({found.rule.source})"]
    for each in found.decisions:
        lines += ["", f"{each['id']}: {each['question']}", *wrap(str(each["decision"]), WIDTH)]
    print_lines(lines)


COMMANDS = {"compare": compare, "rule": rule}
