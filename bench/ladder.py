"""Two programs fight paired battles: `python -m bench.ladder A B --games 200 --seed S [--system wh40k-8e]`.

Both battles of a pair have one seed and the same two armies; in the second the programs swap sides. Three pairs of four
are fought by the bundled patrols, the fourth by the bundled hosts; `--armies patrols` has patrols alone. All fight the
system's first mission, or with `--missions` all of its missions in turn. A battle without a winner is no victory.

`--mirrored` gives both sides the same army, the first and the second by turns: for a game that prints no points, whose
bundled armies are not equally strong (of the patrols of aos-1e one nearly always wins, whoever plays it).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from time import process_time

from bench.rosters import SAMPLES, SYSTEM, armies
from datasheets.systems import system as game_system
from resolver.engine.battle import Battle
from resolver.engine.decision import Choice
from resolver.engine.view import View
from resolver.players import BOTS, Player, play

ROTATION = ("patrols", "patrols", "patrols", "hosts")
CONFIDENCE = 1.96


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle from the first program's side: did it win (None is a draw), points of both, seconds each took to choose."""

    armies: str
    mission: str
    seed: int
    side: int
    won: bool | None
    points: tuple[int, int]
    seconds: tuple[float, float]


class Timed:
    """A player, and the processor time that it took to choose."""

    def __init__(self, player: Player) -> None:
        self.name, self._player, self.seconds = player.name, player, 0.0

    def choose(self, view: View, options: Sequence[Choice]) -> Choice:
        began = process_time()
        choice = self._player.choose(view, options)
        self.seconds += process_time() - began
        return choice


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is fought: a system, two programs by name, armies and missions in the order in which pairs have them."""

    system: str
    names: tuple[str, str]
    seed: int
    sizes: Sequence[str] = ROTATION
    missions: Sequence[str] = ("",)
    mirrored: bool = False


def fight(ladder: Ladder, number: int) -> Fought:
    """Fight one battle, the `number`-th of the ladder; missions change with each pair, armies once all were played."""
    pair, side = divmod(number, 2)
    names, seed, mission = ladder.names, ladder.seed, ladder.missions[pair % len(ladder.missions)]
    size = ladder.sizes[pair // len(ladder.missions) % len(ladder.sizes)]
    players = Timed(BOTS[names[0]](seed + pair)), Timed(BOTS[names[1]](seed + pair))
    seats = players if side == 0 else (players[1], players[0])
    documents = armies(ladder.system, size)
    if ladder.mirrored:
        same = documents[pair // len(ladder.sizes) % 2]
        documents = same, same
    outcome = play(Battle.start(documents, mission=mission, seed=seed + pair, log=False), seats)
    mine, theirs = outcome.victory_points[side], outcome.victory_points[1 - side]
    won = None if outcome.winner is None else outcome.winner == side
    return Fought(size, mission, seed + pair, side, won, (mine, theirs), (players[0].seconds, players[1].seconds))


def fights(ladder: Ladder, games: int, jobs: int) -> Iterator[Fought]:
    """Fight all battles, in so many processes at once; they come in order."""
    with get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(partial(fight, ladder), range(games))


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the Wilson interval (95 %) of a share."""
    share, square = won / games, CONFIDENCE**2
    middle = share + square / (2 * games)
    half = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return (middle - half) / (1 + square / games), (middle + half) / (1 + square / games)


def result_line(title: str, rows: list[Fought]) -> str:
    """Put the result of some battles into one line."""
    counts = Counter(row.won for row in rows)
    low, high = wilson(counts[True], len(rows))
    points = [sum(row.points[place] for row in rows) / len(rows) for place in (0, 1)]
    seconds = [sum(row.seconds[place] for row in rows) / len(rows) for place in (0, 1)]
    return (
        f"{title}: won {counts[True]} of {len(rows)} ({counts[True] / len(rows):.1%}, 95 % from {low:.1%} to {high:.1%}), "
        f"drawn {counts[None]}, lost {counts[False]}; points {points[0]:.1f} to {points[1]:.1f}; "
        f"seconds of choosing {seconds[0]:.2f} and {seconds[1]:.2f} a battle"
    )


def main() -> None:
    """Fight and print what came of it, of each pair of armies and of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", choices=BOTS)
    parser.add_argument("second", choices=BOTS)
    parser.add_argument("--system", choices=SAMPLES, default=SYSTEM)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--armies", choices=sorted(set(ROTATION)), help="these alone")
    parser.add_argument("--missions", action="store_true", help="all missions of the system in turn")
    parser.add_argument("--mirrored", action="store_true", help="both sides have the same army")
    parser.add_argument("--each", action="store_true", help="print every battle, too")
    given = parser.parse_args()
    missions = [mission.id for mission in game_system(given.system).missions] if given.missions else [""]
    sizes = (given.armies,) if given.armies else ROTATION
    ladder = Ladder(given.system, (given.first, given.second), given.seed, sizes, missions, given.mirrored)
    rows = []
    for row in fights(ladder, given.games, given.jobs):
        rows.append(row)
        if given.each:
            print(row, flush=True)
    title = f"{given.system}, {given.first} against {given.second}, seeds from {given.seed}"
    title += ", both sides with one army" if given.mirrored else ""
    for name in SAMPLES[given.system]:
        if some := [row for row in rows if row.armies == name]:
            print(result_line(f"{title}, {name}", some))
    for mission in missions if given.missions else ():
        if some := [row for row in rows if row.mission == mission]:
            print(result_line(f"{title}, {mission}", some))
    print(result_line(title, rows), flush=True)


if __name__ == "__main__":
    main()
