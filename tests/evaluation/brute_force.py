"""An independent, slow answer to "is this wargear legal": play every way of taking bullets, one by one, from the default.

Shares nothing with the solver. Models are told apart, a state is everything that was done so far, legal is what is reached.
"""

from collections.abc import Iterator

from datasheets.model import Bullet, Loadout

Model = tuple[str, tuple[tuple[str, int], ...], frozenset[str]]  # row, items, ids of bullets taken


def legal_units(loadout: Loadout, rows: list[str]) -> set[tuple[tuple[str, tuple[tuple[str, int], ...]], ...]]:
    """Return all legal loadouts of a unit with these models, models as a sorted tuple of (row, items)."""
    start = tuple((row, _frozen(loadout.defaults[row]), frozenset()) for row in rows)
    seen, pending = {start}, [start]
    while pending:
        unit = pending.pop()
        for after in _one_more(loadout, unit):
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return {tuple(sorted((row, items) for row, items, _ in unit)) for unit in seen}


def _one_more(loadout: Loadout, unit: tuple[Model, ...]) -> Iterator[tuple[Model, ...]]:
    for bullet in loadout.bullets:
        if _times(unit, bullet) >= _limit(bullet, len(unit)):
            continue
        for at, (row, items, done) in enumerate(unit):
            if row not in bullet.models or bullet.id in done:
                continue
            for given in bullet.choices:
                after = dict(items)
                for item, number in bullet.replace.items():
                    after[item] = after.get(item, 0) - number
                if min(after.values(), default=0) < 0:
                    continue
                for item, number in given.items():
                    after[item] = after.get(item, 0) + number
                changed = (row, _frozen(after), done | {bullet.id})
                yield tuple(sorted((*unit[:at], changed, *unit[at + 1 :]), key=repr))


def _times(unit: tuple[Model, ...], bullet: Bullet) -> int:
    return sum(bullet.id in done for _, _, done in unit)


def _limit(bullet: Bullet, models: int) -> float:
    most = float("inf") if bullet.most is None else bullet.most
    per = float("inf") if bullet.per_models is None else models // bullet.per_models * bullet.each
    return min(most, per)


def _frozen(items) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((item, number) for item, number in items.items() if number))
