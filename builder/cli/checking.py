"""`muster check`: what a roster amounts to, and every finding with its rule and its fixes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from builder.cli.desk import Desk, is_file
from builder.cli.findings import finding_json, finding_lines
from builder.cli.output import json_option, number, print_json, print_lines
from builder.cli.program import NO
from builder.services.judging import Judged
from datasheets.systems import System
from datasheets.words import say


@click.command()
@click.argument("roster")
@json_option
@click.pass_obj
def check(desk: Desk, roster: str, as_json: bool) -> None:
    """Say what is wrong with ROSTER, and which rule says so.

    Everything is judged at once, by the rules of the roster's system and by the datasheets that are in your database. Exit
    status 1: the roster has errors. Warnings and notes leave it legal.

    \b
    Examples:
      muster check sunward-host
      muster check list.json --json
    """
    judged, stated = _judged(desk, roster)
    if as_json:
        print_json(_answer(judged, stated))
    else:
        print_lines(_lines(judged))
    if not judged.judgement.legal:
        raise click.exceptions.Exit(NO)


def _judged(desk: Desk, roster: str) -> tuple[Judged, dict[str, Any] | None]:
    """Return the judgement, and the totals that a file states."""
    if not is_file(roster):
        return desk.services.rosters.judge(desk.roster(roster))[1], None
    document = desk.read(roster)
    judged = desk.services.validations.document(document)
    return judged, {_cost_name(judged.system, cost): value for cost, value in document.army.costs.items()}


def _answer(judged: Judged, stated: dict[str, Any] | None) -> dict[str, Any]:
    judgement = judged.judgement
    return {
        "system": judged.roster.system,
        "name": judged.roster.name,
        "power_level": number(judgement.power_level),
        "costs": {_cost_name(judged.system, cost): number(value) for cost, value in judgement.costs.items()},
        "models": judgement.models,
        "legal": judgement.legal,
        "findings": [finding_json(each) for each in judgement.findings],
        **({} if stated is None else {"stated": stated}),
        "unplaced": [],
    }


def _lines(judged: Judged) -> Iterator[str]:
    summary = judged.summary
    yield say("cli.check.title", {"name": judged.roster.name, "system": judged.system.name})
    totals = [f"{_total_name(judged.system, cost)} {number(value)}" for cost, value in judged.judgement.costs.items()]
    counts = [say("text.units", {"count": summary["units"]}), say("text.models", {"count": summary["models"]})]
    verdict = "cli.check.legal" if summary["legal"] else "cli.check.not-legal"
    yield ", ".join([*totals, *counts, say(verdict, {"count": summary["errors"]})])
    if judged.judgement.findings:
        yield ""
    for finding in judged.judgement.findings:
        yield from finding_lines(finding)


def _cost_name(system: System, cost: str) -> str:
    return next((each.name for each in system.costs if each.id == cost), cost)


def _total_name(system: System, cost: str) -> str:
    return next((each.total for each in system.costs if each.id == cost), cost)


COMMANDS = {"check": check}
