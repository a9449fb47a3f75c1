// Draws the table of an event into the picture, and into what stands around it. The server draws the first one in the same way.
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
  tags(board, table, chosen);
  markers(board, table);
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
  board.setAttribute("viewBox", `-0.5 -0.5 ${(upright ? depth : width) + 1} ${(upright ? width : depth) + 1}`);
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

function tags(board, table, chosen) {
  for (const each of board.querySelectorAll(".tag")) {
    const row = table.u.get(Number(each.dataset.unit));
    const stands = row && row[6] !== null;
    each.classList.toggle("off", !stands);
    each.classList.toggle("chosen", Number(each.dataset.unit) === chosen);
    each.classList.toggle("engaged", Boolean(row) && row[5].split(" ").includes("engaged"));
    if (stands) each.setAttribute("transform", place([row[6], row[7]]));
  }
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

// The log around an event: its words, dice and rules.
export function log(list, { frames, rules }, n, here) {
  const last = frames.filter((frame) => frame.n <= n).at(-1);
  list.replaceChildren(...frames.map((frame) => {
    const item = document.createElement("li");
    item.className = `side-${frame.s || "none"}${frame === last ? " here" : ""}`;
    item.dataset.n = frame.n;
    const words = document.createElement("span");
    words.append(link(`${here}?n=${frame.n}`, frame.n, "n"), ` ${frame.t} `, ...thrown(frame));
    item.append(words, cited(frame, rules));
    return item;
  }));
  const shown = list.querySelector(".here");
  if (shown) list.scrollTop = shown.offsetTop - list.offsetTop - list.clientHeight / 2;
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
  made.append(...first.map((face) => part("s", face, "die")), ...faces.map((face) => part("b", face, "die")));
  if (needed) made.append(part("small", `${needed}+`));
  return made;
}
