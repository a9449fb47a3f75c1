"""How long a battle lasts: after how many rounds it ends, by what was agreed on, else by its mission."""

from __future__ import annotations

from collections.abc import Sequence

from datasheets.systems import System
from exports.document.model import Army

KEYS = ("rounds", "turns", "round_limit")
"""What players agree about the length of a battle, as systems call it."""


def agreed_rounds(army: Army) -> int | None:
    """Return after how many rounds the battle ends by what was agreed on, None where nothing was."""
    number = next((army.agreed[key] for key in KEYS if key in army.agreed), None)
    return number if isinstance(number, int) and not isinstance(number, bool) and number > 0 else None


def battle_rounds(armies: Sequence[Army], game: System) -> tuple[int | None, str]:
    """Return after how many rounds a battle of two armies ends, and the rule; None where nothing ends it.

    What was agreed on counts, else the mission that both agreed on, else the first one. Agreed is what both say, or what
    one says where the other is silent, if that is enough (`AgreementKind.by_one`).
    """
    kind = next((each for each in game.agreements if each.key in KEYS), None)
    said = [army for army in armies if kind and not (kind.by_one and kind.key not in army.agreed)]
    agreed = {agreed_rounds(army) for army in said}
    if kind and len(agreed) == 1 and (number := agreed.pop()):
        return number, kind.rule
    missions = {str(army.agreed.get("mission")) for army in armies}
    agreed_mission = game.mission(missions.pop()) if len(missions) == 1 else None
    mission = agreed_mission or next(iter(game.missions), None)
    if mission is None:
        return None, ""
    return mission.rounds, mission.rounds_rule or (kind.rule if kind else "")
