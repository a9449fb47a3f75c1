// A place on the table as an answer: what is asked about is dragged there, clicked there or moved there by arrow keys. The server
// says all the while whether it may be there, why not, and what is the nearest that is allowed. Nothing changes before "Do this".
import { along, byId, element, onTable, place, ways } from "./board.js";
import { grip, hold, release } from "./hold.js";
import { middleOf } from "./labels.js";

const STEP = 1;
const SMALL = 0.1;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURNS = { "[": -15, "]": 15 };

export class Pointing {
  constructor(page, panel, board) {
    Object.assign(this, { page, panel, board, turn: 0, model: null, at: null, found: null, option: null, next: null, running: null });
    this.form = byId("pointing");
    this.aim = panel.dataset.aim;
    this.depth = Number(board.dataset.depth);
    this.options = [...panel.querySelectorAll("[data-spot]")].map((button) => ({ button, m: [], ...JSON.parse(button.dataset.spot) }));
    this.basis = this.options.length ? Number(this.options[0].button.value) : null; // of which one model is moved, at first
    this.form.classList.remove("off");
    board.classList.add("aiming");
    board.setAttribute("tabindex", "0");
    const on = (target, kind, act) => target?.addEventListener(kind, act, { signal: page.left.signal });
    for (const button of this.form.querySelectorAll("[data-turn]")) on(button, "click", () => this.rotate(Number(button.dataset.turn)));
    on(byId("unpoint"), "click", () => this.clear());
    on(byId("aim-single"), "change", () => this.clear(true));
    on(byId("aim-kind"), "change", () => this.clear());
    on(board, "keydown", (event) => this.key(event));
    on(board, "pointerdown", (event) => this.press(event));
    on(this.form, "submit", (event) => this.send(event));
    const drops = byId("drop-does");
    if (drops) {
      drops.checked = localStorage.getItem("drop-does") === "yes";
      on(drops, "change", () => localStorage.setItem("drop-does", drops.checked ? "yes" : "no"));
    }
    for (const option of this.options) {
      on(option.button, "pointerenter", () => this.look(option));
      on(option.button, "focus", () => this.look(option));
      on(option.button, "pointerleave", () => this.look(null));
      on(option.button, "blur", () => this.look(null));
    }
    this.adopt();
  }

  // The unit of this question is being dragged already.
  adopt() {
    const held = grip();
    if (!held?.moving || held.unit === undefined || String(held.unit) !== this.panel.dataset.subject) return;
    const wait = () => {
      if (!this.page.shown) return setTimeout(wait, 20);
      this.take(held, null);
      if (held.up) release(held.drop);
      else held.carry();
    };
    wait();
  }

  press(event) {
    if (event.button || grip()) return;
    // What is asked about may lie under another unit's label.
    const under = document.elementsFromPoint(event.clientX, event.clientY).filter((each) => this.board.contains(each));
    const use = under.map((each) => each.closest("use")).find((each) => this.isOwn(each));
    const label = under.some((each) => each.closest(".tag")?.dataset.unit === this.panel.dataset.subject);
    const marker = under.some((each) => each.closest("#ghosts circle"));
    if (!(use || label || marker) || (this.aim === "path" && !this.rows().length)) return;
    const alone = (byId("aim-single")?.checked || event.altKey) && use && this.aim !== "point";
    this.take(hold(event, {}), alone ? Number(use.dataset.model ?? use.id.slice(1)) : null);
  }

  take(of, model) {
    const start = (this.start = this.middle(model));
    const from = onTable(...of.from);
    const wish = () => onTable(...of.at).map((value, axis) => start[axis] + value - from[axis]);
    of.begin = () => { this.model = model; };
    of.carry = () => {
      const at = wish();
      this.carried(at.map((value, axis) => value - start[axis]), model);
      this.point(at);
    };
    of.drop = () => this.drop(wish(), model);
    of.cancel = () => this.clear();
    if (of.moving) of.begin();
  }

  async drop(at, model) {
    await this.point(at);
    byId("carried").replaceChildren();
    byId("why").classList.add("off");
    if (!this.panel.isConnected || !this.found) return;
    const confirm = byId("confirm");
    if (byId("drop-does")?.checked && model === null && !this.refused) this.form.requestSubmit(confirm);
    else confirm.focus({ preventScroll: true });
  }

