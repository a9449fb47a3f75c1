// Answers by pointing: a unit or a model that an option is about, or a place on the table, of which the server says whether it
// is legal and what would be. Every answer can also be given by the buttons and fields beside the table.
import { attacking } from "./attacks.js";
import { along, byId, element, onTable, place, reach, ways } from "./board.js";

const STEP = 1;
const SMALL = 0.1;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function asking(page) {
  const panel = byId("asked");
  const board = byId("board");
  const on = (target, kind, act) => target?.addEventListener(kind, act, { signal: page.left.signal });
  if (!board) return { redraw() {} };
  if (!panel) {
    on(board, "click", (event) => look(page, event));
    return { redraw() {} };
  }
  const pointing = panel.dataset.aim ? new Pointing(page, panel, board) : null;
  const attacks = attacking(page, panel, board);
  const subject = panel.dataset.subject ? Number(panel.dataset.subject) : null;
  const unitsOf = (each) => JSON.parse(each.dataset.units);
  const redraw = () => {
    const units = new Set([...panel.querySelectorAll("[data-units]")].flatMap(unitsOf));
    for (const tag of board.querySelectorAll(".tag")) tag.classList.toggle("wanted", units.has(Number(tag.dataset.unit)));
    for (const { dataset } of panel.querySelectorAll("[data-model]")) byId(`m${dataset.model}`)?.classList.add("wanted");
    if (subject !== null && page.n === page.film.last) {
      byId(`u${subject}`)?.classList.add("subject");
      if (panel.dataset.most && page.unit === null) reach(page.shown.table, subject, Number(panel.dataset.most));
    }
    pointing?.draw();
    attacks?.draw();
  };
  on(board, "click", (event) => {
    if (pointing?.takes(event) || attacks?.takes(event)) return;
    const unit = Number(event.target.closest("[data-unit]")?.dataset.unit ?? -1);
    const model = event.target.closest("use")?.id.slice(1);
    if (!pick(panel, unit, model, unitsOf)) look(page, event);
  });
  return { redraw };
}

function look(page, event) {
  const unit = event.target.closest("[data-unit]")?.dataset.unit;
  if (unit !== undefined) page.choose(Number(unit));
}

// What was clicked answers the question where one option is about it; where several are, they are shown.
function pick(panel, unit, model, unitsOf) {
  const box = [...panel.querySelectorAll("input[data-units]")].find((each) => unitsOf(each).includes(unit));
  if (box) {
    box.checked = !box.checked;
    box.focus();
    return true;
  }
  const fits = (each) => (each.dataset.model ? each.dataset.model === model : unitsOf(each).includes(unit));
  const found = [...panel.querySelectorAll("button[data-units], button[data-model]")].filter(fits);
  for (const each of panel.querySelectorAll("button.wanted")) each.classList.remove("wanted");
  for (const each of found) each.classList.add("wanted");
  if (found.length === 1) found[0].click();
  else found[0]?.focus();
  return found.length > 0;
}

class Pointing {
  constructor(page, panel, board) {
    Object.assign(this, { page, panel, board, turn: 0, model: null, at: null, found: null });
    this.form = byId("pointing");
    this.depth = Number(board.dataset.depth);
    this.form.classList.remove("off");
    board.classList.add("aiming");
    board.setAttribute("tabindex", "0");
    const on = (target, kind, act) => target?.addEventListener(kind, act, { signal: page.left.signal });
    for (const button of this.form.querySelectorAll("[data-turn]")) on(button, "click", () => this.rotate(Number(button.dataset.turn)));
    on(byId("unpoint"), "click", () => this.clear());
    on(byId("aim-single"), "change", () => this.clear(true));
    on(byId("aim-kind"), "change", () => this.clear());
    on(board, "keydown", (event) => this.key(event));
    this.cross = [Number(board.dataset.width) / 2, this.depth / 2];
  }

  // A click on the table: on one's own model where one is to be moved alone, else on a place.
  takes(event) {
    const own = event.target.closest("use");
    if (byId("aim-single")?.checked && (this.model === null || this.isOwn(own))) {
      if (!this.isOwn(own)) return false;
      this.model = Number(own.id.slice(1) || own.dataset.model);
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
    const way = WAYS[event.key];
    if (!way && event.key !== "Enter") return;
    event.preventDefault();
    if (event.key === "Enter") return this.point(this.cross);
    const step = event.shiftKey ? SMALL : STEP;
    const moved = along(this.board, way);
    this.cross = this.cross.map((value, axis) => value + moved[axis] * step);
    const cross = byId("cross");
    cross.classList.remove("off");
    cross.setAttribute("transform", place(this.cross));
  }

  rotate(degrees) {
    this.turn += degrees;
    if (this.at) this.point(this.at);
  }

  clear(keep) {
    Object.assign(this, { turn: 0, model: null, at: keep ? this.at : null, found: keep ? this.found : null });
    this.say("");
    this.draw();
  }

  async point(at) {
    this.at = at;
    const sent = {
      decision: Number(this.panel.dataset.decision),
      at: [at[0], this.depth - at[1]],
      turn: -this.turn,
      model: this.model,
      kind: byId("aim-kind")?.value ?? "",
      base: this.model === null ? null : this.found?.data ?? null,
    };
    const answer = await fetch(this.panel.dataset.preview, {
      method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(sent),
    }).catch(() => null);
    if (!answer?.ok || this.page.left.signal.aborted) return;
    const found = await answer.json();
    const { none, instead } = byId("pointed").dataset;
    if (found.data) this.found = found;
    const words = found.refused ? (found.data ? instead : none).replace("{reason}", found.refused) : "";
    this.say([words, found.label].filter(Boolean).join(" "), Boolean(found.refused));
    this.draw();
  }

  say(words, refused = false) {
    if (!this.panel.isConnected) return;
    byId("pointed").textContent = words;
    this.refused = refused;
    byId("confirm").disabled = !this.found;
    this.form.elements.data.value = this.found ? JSON.stringify(this.found.data) : "";
  }

  draw() {
    if (!this.panel.isConnected) return;
    const ghosts = byId("ghosts");
    ghosts.classList.toggle("instead", Boolean(this.refused));
    ways(ghosts, this.found?.w ?? []);
    for (const [model, ...pose] of this.found?.m ?? []) {
      const use = element("use", { href: byId(`m${model}`).getAttribute("href"), transform: place(pose) });
      Object.assign(use.dataset, { ghost: "", model });
      ghosts.append(use);
    }
    if (this.found?.at) ghosts.append(element("circle", { r: 0.8, transform: place(this.found.at) }));
    for (const each of this.board.querySelectorAll(".models .picked")) each.classList.remove("picked");
    if (this.model !== null) byId(`m${this.model}`)?.classList.add("picked");
    byId("confirm").disabled = !this.found;
  }
}
