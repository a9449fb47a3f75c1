"""A client of the REST API in Python, on requests alone.

    with Muster() as muster:
        roster = muster.create_roster("wh40k-9e", "Sunward Host")
        roster = muster.apply(roster, [{"op": "add-force", "catalogue": "core-9e"}])
        print(muster.findings(roster["id"])["legal"])
        pdf = muster.sheet(roster["id"])

Answers are the API's JSON as plain dicts; what changes a roster takes the dict that was read, whose `version` goes along,
so that nobody's edit is overwritten. Every refusal is a `MusterError` that carries the API's problem.

This folder is also a distribution of its own, `muster-client`, whose package is `muster_client` (README.md beside it). So
its modules import each other by relative names, and nothing else of Muster.
"""

from __future__ import annotations

from .armies import ArmyCalls
from .battles import BattleCalls
from .game_data import GameDataCalls
from .rosters import RosterCalls
from .sending import MusterError
from .simulations import SimulationCalls

__all__ = ["Muster", "MusterError"]
__version__ = "0.1.0"


class Muster(GameDataCalls, RosterCalls, ArmyCalls, BattleCalls, SimulationCalls):
    """A server of Muster's API, with a method for each of its operations.

    Args:
        url: where it listens.
        timeout: seconds to wait for a connection and for each answer; battles between programs may take long.
        key: a person's key, where the server has accounts.
        language: of sentences, texts and sheets, as "en" or "sv-SE"; without it that of the server.
    """
