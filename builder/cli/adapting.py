"""`muster adapter`: Muster for the programs that measure list builders."""

from __future__ import annotations

import sys

import click

from builder.adapter.protocol import Adapter
from datasheets.steps import limited_steps


@click.command()
@click.option("--no-quirks", is_flag=True, help="Without BattleScribe's known faults: as Muster itself works.")
def adapter(no_quirks: bool) -> None:
    """Speak the protocol of BattleScribe's conformance suite on standard input and output, one JSON message per line.

    \b
    Examples:
      muster adapter < messages.ndjson
      bs_spec_runner.py --specs specs --engine "muster adapter"
    """
    with limited_steps(None):  # one process asks for as much as it likes
        for answer in Adapter(quirks=not no_quirks).answers(sys.stdin.buffer):
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()


COMMANDS = {"adapter": adapter}
