"""Whether every printed value of two armies can be played with: a document from outside may hold any text.

What a battle reads later it reads without asking; so a characteristic of a model that is missing or cannot be read is
refused here, before the first event. Rows of weapons that cannot be read are listed, and `compile_armies` leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from datasheets.systems import System
from datasheets.systems.system import Characteristic
from datasheets.values import read
from datasheets.words import Message
from resolver.engine.battle_armies import BattleArmies
from resolver.engine.compile_armies import NotPlayable

Printed = Mapping[str, str]


def refuse_unreadable(armies: BattleArmies, system: System) -> None:
    """Check all characteristics of all models.

    Raises:
        NotPlayable: one is missing or cannot be read; the sentence names it.
    """
    for profile in armies.profiles:
        _refuse(profile.name, profile.characteristics, system.characteristics)
        for _, _, line in profile.damage_table:
            _refuse(profile.name, line, [column for column in system.characteristics if column.key in line])


def _refuse(name: str, printed: Printed, columns: Iterable[Characteristic]) -> None:
    for column in columns:
        if column.key not in printed:
            values = {"name": name, "characteristic": column.name, "key": column.key}
            raise NotPlayable(Message("refused.battle.no-characteristic", values))
        try:
            read(column.kind, printed[column.key])
        except ValueError as error:
            values = {"name": name, "characteristic": column.name, "problem": str(error)}
            raise NotPlayable(Message("refused.battle.characteristic", values)) from error
