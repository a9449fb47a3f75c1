"""Dice that tests look into."""

from __future__ import annotations

from resolver.table.dice import Address, DiceSource


class RecordingDice:
    """Dice that pass on what another source shows and keep it in `record`."""

    def __init__(self, source: DiceSource) -> None:
        self._source = source
        self.record: dict[Address, int] = {}

    def roll(self, address: Address, sides: int = 6) -> int:
        """Return and keep the source's face."""
        result = self._source.roll(address, sides)
        self.record[address] = result
        return result
