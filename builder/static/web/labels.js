// Places of labels beside what they are of: near first, never over another label or a thing that is to be seen, and where they
// were before wherever that still fits. Lengths are those of the picture. Who is moved away gets a line to what it is of.
const RINGS = [0.6, 1.6, 2.8, 4.4, 6.4];
const TURNS = [-90, 90, 0, 180, -45, -135, 45, 135, -68, -112, 22, 158, -22, 202, 68, 112];
const KEPT = 0.35; // how much nearer a place must be to move a label that has one

// `labels`: [{ id, points: [[x, y, r] ...], width, height, was: [x, y] or null }]; `things`: [[x, y, r] ...]; `field`: [width, depth].
// Returns a map of id to { x, y, from: [x, y], far } where `far` says whether a line is needed.
export function placed(labels, things, [width, depth]) {
  const taken = [], found = new Map();
  const order = [...labels].sort((one, other) => one.points.length - other.points.length);
  for (const label of order) {
    const middle = middleOf(label.points);
    const around = Math.max(...label.points.map(([x, y, r]) => Math.hypot(x - middle[0], y - middle[1]) + r));
    const box = (x, y) => [x - label.width / 2, y - label.height / 2, x + label.width / 2, y + label.height / 2];
    let best = null;
    for (const [x, y, cost] of candidates(label, middle, around)) {
      if (best && cost >= best.cost) continue;
      const at = [clamp(x, label.width / 2, width - label.width / 2), clamp(y, label.height / 2, depth - label.height / 2)];
      const mine = box(...at);
      const over = taken.filter((other) => overlaps(mine, other)).length * 30
        + things.filter((thing) => covers(mine, thing)).length * 4;
      const total = cost + over;
      if (!best || total < best.cost) best = { at, cost: total };
      if (!over && total < 1) break;
    }
    const [x, y] = best.at;
    taken.push(box(x, y));
    const from = nearest(label.points, x, y);
    found.set(label.id, { x, y, from, far: Math.hypot(x - from[0], y - from[1]) > label.height * 1.4 });
  }
  return found;
}

function* candidates(label, middle, around) {
  if (label.was) yield [middle[0] + label.was[0], middle[1] + label.was[1], Math.max(0, Math.hypot(...label.was) - around) - KEPT];
  for (const ring of RINGS) {
    for (const [order, turn] of TURNS.entries()) {
      const way = (turn * Math.PI) / 180;
      const far = Math.min(around, 3.2) + ring;
      yield [
        middle[0] + Math.cos(way) * (far + label.width / 2 * Math.abs(Math.cos(way))),
        middle[1] + Math.sin(way) * (far + label.height / 2 * Math.abs(Math.sin(way))),
        ring + order * 0.03,
      ];
    }
  }
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), Math.max(least, most));
const overlaps = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

function covers([left, top, right, bottom], [x, y, r]) {
  return Math.hypot(x - clamp(x, left, right), y - clamp(y, top, bottom)) < r * 0.8;
}

export function middleOf(points) {
  const sum = points.reduce(([x, y], point) => [x + point[0], y + point[1]], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function nearest(points, x, y) {
  return points.reduce((best, point) =>
    Math.hypot(point[0] - x, point[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? point : best);
}