  // Where the models are that are moved: as pointed at, as first proposed, or as they stand.
  rows() {
    if (this.found?.m?.length) return this.found.m;
    if (this.aim === "placements") return this.options.find(({ m }) => m.length)?.m ?? [];
    const unit = Number(this.panel.dataset.subject ?? -1);
    return [...(this.page.shown?.table.m.values() ?? [])].filter((row) => row[5] === unit);
  }

  middle(model = null) {
    if (this.aim === "point") return this.found?.at ?? this.options[0]?.at ?? [Number(this.board.dataset.width) / 2, this.depth / 2];
    const unit = Number(this.panel.dataset.subject ?? -1);
    const still = [...(this.page.shown?.table.m.values() ?? [])].filter((row) => row[5] === unit);
    const moved = new Map(this.rows().map((row) => [row[0], row]));
    const rows = this.aim === "path" ? still.map((row) => moved.get(row[0]) ?? row) : this.rows();
    const one = model === null ? null : rows.find((row) => row[0] === model);
    if (one) return one.slice(1, 3);
    return rows.length ? middleOf(rows.map((row) => row.slice(1, 3))) : [Number(this.board.dataset.width) / 2, this.depth / 2];
  }

  // A click on the table: on one's own model where one is to be moved alone, on a proposed place, else on any place.
  takes(event) {
    const own = event.target.closest("use");
    const spot = event.target.closest("[data-option]");
    if (spot) {
      this.propose(this.options[Number(spot.dataset.option)]);
      return true;
    }
    if (byId("aim-single")?.checked && (this.model === null || this.isOwn(own))) {
      if (!this.isOwn(own)) return false;
      this.model = Number(own.dataset.model ?? own.id.slice(1));
      this.draw();
      return true;
    }
    this.point(onTable(event.clientX, event.clientY));
    return true;
  }

  isOwn(use) {
    return Boolean(use) && (use.dataset.ghost !== undefined || use.dataset.unit === this.panel.dataset.subject);
  }

  key(event) {
    if (event.key === "Enter" && event.target === this.board) {
      event.preventDefault();
      if (this.found && !this.running) byId("confirm").focus();
      else this.point(this.at ?? this.middle(this.model)).then(() => byId("confirm").focus());
    }
    if (event.key === "Escape") this.clear();
    if (TURNS[event.key]) this.rotate(TURNS[event.key]);
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? SMALL : STEP;
    const moved = along(this.board, way);
    const at = (this.at ?? this.middle(this.model)).map((value, axis) => value + moved[axis] * step);
    const cross = byId("cross");
    cross.classList.remove("off");
    cross.setAttribute("transform", place(at));
    this.point(at);
  }

  rotate(degrees) {
    this.turn += degrees;
    this.point(this.at ?? this.middle(this.model));
  }

  clear(keep) {
    Object.assign(this, { turn: 0, model: null, at: keep ? this.at : null, found: keep ? this.found : null, option: null, next: null });
    byId("carried").replaceChildren();
    for (const id of ["why", "cross"]) byId(id).classList.add("off");
    this.say("");
    this.draw();
  }

  // One question at a time is with the server; of what is pointed at meanwhile only the last counts.
  point(at) {
    this.at = at;
    this.option = null;
    this.next = { decision: Number(this.panel.dataset.decision), at: [at[0], this.depth - at[1]], turn: (-this.turn % 360) };
    this.running ??= this.ask();
    return this.running;
  }

  async ask() {
    this.form.setAttribute("aria-busy", "true");
    await null; // whoever asks meanwhile waits for the same
    while (this.next && !this.page.left.signal.aborted) {
      const sent = {
        ...this.next, model: this.model, kind: byId("aim-kind")?.value ?? "",
        ...(this.model === null ? {} : { base: this.found?.data ?? null, option: this.basis }),
      };
      this.next = null;
      const answer = await fetch(this.panel.dataset.preview, {
        method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(sent),
      }).catch(() => null);
      if (!answer?.ok || this.page.left.signal.aborted) continue;
      this.heard(await answer.json());
    }
    this.running = null;
    this.form.removeAttribute("aria-busy");
  }

  heard(found) {
    const { none, instead } = byId("pointed").dataset;
    if (found.data) Object.assign(this, { found: { m: [], ...found }, basis: null });
    const words = found.refused ? (found.data ? instead : none).replace("{reason}", found.refused) : "";
    this.say([words, found.label].filter(Boolean).join(" "), found.refused);
    this.draw();
  }

