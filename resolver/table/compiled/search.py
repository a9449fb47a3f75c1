"""Ways for one model: the cheapest over corners round what is in the way, by A*, and how far along one it may go."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from resolver.table.compiled import EPSILON, FACING, HALF, RADIUS, X, Y, Z, compiled, inlined
from resolver.table.compiled.around import LEGAL, Around, PathLimits, at_end, breach, cost, fits, on_the_way
from resolver.table.compiled.lines import clip
from resolver.table.compiled.shapes import Floats, distance, point_to_segment

MARGIN = 0.01
"""How much clearer than necessary a way keeps, in inches."""
CORNERS = 8
DIRECTIONS = np.array([(cos(corner * 2 * pi / CORNERS), sin(corner * 2 * pi / CORNERS)) for corner in range(CORNERS)])
STEP = 0.25
FINEST = 1e4


@inlined
def climb_cost(
    x0: float, y0: float, x1: float, y1: float, reach: float, normals: Floats, offsets: Floats, heights: Floats
) -> float:
    """Return what climbing adds to a straight way: up and down every piece that it passes."""
    added = 0.0
    for piece in range(len(heights)):
        entry, leave = 0.0, 1.0
        for k in range(normals.shape[0]):
            across, along, offset = normals[k, piece, 0], normals[k, piece, 1], offsets[k, piece] - reach
            entry, leave = clip(entry, leave, x0 * across + y0 * along - offset, x1 * across + y1 * along - offset)
            if leave <= entry + EPSILON:
                break
        if leave > entry + EPSILON:
            added += 2 * heights[piece]
    return added


@inlined
def within_any(x: float, y: float, centres: Floats, clear: Floats) -> bool:
    """Tell whether a point lies in one of the discs."""
    for disc in range(len(clear)):
        away_x, away_y = abs(x - centres[disc, 0]), abs(y - centres[disc, 1])
        if away_x < clear[disc] and away_y < clear[disc] and distance(away_x, away_y) < clear[disc]:
            return True
    return False


@inlined
def bars_any(x0: float, y0: float, x1: float, y1: float, centres: Floats, clear: Floats) -> bool:
    """Tell whether a straight way leads through one of the discs."""
    left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    for disc in range(len(clear)):
        x, y, far = centres[disc, 0], centres[disc, 1], clear[disc]
        if not (left - far < x < right + far and low - far < y < high + far):
            continue
        if point_to_segment(x, y, x0, y0, x1, y1) < far - EPSILON:
            return True
    return False


@compiled
def free_nodes(
    nodes: Floats, centres: Floats, clear: Floats, reach: float, width: float, depth: float, most: float
) -> Floats:
    """Return the first two nodes, start and goal, and those on the battlefield in none of the discs to keep clear of.

    Those over which no way is short enough, even straight to them and on from them, are left out.
    """
    found, count = np.empty_like(nodes), 0
    for node in range(len(nodes)):
        x, y = nodes[node]
        good = node < 2
        if not good and min(min(x, width - x), min(y, depth - y)) >= reach:
            far = distance(x - nodes[0, 0], y - nodes[0, 1]) + distance(x - nodes[1, 0], y - nodes[1, 1])
            good = far <= most + 2 * EPSILON and not within_any(x, y, centres, clear)
        if good:
            found[count] = nodes[node]
            count += 1
    return found[:count]


@compiled
def cheapest(
    nodes: Floats,
    centres: Floats,
    clear: Floats,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
    reach: float,
    most: float,
) -> Floats:
    """Return the cheapest way from the first node to the second, of at most `most`; no points where there is none."""
    number = len(nodes)
    cost, came, done = np.full(number, np.inf), np.full(number, -1), np.zeros(number, dtype=np.bool_)
    ahead = np.empty(number)
    for node in range(number):
        ahead[node] = distance(nodes[node, 0] - nodes[1, 0], nodes[node, 1] - nodes[1, 1])
    cost[0] = 0.0
    while True:
        node, least = -1, np.inf
        for other in range(number):
            if not done[other] and cost[other] + ahead[other] < least:
                node, least = other, cost[other] + ahead[other]
        if node < 0:
            return np.empty((0, 2))
        if node == 1:
            break
        done[node] = True
        x0, y0 = nodes[node]
        for other in range(number):
            x1, y1 = nodes[other]
            there = cost[node] + distance(x1 - x0, y1 - y0)
            if done[other] or not (there < cost[other] - EPSILON and there + ahead[other] <= most + EPSILON):
                continue
            if there + ahead[other] >= cost[1]:
                continue  # no way over it is shorter than the one that is known
            if bars_any(x0, y0, x1, y1, centres, clear):
                continue
            there += climb_cost(x0, y0, x1, y1, reach, normals, offsets, heights)
            if there < cost[other] - EPSILON and there + ahead[other] <= most + EPSILON:
                cost[other], came[other] = there, node
    length, at = 1, 1
    while at != 0:
        at, length = came[at], length + 1
    way, at = np.empty((length, 2)), 1
    for place in range(length - 1, -1, -1):
        way[place] = nodes[at]
        at = came[at]
    return way


@compiled
def discs(
    start: Floats, goal: Floats, reach: float, over_models: bool, around: Around, most: float
) -> tuple[Floats, Floats]:
    """Return what to keep clear of: centres (n, 2) and how far the mover's centre stays away.

    Nothing that start or goal lie in, nor what is too far away to matter; of bands those that count on the way.
    """
    room = around.crossed.shape[1] + around.banded.shape[1]
    centres, clear, count = np.empty((room, 2)), np.empty(room), 0
    for band in range(-1, len(around.bands)):
        models, first, last, across = around.crossed, 0, 0 if over_models else around.crossed.shape[1], 0.0
        if band >= 0:
            if around.bands[band, 4] == 0.0:
                continue
            models, across = around.banded, around.bands[band, 2]
            first, last = int(around.bands[band, 0]), int(around.bands[band, 1])
        for j in range(first, last):
            wide = reach + models[HALF, j] + models[RADIUS, j] + across + 2 * EPSILON
            away = distance(models[X, j] - start[0], models[Y, j] - start[1])
            ahead = distance(models[X, j] - goal[0], models[Y, j] - goal[1])
            if away >= wide and ahead >= wide and away + ahead <= most + 2 * wide:
                centres[count, 0], centres[count, 1], clear[count] = models[X, j], models[Y, j], wide
                count += 1
    return centres[:count].copy(), clear[:count].copy()


@compiled
def nodes_of(start: Floats, goal: Floats, centres: Floats, clear: Floats, corners: Floats) -> Floats:
    """Return start, goal, and corners round every disc and every piece."""
    found, count = np.empty((2 + len(clear) * CORNERS + len(corners), 2)), 2
    found[0], found[1] = start, goal
    for disc in range(len(clear)):
        wide = (clear[disc] + MARGIN) / cos(pi / CORNERS)
        for corner in range(CORNERS):
            found[count, 0] = centres[disc, 0] + wide * DIRECTIONS[corner, 0]
            found[count, 1] = centres[disc, 1] + wide * DIRECTIONS[corner, 1]
            count += 1
    found[count:] = corners
    return found


@compiled
def find_paths(
    mover: Floats,
    goal: Floats,
    limits: PathLimits,
    around: Around,
    normals: Floats,
    offsets: Floats,
    heights: Floats,
    corners: Floats,
) -> tuple[Floats, Floats]:
    """Return the straight way to the goal, and before it a better one round what bars it or is high: no poses if none.

    `normals`, `offsets` and `heights` are those of the pieces that are climbed, `corners` points round them.
    """
    straight, nobody = np.empty((2, 3)), np.empty((8, 0))
    straight[0, 0], straight[0, 1], straight[:, 2] = mover[X, 0], mover[Y, 0], mover[FACING, 0]
    straight[1, 0], straight[1, 1] = np.rint(goal[0] * FINEST) / FINEST, np.rint(goal[1] * FINEST) / FINEST
    code = on_the_way(mover, straight, limits, around, nobody)[0]
    direct = distance(straight[1, 0] - straight[0, 0], straight[1, 1] - straight[0, 1])
    none = np.empty((0, 3))
    if code == LEGAL:
        low = cost(mover, straight, limits.climbing, limits.turning, around) <= direct + EPSILON
        if low or np.isnan(at_end(mover, straight, around)[Z, 0]):
            return none, straight
    reach = mover[HALF, 0] + mover[RADIUS, 0]
    start, end = straight[0, :2].copy(), straight[1, :2].copy()
    centres, clear = discs(start, end, reach, limits.over_models, around, limits.most)
    nodes = nodes_of(start, end, centres, clear, corners)
    nodes = free_nodes(nodes, centres, clear, reach, around.width, around.depth, limits.most)
    points = cheapest(nodes, centres, clear, normals, offsets, heights, reach, limits.most)
    if not len(points):
        return none, straight
    way = np.empty((len(points), 3))
    way[:, :2] = np.rint(points * FINEST) / FINEST
    way[0, 0], way[0, 1], way[:, 2] = mover[X, 0], mover[Y, 0], mover[FACING, 0]
    return way, straight


@compiled
def along(way: Floats) -> Floats:
    """Return how far each pose of a way is from its start, along it and seen from above."""
    found = np.zeros(len(way))
    for row in range(1, len(way)):
        found[row] = found[row - 1] + distance(way[row, 0] - way[row - 1, 0], way[row, 1] - way[row - 1, 1])
    return found


@compiled
def at(way: Floats, passed: Floats, inches: float) -> Floats:
    """Return the pose that lies so far along a way, its position rounded."""
    found, row = way[len(way) - 1].copy(), 1
    while row < len(way) - 1 and passed[row] < inches:
        row += 1
    if row < len(way) and inches < passed[row]:
        span = passed[row] - passed[row - 1]
        share = (inches - passed[row - 1]) / span if span > 0.0 else 0.0
        found = way[row - 1] + (way[row] - way[row - 1]) * share
    found[0], found[1] = np.rint(found[0] * FINEST) / FINEST, np.rint(found[1] * FINEST) / FINEST
    return found


@compiled
def farthest(mover: Floats, way: Floats, limits: PathLimits, around: Around) -> Floats:
    """Return a legal path that goes as far as it can along a way, no poses where it cannot go at all."""
    passed, nobody = along(way), np.empty((8, 0))
    far = min(passed[-1], limits.most)
    number = int(np.ceil(far / STEP)) if far > 0.0 else 0
    ends, models = np.empty((number, 3)), np.empty((8, number))
    for stop in range(number):
        ends[stop], models[:, stop] = at(way, passed, far - stop * STEP), mover[:, 0]
        models[X, stop], models[Y, stop], models[FACING, stop] = ends[stop, 0], ends[stop, 1], ends[stop, 2]
    good = fits(models, around, nobody)
    for stop in range(number):
        if not good[stop]:
            continue
        rows = 0
        for row in range(len(way)):
            rows += passed[row] < far - stop * STEP - EPSILON
        path = np.empty((rows + 1, 3))
        path[:rows], path[rows] = way[:rows], ends[stop]
        if breach(mover, path, limits, around, nobody)[0] == LEGAL:
            return path
    return np.empty((0, 3))
