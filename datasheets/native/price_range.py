"""What a unit of a native datasheet costs as it comes: in its smallest and in its largest size."""

from __future__ import annotations

from datasheets.native.schema import Datasheet, ProfileRow


def price_range(sheet: Datasheet, cost: str) -> tuple[float, float] | None:
    """Return the least and the most of one kind of cost, without options; None where the datasheet has none of it.

    The cost of the unit counts, that of each model, and that of what each model comes with.
    """
    each = [_of_model(sheet, row, cost) for row in sheet.profiles]
    own = sheet.costs.get(cost)
    if own is None and not any(each):
        return None
    values = [own.base, *(step.value for step in own.steps)] if own else [0.0]
    least = min(values) + sum(row.number.min * price for row, price in zip(sheet.profiles, each, strict=True))
    most = max(values) + sum(row.number.max * price for row, price in zip(sheet.profiles, each, strict=True))
    return least, most


def _of_model(sheet: Datasheet, row: ProfileRow, cost: str) -> float:
    prices = {thing.name: thing.costs.get(cost, 0.0) for things in (sheet.weapons, sheet.wargear) for thing in things}
    carried = (each.items for each in sheet.composition.wargear if row.name in each.models)
    return row.costs.get(cost, 0.0) + sum(
        prices.get(item, 0.0) * number for items in carried for item, number in items.items()
    )
