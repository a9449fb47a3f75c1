// Who attacks whom, by clicking: a weapon or models of one's own are picked, on the table or beside it, and then an enemy unit,
// which gets all of them that can attack it. The fields of the form say the same, and can be filled in by hand.
import { byId, element, onTable } from "./board.js";
import { grip, release } from "./hold.js";

const PAUSE = 150;

export function attacking(page, panel, board) {
  const form = panel.querySelector("#fire, #strike");
  if (!form) return null;
  const made = form.id === "fire" ? new Shots(page, form, board) : new Blows(page, form, board);
  made.adopt();
  return made;
}

class Attacks {
  constructor(page, form, board) {
    Object.assign(this, { page, form, board, models: new Set(), changed: false });
    board.classList.add("attacking");
    this.fold = form.querySelector("details");
    this.said = form.querySelector(".foreseen");
    this.targets = JSON.parse(form.dataset.targets);
    this.names = new Map(this.targets.map((unit) => [unit, byId(`u${unit}`)?.querySelector("title")?.textContent ?? ""]));
  }

  // Who attacks is being dragged: where it is dropped on an enemy unit, that is aimed at.
  adopt() {
    const held = grip();
    if (!held?.moving || String(held.unit) !== byId("asked").dataset.subject) return;
    held.carry = () => {
      const from = this.page.shown?.table.u.get(held.unit);
      if (!from || from[6] === null) return;
      const [x2, y2] = onTable(...held.at);
      byId("carried").replaceChildren(element("line", { x1: from[6], y1: from[7], x2, y2, class: "attack" }));
    };
    held.cancel = () => byId("carried").replaceChildren();
    held.drop = () => {
      held.cancel();
      const under = document.elementsFromPoint(...held.at).map((each) => Number(each.closest("#board [data-unit]")?.dataset.unit ?? -1));
      const unit = under.find((each) => this.targets.includes(each));
      if (unit === undefined) return;
      this.aimed(unit);
      this.form.querySelector("button.primary").focus({ preventScroll: true });
    };
    if (held.up) release(held.drop);
    else held.carry();
  }

  on(target, kind, act) {
    target.addEventListener(kind, act, { signal: this.page.left.signal });
  }

  // A click on the table: models of one's own are picked, an enemy unit is aimed at.
  takes(event) {
    const base = event.target.closest("use");
    const unit = Number(event.target.closest("[data-unit]")?.dataset.unit ?? -1);
    const model = base && Number(base.id.slice(1));
    if (this.targets.includes(unit)) this.aimed(unit);
    else if (base && this.attackers().includes(model)) this.pickModel(model);
    else return false;
    return true;
  }

  aimed(unit) {
    this.fold.open = true;
    const least = this.at(unit);
    this.pick(null);
    if (least) this.show();
    else this.tell([this.form.dataset.none.replace("{target}", this.names.get(unit))]);
  }

  toggle(model) {
    if (!this.models.delete(model)) this.models.add(model);
    this.fold.open = true;
  }

  // What the attacks are to do is asked of the server, which also says what is not allowed.
  show() {
    this.changed = true;
    this.draw();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.foresee(), PAUSE);
  }

  async foresee() {
    const asked = (this.asked = {});
    const answer = await fetch(this.form.dataset.foresee, {
      method: "POST", headers: { Accept: "application/json" }, body: new URLSearchParams(new FormData(this.form)),
    }).catch(() => null);
    if (!answer?.ok || asked !== this.asked || this.page.left.signal.aborted) return;
    const found = await answer.json();
    if (asked === this.asked) this.tell(found.refused ? [found.refused] : found.odds, Boolean(found.refused));
  }

  tell(lines, refused = false) {
    this.said.classList.toggle("refused", refused);
    this.said.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
  }

  // Lines from models to their targets; who is picked stands out, and so do the units that may be aimed at.
  draw() {
    if (!this.form.isConnected || this.page.n !== this.page.film.last) return;
    for (const each of this.board.querySelectorAll(".models .picked")) each.classList.remove("picked");
    for (const model of this.picked()) byId(`m${model}`)?.classList.add("picked");
    const reached = this.reached();
    for (const unit of this.targets) byId(`u${unit}`)?.classList.toggle("wanted", reached.has(unit));
    const lines = this.changed || this.fold.open ? this.pairs() : [];
    byId("ghosts").replaceChildren(...lines.map(([model, unit]) => this.line(model, unit)).filter(Boolean));
  }

  line(model, unit) {
    const from = this.page.shown?.table.m.get(model);
    const to = this.page.shown?.table.u.get(unit);
    if (!from || !to || to[6] === null) return null;
    return element("line", { x1: from[1], y1: from[2], x2: to[6], y2: to[7], class: "attack" });
  }

  button(place, act) {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: "quiet small" });
    made.append(...place.childNodes);
    place.append(made);
    this.on(made, "click", act);
    return made;
  }
}

