"""The cheapest way over corners round what is in the way, by A*."""

from __future__ import annotations

from math import hypot

import numpy as np

from resolver.table.compiled import EPSILON, compiled
from resolver.table.compiled.lines import clip
from resolver.table.compiled.shapes import Floats, point_to_segment


@compiled
def climbing(
    x0: float, y0: float, x1: float, y1: float, reach: float, normals: Floats, offsets: Floats, heights: Floats
) -> float:
    """Return what climbing adds to a straight way: up and down every piece that it passes."""
    added = 0.0
    for piece in range(len(heights)):
        entry, leave = 0.0, 1.0
        for k in range(normals.shape[0]):
            across, along, offset = normals[k, piece, 0], normals[k, piece, 1], offsets[k, piece] - reach
            entry, leave = clip(entry, leave, x0 * across + y0 * along - offset, x1 * across + y1 * along - offset)
        if leave > entry + EPSILON:
            added += 2 * heights[piece]
    return added


@compiled
def free_nodes(
    nodes: Floats, first: int, centres: Floats, clear: Floats, reach: float, width: float, depth: float
) -> Floats:
    """Return the nodes that lie on the battlefield and, from the `first` on, in none of the discs to keep clear of."""
    found, count = np.empty_like(nodes), 0
    for node in range(len(nodes)):
        x, y = nodes[node]
        good = node < first or min(min(x, width - x), min(y, depth - y)) >= reach
        if node >= first:
            for disc in range(len(clear)):
                good = good and hypot(x - centres[disc, 0], y - centres[disc, 1]) >= clear[disc]
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
        ahead[node] = hypot(nodes[node, 0] - nodes[1, 0], nodes[node, 1] - nodes[1, 1])
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
            there = cost[node] + hypot(x1 - x0, y1 - y0)
            if done[other] or not (there < cost[other] - EPSILON and there + ahead[other] <= most + EPSILON):
                continue
            free = True
            for disc in range(len(clear)):
                if point_to_segment(centres[disc, 0], centres[disc, 1], x0, y0, x1, y1) < clear[disc] - EPSILON:
                    free = False
                    break
            if not free:
                continue
            there += climbing(x0, y0, x1, y1, reach, normals, offsets, heights)
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
