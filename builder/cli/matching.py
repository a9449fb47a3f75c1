"""`muster matchup`: what two armies make of a battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from builder.cli.context import CliContext
from builder.cli.findings import finding_json, finding_lines
from builder.cli.names import ROSTER
from builder.cli.output import json_option, number, print_json, print_lines
from builder.cli.words import say
from builder.services.matchups import MatchupAnswer


@click.command()
@click.argument("a", type=ROSTER)
@click.argument("b", type=ROSTER)
@click.option("--battle-size", metavar="ID", help="The battle size that the players chose, such as incursion.")
@json_option
@click.pass_obj
def matchup(context: CliContext, a: str, b: str, battle_size: str | None, as_json: bool) -> None:
    """Say what the rosters A and B make of a battle: battle size, battlefield, how long it takes, and advice.

    \b
    Examples:
      muster matchup sunward-host gloam-court
      muster matchup a.pdf b.pdf --json
    """
    found = context.services.matchups.facts(context.source(a), context.source(b), battle_size)
    if as_json:
        print_json(_answer(found))
    else:
        print_lines(_lines(found))


def _answer(found: MatchupAnswer) -> dict[str, Any]:
    facts, more = found.facts, found.facts.more
    power, hours, underdog = (more.get(name) for name in ("combined_power", "hours", "underdog"))
    return {
        "combined_power": None if power is None else number(power),
        "battle_size": more.get("battle_size"),
        "table": facts.table and {"width_in": number(facts.table.width_in), "depth_in": number(facts.table.depth_in)},
        "hours": None if hours is None else number(hours),
        "rounds": found.rounds,
        "underdog": None if underdog is None else "ab"[underdog],
        "rerolls": more.get("rerolls", 0),
        "findings": [finding_json(each) for each in facts.findings],
    }


def _lines(found: MatchupAnswer) -> Iterator[str]:
    facts, more = found.facts, found.facts.more
    if "combined_power" in more:
        yield say("cli.matchup.power", {"power": more["combined_power"]})
    size = found.system.battle_size(more["battle_size"]) if "battle_size" in more else None
    if size:
        yield say("cli.matchup.size", {"name": size.name, "hours": more["hours"]})
    if facts.table:
        yield say("cli.matchup.table", {"width": facts.table.width_in, "depth": facts.table.depth_in})
    yield say("cli.matchup.rounds" if found.rounds else "cli.matchup.unlimited", {"rounds": found.rounds})
    if more.get("underdog") is not None:
        yield say("cli.matchup.underdog", {"army": "AB"[more["underdog"]]})
    for finding in facts.findings:
        yield from finding_lines(finding)


COMMANDS = {"matchup": matchup}