// Shots: each model may aim each of its weapons at another unit. `aims` has for "model/slot" the profile and the unit.
class Shots extends Attacks {
  constructor(page, form, board) {
    super(page, form, board);
    this.keys = new Map(JSON.parse(form.dataset.keys).map((key, at) => [this.targets[at], key]));
    this.called = JSON.parse(form.dataset.models);
    this.lines = [...form.querySelectorAll("tr[data-rows]")].map((row) => this.lineOf(row));
    this.aims = new Map(JSON.parse(form.dataset.first).map(([model, slot, profile, unit]) => [`${model}/${slot}`, { model, slot, profile, unit }]));
    for (const place of form.querySelectorAll("th[data-at]")) this.button(place, () => this.aimed(Number(place.dataset.at)));
    this.weapon = null;
    this.on(this.fold, "toggle", () => this.draw());
  }

  lineOf(row) {
    const line = { row, weapons: JSON.parse(row.dataset.rows), fields: [...row.querySelectorAll("input")] };
    line.button = this.button(row.querySelector("th"), () => this.pick(this.weapon === line ? null : line));
    for (const field of line.fields) this.on(field, "input", () => this.counted(line, field));
    return line;
  }

  attackers() {
    return (this.weapon ? [this.weapon] : this.lines).flatMap(({ weapons }) => weapons.map(([model]) => model));
  }

  picked() {
    return this.models.size ? this.models : this.weapon ? this.attackers() : [];
  }

  // A weapon is picked for all models that carry it, as long as none of these is picked.
  pick(line) {
    this.weapon = line;
    this.models.clear();
    this.form.querySelector("tr.carriers")?.remove();
    for (const each of this.lines) each.button.setAttribute("aria-pressed", each === line);
    if (line) line.row.after(this.carriers(line));
    this.draw();
  }

  pickModel(model) {
    this.toggle(model);
    this.marked();
    this.draw();
  }

  marked(within = this.form) {
    for (const each of within.querySelectorAll("[data-carrier]")) {
      each.setAttribute("aria-pressed", this.models.has(Number(each.dataset.carrier)));
    }
  }

  // The models with a weapon, to be picked without the table too.
  carriers(line) {
    const [row, cell] = ["tr", "td"].map((name) => document.createElement(name));
    row.className = "carriers";
    cell.colSpan = this.targets.length + 1;
    cell.setAttribute("role", "group");
    cell.setAttribute("aria-label", this.form.dataset.carriers.replace("{weapon}", line.row.querySelector("th").dataset.pick));
    const models = [...new Set(line.weapons.map(([model]) => model))];
    for (const [at, model] of models.entries()) {
      const made = Object.assign(document.createElement("button"), { type: "button", className: "small", textContent: at + 1, title: this.called[model] });
      made.dataset.carrier = model;
      made.setAttribute("aria-label", this.called[model]);
      this.on(made, "click", () => this.pickModel(model));
      cell.append(made, " ");
    }
    const nobody = Object.assign(document.createElement("button"), { type: "button", className: "quiet small", textContent: this.form.dataset.nobody });
    this.on(nobody, "click", () => { this.drop(line); this.pick(null); this.show(); });
    cell.append(nobody);
    row.append(cell);
    this.marked(row);
    return row;
  }

  takesPart(model) {
    return !this.models.size || this.models.has(model);
  }

