// The first page: the recorded battle plays, loadings tell how far they are, factions are found by typing. Without scripts the
// battle stands still, the page renews itself while data load, and all factions can be unfolded.
import { placed } from "./labels.js";

const PAUSE = 1100;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
document.documentElement.classList.add("scripted");

class Show {
  constructor(stage, film) {
    Object.assign(this, { stage, film, at: 0, timer: 0, seen: true, said: JSON.parse(stage.dataset.words) });
    this.models = new Map([...stage.querySelectorAll("[data-m]")].map((each) => [Number(each.dataset.m), each]));
    this.labels = new Map([...stage.querySelectorAll(".label")].map((each) => [Number(each.dataset.unit), each]));
    this.button = stage.querySelector("#film-play");
    this.button.hidden = false;
    this.button.addEventListener("click", () => (this.on ? this.stop() : this.play()));
    this.begin();
    new IntersectionObserver(([{ isIntersecting }]) => { this.seen = isIntersecting; }).observe(stage);
    if (calm.matches) this.stop();
    else this.play();
  }

  begin() {
    this.at = 0;
    this.places = new Map(this.film.key.m.map((row) => [row[0], row]));
    this.units = new Map(this.film.key.u.map((row) => [row[0], row]));
    this.offsets = new Map();
    this.score = this.film.key.v;
    for (const marker of this.stage.querySelectorAll(".marker")) marker.classList.remove("held-a", "held-b");
    this.draw({});
  }

  play() {
    this.on = true;
    this.stage.classList.add("moving");
    this.sign("pause");
    this.timer = setInterval(() => this.seen && !document.hidden && this.step(), PAUSE);
  }

  stop() {
    this.on = false;
    clearInterval(this.timer);
    this.sign("play");
  }

  sign(name) {
    this.button.setAttribute("aria-label", this.button.dataset[name]);
    this.button.querySelector("use").setAttribute("href", `#sign-${name}`);
  }

  step() {
    if (this.at >= this.film.steps.length) return this.begin();
    const step = this.film.steps[this.at++];
    for (const row of step.m ?? []) row.length > 1 ? this.places.set(row[0], row) : this.places.delete(row[0]);
    for (const row of step.u ?? []) this.units.set(row[0], row);
    for (const [marker, holder] of step.o ?? []) {
      const mark = this.stage.querySelector(`[data-marker="${marker}"]`);
      for (const side of [0, 1]) mark?.classList.toggle(`held-${"ab"[side]}`, holder === side);
    }
    this.score = step.v ?? this.score;
    this.draw(step);
  }

  draw(step) {
    for (const [number, each] of this.models) {
      const row = this.places.get(number);
      each.classList.toggle("off", !row);
      each.classList.toggle("doing", row !== undefined && this.film.models[number][0] === step.f);
      each.removeAttribute("transform");
      if (row) each.style.transform = `translate(${row[1]}px, ${row[2]}px) rotate(${row[3]}deg)`;
    }
    this.tag();
    this.aim(step);
    this.tell(step);
  }

  tag() {
    const points = new Map();
    for (const [model, x, y] of this.places.values()) {
      const [unit, half, radius] = this.film.models[model];
      points.set(unit, [...(points.get(unit) ?? []), [x, y, half + radius]]);
    }
    const things = [...points.values()].flat();
    things.push(...this.film.markers.map(([, x, y]) => [x, y, 1.2]));
    const wanted = [...points].map(([id, of]) => ({ id, points: of, width: 3.6, height: 1.6, was: this.offsets.get(id) ?? null }));
    const found = placed(wanted, things, this.film.field);
    const lines = [];
    for (const [id, label] of this.labels) {
      const place = found.get(id), row = this.units.get(id);
      label.classList.toggle("off", !place);
      if (!place) continue;
      label.setAttribute("transform", `translate(${place.x} ${place.y})`);
      if (row) label.querySelector(".count").textContent = row[1] > 1 ? row[1] : `${row[2]}w`;
      const middle = points.get(id).reduce(([x, y], each) => [x + each[0] / points.get(id).length, y + each[1] / points.get(id).length], [0, 0]);
      this.offsets.set(id, [place.x - middle[0], place.y - middle[1]]);
      lines.push(line(place.from, place, this.film.units[id][1]));
    }
    this.stage.querySelector(".leaders").replaceChildren(...lines);
  }

  aim({ f, t }) {
    const [from, to] = [f, t].map((unit) => this.units.get(unit));
    const aim = this.stage.querySelector(".aim");
    const shown = from && to && from[3] !== null && to[3] !== null;
    aim.classList.toggle("off", !shown);
    if (shown) for (const [name, value] of Object.entries({ x1: from[3], y1: from[4], x2: to[3], y2: to[4] })) aim.setAttribute(name, value);
  }

  tell({ k, f, t, h, s, r }) {
    const { said, film } = this;
    const parts = [];
    if (k && f !== null && f !== undefined) parts.push(...this.unit(f), ` ${said[k]} `);
    if (k && t !== null && t !== undefined) {
      parts.push(...this.unit(t));
      if (h !== undefined) parts.push(`: ${said.hits.replace("#", h)}, ${said.slain.replace("#", s)}`);
    }
    if (parts.length || !r) this.stage.querySelector("#film-said").replaceChildren(...(parts.length ? parts : [film.names.join(" – ")]));
    if (r) {
      this.stage.querySelector(".score").textContent =
        said.round.replace("#", r).replace("@a", this.score[0] ?? 0).replace("@b", this.score[1] ?? 0);
    }
  }

  unit(number) {
    const [tag, side, name] = this.film.units[number];
    const chip = Object.assign(document.createElement("span"), { className: `side ${side}`, textContent: tag });
    return [chip, " ", Object.assign(document.createElement("b"), { textContent: name })];
  }
}

function line([x1, y1], { x, y, far }, side) {
  const made = document.createElementNS(stage.querySelector("svg").namespaceURI, "line");
  for (const [name, value] of Object.entries({ x1, y1, x2: x, y2: y, class: far ? side : "off" })) made.setAttribute(name, value);
  return made;
}

// While data load, the list of sources is renewed; when the last is over, the page is, for its factions.
async function follow() {
  const list = document.getElementById("sources");
  if (!list?.hasAttribute("data-loading")) return;
  await new Promise((done) => setTimeout(done, 1000));
  const answer = await fetch(location.pathname).catch(() => null);
  const next = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = next && next.getElementById("sources");
  if (found) {
    list.replaceWith(found);
    if (!found.hasAttribute("data-loading")) {
      for (const id of ["factions", "armies"]) document.getElementById(id)?.replaceWith(next.getElementById(id));
      narrows();
    }
  }
  follow();
}

// Tiles by what is typed, also of the rest that is folded.
function narrows() {
  const search = document.querySelector("[data-narrows]");
  if (!search) return;
  search.hidden = false;
  search.querySelector("input").addEventListener("input", ({ target }) => {
    const wanted = plain(target.value);
    const rest = document.getElementById("rest");
    if (rest) rest.open = Boolean(wanted);
    for (const tile of document.querySelectorAll("#factions button")) tile.hidden = !plain(tile.textContent).includes(wanted);
  });
  search.querySelector("input").addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      document.querySelector("#factions button:not([hidden])")?.focus();
    }
  });
}

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

const stage = document.getElementById("film");
if (stage) fetch(stage.dataset.film).then((answer) => answer.json()).then((film) => new Show(stage, film)).catch(() => {});
narrows();
follow();