  say(words, refused = "") {
    if (!this.panel.isConnected) return;
    byId("pointed").textContent = words;
    this.refused = refused;
    this.form.elements.data.value = this.found?.data ? JSON.stringify(this.found.data) : "";
    byId("carried").classList.toggle("refused", Boolean(refused));
    const why = byId("why");
    why.textContent = refused;
    why.classList.toggle("off", !refused || !grip()?.moving);
    this.beside(why);
  }

  // The refusal goes along with what is dragged.
  beside(why) {
    const held = grip();
    if (!held) return;
    const frame = why.parentElement.getBoundingClientRect();
    why.style.left = `${Math.min(Math.max(held.at[0] - frame.left + 18, 4), Math.max(4, frame.width - why.offsetWidth - 8))}px`;
    why.style.top = `${Math.min(held.at[1] - frame.top + 18, frame.height - why.offsetHeight - 8)}px`;
  }

  // What is dragged, where the hand has it.
  carried(step, model) {
    this.beside(byId("why"));
    if (this.aim === "point") {
      const at = this.start.map((value, axis) => value + step[axis]);
      return byId("carried").replaceChildren(element("circle", { r: 0.8, transform: place(at) }));
    }
    const held = grip();
    held.rows ??= this.rows().map((row) => row.slice(0, 4));
    const rows = held.rows.filter((row) => model === null || row[0] === model);
    byId("carried").replaceChildren(...rows.map(([id, x, y, turn]) => shadow(id, [x + step[0], y + step[1], turn])));
  }

  // A proposal of the list is chosen on the table, or looked at.
  propose(option) {
    Object.assign(this, { found: option, option, basis: Number(option.button.value), at: option.at ?? this.centre(option), model: null, refused: "" });
    this.say(option.button.textContent.trim());
    for (const each of this.options) each.button.classList.toggle("wanted", each === option);
    option.button.scrollIntoView({ block: "nearest" });
    this.draw();
  }

  centre({ m, at }) {
    return at ?? (m.length ? middleOf(m.map((row) => row.slice(1, 3))) : null);
  }

  look(option) {
    this.seen = option;
    this.draw();
  }

  send(event) {
    if (!this.option) return;
    event.preventDefault();
    event.stopPropagation();
    this.option.button.click();
  }

  draw() {
    if (!this.panel.isConnected) return;
    const ghosts = byId("ghosts");
    const first = this.aim === "path" ? null : this.options.find(({ m, at }) => m.length || at);
    const shown = this.seen ?? this.found ?? first;
    ghosts.classList.toggle("instead", Boolean(this.refused) && !this.seen);
    ghosts.classList.toggle("proposed", !this.seen && !this.found);
    ways(ghosts, this.ways(shown));
    for (const [model, ...pose] of shown?.m ?? []) ghosts.append(shadow(model, pose));
    if (shown?.at) ghosts.append(element("circle", { r: 0.8, transform: place(shown.at) }));
    for (const each of this.board.querySelectorAll(".models .picked")) each.classList.remove("picked");
    if (this.model !== null) byId(`m${this.model}`)?.classList.add("picked");
    byId("confirm").disabled = !this.found;
    this.spots();
  }

  // From where each model stands over the corners of its way to where it would end.
  ways(shown) {
    const table = shown?.w && this.page.shown?.table.m;
    if (!table) return [];
    const corners = new Map(shown.w.map(([model, ...points]) => [model, points]));
    return shown.m.map(([model, ...end]) => [
      model, ...[table.get(model)?.slice(1, 3) ?? end.slice(0, 2)], ...(corners.get(model) ?? []), end.slice(0, 2),
    ]);
  }

  // The places that the list proposes.
  spots() {
    const group = byId("spots");
    if (group.childElementCount || !this.page.shown) return;
    const taken = new Set();
    for (const [number, option] of this.options.entries()) {
      const at = this.centre(option);
      const key = at?.map(Math.round).join();
      if (!at || taken.has(key)) continue;
      taken.add(key);
      const spot = element("circle", { r: 0.45, class: "spot", transform: place(at) });
      spot.dataset.option = number;
      group.append(spot);
    }
  }
}

function shadow(model, pose) {
  const use = element("use", { href: byId(`m${model}`).getAttribute("href"), transform: place(pose) });
  Object.assign(use.dataset, { ghost: "", model });
  return use;
}
