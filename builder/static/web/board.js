// Draws the table of an event into the picture, and into what stands around it. The server draws the first one in the same way.
import { middleOf, placed } from "./labels.js";

const SIDES = "ab";
export const HIGH = matchMedia("(max-width: 40rem) and (orientation: portrait)");

export const place = ([x, y, turn]) => `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}`;
export const byId = (id) => document.getElementById(id);

export function element(name, attributes, text = "") {
  const made = document.createElementNS(byId("board").namespaceURI, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

export function draw({ n, table, frame }, chosen) {
  const board = byId("board");
  if (!board) return;
  for (const each of board.querySelectorAll("[data-since]")) {
    const gone = each.dataset.until && Number(each.dataset.until) <= n;
    each.classList.toggle("off", Number(each.dataset.since) > n || Boolean(gone));
  }
  models(board, table, chosen);
  markers(board, table);
  tags(board, table, chosen);
  ways(byId("paths"), frame?.w ?? [], frame?.s);
  aim(table, frame);
  for (const side of [0, 1]) {
    if (table.v.length) byId(`v${side}`).textContent = table.v[side];
    if (table.k) byId(`k${side}`).textContent = table.k[side];
  }
  units(table);
}

// A table is turned upright on screens that are narrow and high: its short edges are then above and below, what is written on
// it stays level.
export function turn(board) {
  const [width, depth] = [Number(board.dataset.width), Number(board.dataset.depth)];
  const upright = HIGH.matches && width > depth;
  board.classList.toggle("upright", upright);
  board.setAttribute("viewBox", `${upright ? -0.5 : -2} -2 ${(upright ? depth : width) + 2.5} ${(upright ? width : depth) + 2.5}`);
  byId("plane").setAttribute("transform", upright ? `translate(${depth} 0) rotate(90)` : "");
}

// Where on the table something on the screen is, in inches from its upper left corner; and a way on the screen as one on it.
export function onTable(x, y) {
  const point = new DOMPoint(x, y).matrixTransform(byId("plane").getScreenCTM().inverse());
  return [point.x, point.y];
}

export const along = (board, [x, y]) => (board.classList.contains("upright") ? [y, -x] : [x, y]);

function models(board, table, chosen) {
  for (const each of board.querySelectorAll(".models use")) {
    const row = table.m.get(Number(each.id.slice(1)));
    each.classList.toggle("off", !row);
    if (!row) continue;
    each.setAttribute("transform", place(row.slice(1, 4)));
    each.classList.toggle("hurt", Boolean(row[4]));
    each.classList.toggle("chosen", row[5] === chosen);
    each.dataset.unit = row[5];
  }
}

// Labels stand beside what they are of, and as large on a small table as on a large one; `offsets` keeps where each was.
const offsets = new Map();
let before = null;

export function tags(board, table, chosen) {
  const shape = byId("plane").getScreenCTM();
  const pixel = 1 / (Math.hypot(shape.a, shape.b) || 16);
  board.style.setProperty("--label", pixel);
  if (before !== board) offsets.clear();
  before = board;
  const points = footprints(board, table);
  const shown = [];
  for (const each of board.querySelectorAll(".tag")) {
    const unit = Number(each.dataset.unit);
    const row = table.u.get(unit);
    each.classList.toggle("off", !points.has(unit));
    each.classList.toggle("chosen", unit === chosen);
    each.classList.toggle("engaged", Boolean(row) && row[5].split(" ").includes("engaged"));
    if (!points.has(unit)) continue;
    const length = count(each, row);
    const size = [length + 4, 24].map((side) => side * pixel);
    const [width, height] = board.classList.contains("upright") ? size.reverse() : size;
    shown.push({ id: unit, each, points: points.get(unit), width, height, was: offsets.get(unit) ?? null });
  }
  const things = [...points.values()].flat();
  things.push(...[...board.querySelectorAll(".marker:not(.off)")].map(markerAt));
  const found = placed(shown, things, [Number(board.dataset.width), Number(board.dataset.depth)]);
  byId("leaders").replaceChildren(...shown.map(({ id, each, points: of }) => {
    const at = found.get(id), middle = middleOf(of);
    each.setAttribute("transform", place([round(at.x), round(at.y)]));
    offsets.set(id, [at.x - middle[0], at.y - middle[1]]);
    const edge = Math.min(1, (at.from[2] ?? 0) / (Math.hypot(at.x - at.from[0], at.y - at.from[1]) || 1));
    const [x1, y1] = [at.from[0] + (at.x - at.from[0]) * edge, at.from[1] + (at.y - at.from[1]) * edge];
    return element("line", { x1, y1, x2: at.x, y2: at.y, class: each.classList.contains("a") ? "a" : "b" });
  }));
}

const round = (value) => Math.round(value * 100) / 100;

// What covers the table for each unit: circles of its models.
function footprints(board, table) {
  const points = new Map();
  for (const [model, x, y, turn, , unit] of table.m.values()) {
    const { half, radius } = byId(byId(`m${model}`).getAttribute("href").slice(1)).dataset;
    const [long, wide, way] = [Number(half), Number(radius), (turn * Math.PI) / 180];
    const steps = Math.ceil(long / wide);
    const all = points.get(unit) ?? points.set(unit, []).get(unit);
    for (let at = -steps; at <= steps; at++) {
      const far = steps ? (long * at) / steps : 0;
      all.push([x + Math.cos(way) * far, y + Math.sin(way) * far, wide]);
    }
  }
  return points;
}

function markerAt(marker) {
  const { e, f } = marker.transform.baseVal.consolidate().matrix;
  return [e, f, Number(marker.querySelector(".disc").getAttribute("width")) / 2];
}

// How many models are left, or wounds of a single one, and how wide the label is for that, in pixels.
function count(tag, [, models, , wounds]) {
  const text = tag.querySelector("text");
  const words = models > 1 ? `${models}` : byId("units").dataset.wounds.replace("#", wounds);
  text.querySelector(".count").textContent = words;
  const width = (text.textContent.trim().length - 1) * 8 + 16;
  const rect = tag.querySelector("rect");
  rect.setAttribute("x", -width / 2);
  rect.setAttribute("width", width);
  return width;
}

function markers(board, table) {
  for (const each of board.querySelectorAll(".marker")) {
    const holder = table.o.get(Number(each.id.slice(1)))?.[1] ?? -1;
    for (const side of [0, 1]) each.classList.toggle(`held-${SIDES[side]}`, holder === side);
    each.querySelector(".holder").textContent = holder < 0 ? "" : SIDES[holder].toUpperCase();
    const row = byId(`h${each.id.slice(1)}`);
    row.classList.toggle("off", each.classList.contains("off"));
    row.querySelector("span").textContent = holder < 0 ? row.dataset.nobody : byId("holders").dataset[SIDES[holder]];
  }
}

export function ways(group, rows, side) {
  group.replaceChildren(...rows.map(([, ...points]) => element("polyline", { points: points.join(" "), class: side ?? "" })));
}

// From who acts to those whom it concerns.
function aim(table, frame) {
  const line = byId("aim");
  const [from, to] = (frame?.f ?? []).map((unit) => table.u.get(unit)).map((row) => row && row[6] !== null && row.slice(6));
  line.classList.toggle("off", !from || !to);
  if (!from || !to) return;
  for (const [name, value] of Object.entries({ x1: from[0], y1: from[1], x2: to[0], y2: to[1] })) line.setAttribute(name, value);
}

function units(table) {
  const { signs, wounds } = byId("units").dataset;
  const words = JSON.parse(signs);
  for (const row of document.querySelectorAll(".units li")) {
    const now = table.u.get(Number(row.id.slice(1)));
    if (!now) continue;
    const [, count, strength, left, , said] = now;
    row.classList.toggle("gone", !count);
    row.querySelector(".models").textContent = count;
    row.querySelector(".models").nextSibling.textContent = `/${strength}`;
    row.querySelector(".wounds").textContent = wounds.replace("#", left);
    row.querySelector(".signs").replaceChildren(...said.split(" ").filter(Boolean).map((sign) => {
      const badge = document.createElement("span");
      badge.className = `badge ${["engaged", "hurt"].includes(sign) ? "warning" : "outline"}`;
      badge.textContent = words[sign];
      return badge;
    }));
  }
}

// Everything within a distance of a unit, as one shape.
export function reach(table, unit, inches) {
  const group = byId("range");
  const rows = unit === null || inches === null ? [] : [...table.m.values()].filter((row) => row[5] === unit);
  group.setAttribute("class", document.querySelector(`#u${unit}`)?.classList.contains("a") ? "a" : "b");
  group.replaceChildren(...rows.map((row) => {
    const shape = byId(byId(`m${row[0]}`).getAttribute("href").slice(1));
    const [half, far] = [Number(shape.dataset.half), Number(shape.dataset.radius) + inches];
    return element("rect", {
      x: -(half + far), y: -far, width: 2 * (half + far), height: 2 * far, rx: far, transform: place(row.slice(1, 4)),
    });
  }));
}

// The log around an event: its words, dice and rules; attacks of one unit in one go are one line.
export function log(list, { frames, volleys, rules }, n, here) {
  const lines = new Set(frames.map((frame) => volleys.find((each) => each.n <= frame.n && frame.n <= each.l) ?? frame));
  const last = [...lines].filter((line) => line.n <= n).at(-1);
  list.replaceChildren(...[...lines].map((line) => {
    const item = document.createElement("li");
    item.className = `side-${line.s || "none"}${line === last ? " here" : ""}`;
    item.dataset.n = line.n;
    const words = document.createElement("span");
    words.append(link(`${here}?n=${line.n}`, line.n, "n"), ...(line.l ? [volley(line, rules)] : [` ${line.t} `, ...thrown(line)]));
    item.append(words, ...(line.l ? [] : [cited(line, rules)]));
    return item;
  }));
  const shown = list.querySelector(".here");
  if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
}

// What came of some attacks, with all their dice one click away.
export function volley(line, rules) {
  const made = document.createElement("details");
  made.className = "volley";
  made.append(Object.assign(document.createElement("summary"), { textContent: line.t }), ...thrown(line), cited(line, rules));
  return made;
}

export const thrown = (frame) => (frame?.d ?? []).map(dice);

export function cited(frame, rules) {
  const made = document.createElement("span");
  made.className = "rules-of";
  made.append(...(frame?.r ?? []).flatMap((id) => [rules[id] ? link(rules[id], id, "rule") : id, " "]));
  return made;
}

function link(href, text, name) {
  const made = document.createElement("a");
  Object.assign(made, { href, textContent: text, className: name });
  return made;
}

function dice([name, faces, needed, passed, first]) {
  const made = document.createElement("span");
  made.className = `dice${passed === true ? " passed" : passed === false ? " failed" : ""}`;
  const part = (tag, text, className = "") => Object.assign(document.createElement(tag), { textContent: text, className });
  if (name) made.append(part("small", name), " ");
  made.append(...first.map((face) => part("s", face)), ...faces.map((face) => part("b", face)));
  if (needed) made.append(part("small", `${needed}+`));
  return made;
}