  drop(line) {
    for (const [model, slot, profile] of line.weapons) {
      const key = `${model}/${slot}`;
      if (this.takesPart(model) && this.aims.get(key)?.profile === profile) this.aims.delete(key);
    }
  }

  // Aim what is picked at a unit: the weapon that is picked, else what each model shoots already, else what it could.
  at(unit) {
    const found = this.lines.flatMap((line) => line.weapons.filter((row) => row[3].includes(unit) && this.takesPart(row[0])).map((row) => [line, row]));
    const idle = (model) => ![...this.aims.values()].some((aim) => aim.model === model);
    const idlers = new Set(found.map(([, [model]]) => model).filter(idle));
    let aimed = 0;
    for (const [line, [model, slot, profile]] of found) {
      const key = `${model}/${slot}`;
      const now = this.aims.get(key);
      const wanted = this.weapon ? this.weapon === line : idlers.has(model) ? !now : now?.profile === profile;
      if (!wanted) continue;
      this.aims.set(key, { model, slot, profile, unit });
      aimed += 1;
    }
    return aimed;
  }

  // A number was typed: so many of the models that can and do not shoot something else with it.
  counted(line, typed) {
    this.drop(line);
    for (const field of line.fields) {
      const unit = Number(field.dataset.target);
      const free = line.weapons.filter(([model, slot, , units]) => units.includes(unit) && !this.aims.has(`${model}/${slot}`));
      for (const [model, slot, profile] of free.slice(0, Number(field.value) || 0)) this.aims.set(`${model}/${slot}`, { model, slot, profile, unit });
    }
    this.typed = typed;
    this.show();
    this.typed = null;
  }

  reached() {
    const rows = this.weapon ? this.weapon.weapons : this.lines.flatMap(({ weapons }) => weapons);
    return new Set(rows.filter(([model]) => this.takesPart(model)).flatMap(([, , , units]) => units));
  }

  pairs() {
    return [...this.aims.values()].map(({ model, unit }) => [model, unit]);
  }

  show() {
    const aims = [...this.aims.values()];
    for (const { weapons, fields } of this.lines) {
      for (const field of fields.filter((each) => each !== this.typed)) {
        const unit = Number(field.dataset.target);
        field.value = weapons.filter(([model, slot, profile]) => {
          const aim = this.aims.get(`${model}/${slot}`);
          return aim && aim.profile === profile && aim.unit === unit;
        }).length;
      }
    }
    const shots = aims.map(({ model, slot, profile, unit }) => ({ model, slot, profile, target: this.keys.get(unit) }));
    this.form.elements.data.value = JSON.stringify({ shots });
    super.show();
  }
}

// Blows: each model that fights has a field for its target.
class Blows extends Attacks {
  constructor(page, form, board) {
    super(page, form, board);
    this.rows = new Map([...form.querySelectorAll("tr[data-model]")].map((row) => [Number(row.dataset.model), row]));
    for (const [model, row] of this.rows) this.button(row.querySelector("th"), () => this.pickModel(model));
    this.on(form, "change", () => this.show());
    this.on(this.fold, "toggle", () => this.draw());
  }

  attackers() {
    return [...this.rows.keys()];
  }

  picked() {
    return this.models;
  }

  pick() {
    this.models.clear();
    this.marked();
    this.draw();
  }

  pickModel(model) {
    this.toggle(model);
    this.marked();
    this.draw();
  }

  marked() {
    for (const [model, row] of this.rows) row.querySelector("th button").setAttribute("aria-pressed", this.models.has(model));
  }

  options(unit) {
    const rows = [...this.rows].filter(([model]) => !this.models.size || this.models.has(model)).map(([, row]) => row);
    return rows.map((row) => row.querySelector(`option[data-target="${unit}"]`)).filter(Boolean);
  }

  at(unit) {
    const found = this.options(unit);
    for (const option of found) option.selected = true;
    return found.length;
  }

  reached() {
    return new Set(this.targets.filter((unit) => this.options(unit).length));
  }

  pairs() {
    return [...this.rows].map(([model, row]) => [model, Number(row.querySelector("select").selectedOptions[0].dataset.target)]);
  }
}
