"""`muster check`: what a roster amounts to, and every finding with its rule and its fixes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from builder.cli.context import CliContext, is_file
from builder.cli.findings import finding_json, finding_lines
from builder.cli.names import ROSTER
from builder.cli.output import json_option, number, print_json, print_lines
from builder.cli.placings import placing_lines
from builder.cli.program import NO
from builder.cli.words import say
from builder.operations import nodes
from builder.placing.plain import report_data, stated_costs, unplaced_data
from builder.placing.report import Report
from builder.services.judging import Judged
from datasheets.markup import strip_marks
from exports.file_kind import file_kind

VERDICTS = {True: "cli.check.legal", False: "cli.check.not-legal", None: "cli.check.not-judged"}


@click.command()
@click.argument("roster", type=ROSTER)
@json_option
@click.pass_obj
def check(context: CliContext, roster: str, as_json: bool) -> None:
    """Say what is wrong with ROSTER, and which rule says so.

    Everything is judged at once, by the rules of the roster's system and by the datasheets that are in your database. Exit
    status 1: the roster has errors. Warnings and notes leave it legal; where Muster does not have the army rules of the
    system it says "not judged", with exit status 0. Of a list of another program (.ros, .rosz, .txt) it
    is also said what could not be placed, and where its totals are not ours.

    \b
    Examples:
      muster check sunward-host
      muster check list.json --json
      muster check list.rosz
    """
    judged, stated, report = _judge(context, roster)
    if as_json:
        print_json(_answer(judged, stated, report))
    else:
        print_lines(_lines(judged))
        if report:
            print_lines(("", *placing_lines(report)))
    if judged.judgement.legal is False:
        raise click.exceptions.Exit(NO)


def _judge(context: CliContext, roster: str) -> tuple[Judged, dict[str, Any] | None, Report | None]:
    """Return the judgement, the totals that a file states, and what became of a list of another program."""
    if not is_file(roster):
        return context.services.rosters.judge(context.roster(roster))[1], None, None
    data = context.contents(roster)
    kind = file_kind(data, roster)
    if kind == "tree":
        return context.judge_tree(roster, data), None, None
    if kind == "list":
        placed = context.place(roster, data)
        judged = context.services.lists.judge(placed)
        stated = {_stated_name(judged, name): value for name, value in stated_costs(placed.report).items()}
        return judged, stated, placed.report
    document = context.army_in(roster, data)
    judged = context.services.validations.document(document)
    return judged, {_cost_name(judged, cost): value for cost, value in document.army.costs.items()}, None


def _answer(judged: Judged, stated: dict[str, Any] | None, report: Report | None) -> dict[str, Any]:
    judgement = judged.judgement
    return {
        "system": judged.roster.system,
        "name": judged.roster.name,
        "power_level": number(judgement.power_level),
        "costs": {_cost_name(judged, cost): number(value) for cost, value in judgement.costs.items()},
        "models": judgement.models,
        "legal": judgement.legal,
        "findings": [finding_json(each) for each in judgement.findings],
        **({} if stated is None else {"stated": stated}),
        "aside": _aside(judged),
        "unplaced": unplaced_data(report) if report else [],
        **({"report": report_data(report)} if report else {}),
    }


def _lines(judged: Judged) -> Iterator[str]:
    summary = judged.summary
    yield say("cli.check.title", {"name": judged.roster.name, "system": judged.system.name})
    costs = judged.judgement.costs.items()
    totals = [say("text.amount", {"name": _total_name(judged, cost), "value": value}) for cost, value in costs]
    counts = [say("text.units", {"count": summary["units"]}), say("text.models", {"count": summary["models"]})]
    verdict = VERDICTS[summary["legal"]]
    yield ", ".join([*totals, *counts, say(verdict, {"count": summary["errors"]})])
    if names := _aside(judged):
        yield say("cli.check.aside", {"names": names})
    if judged.judgement.findings:
        yield ""
    for finding in judged.judgement.findings:
        yield from finding_lines(finding)


def _aside(judged: Judged) -> list[str]:
    """Return the names of the units that were set aside."""
    units = (each.selection for _, each in nodes.aside(judged.roster))
    return [unit.title or strip_marks(unit.name) for unit in units]


def _cost_name(judged: Judged, cost: str) -> str:
    """Return what a cost is called: by the system, else by the data that it comes from."""
    closures = (unit.closure for unit in judged.judgement.units.values())
    named = (closure.cost_types[cost].name.strip() for closure in closures if closure and cost in closure.cost_types)
    return next((each.name for each in judged.system.costs if each.id == cost), next(named, cost))


def _stated_name(judged: Judged, name: str) -> str:
    """Return what the answer calls a cost that the list calls so."""
    ours = judged.system.imported_cost(name)
    return _cost_name(judged, ours) if ours else name


def _total_name(judged: Judged, cost: str) -> str:
    return next((each.total for each in judged.system.costs if each.id == cost), "") or _cost_name(judged, cost)


COMMANDS = {"check": check}
