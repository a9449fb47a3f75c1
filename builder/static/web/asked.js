// Answers by pointing: a unit or a model that an option is about, or a place on the table, of which the server says whether it
// is legal and what would be. Every answer can also be given by the buttons and fields beside the table.
import { byId, reach } from "./board.js";
import { hold } from "./hold.js";

// What a question needs is fetched when one asks for it: one about a place, or one about attacks.
export async function toolsFor(panel) {
  return {
    ...(panel?.dataset.aim ? await import("./pointing.js") : {}),
    ...(panel?.querySelector("#fire, #strike") ? await import("./attacks.js") : {}),
  };
}

export function asking(page, { Pointing, attacking }) {
  const panel = byId("asked");
  const board = byId("board");
  const on = (target, kind, act) => target?.addEventListener(kind, act, { signal: page.left.signal });
  if (!board) return { redraw() {} };
  if (!panel) {
    on(board, "click", (event) => look(page, event));
    return { redraw() {} };
  }
  const pointing = Pointing ? new Pointing(page, panel, board) : null;
  const attacks = attacking?.(page, panel, board) ?? null;
  const subject = panel.dataset.subject ? Number(panel.dataset.subject) : null;
  const unitsOf = (each) => JSON.parse(each.dataset.units);
  const redraw = () => {
    const units = new Set([...panel.querySelectorAll("[data-units]")].flatMap(unitsOf));
    for (const tag of board.querySelectorAll(".tag")) tag.classList.toggle("wanted", units.has(Number(tag.dataset.unit)));
    for (const { dataset } of panel.querySelectorAll("[data-model]")) byId(`m${dataset.model}`)?.classList.add("wanted");
    if (subject !== null && page.n === page.film.last) {
      byId(`u${subject}`)?.classList.add("subject");
      for (const each of board.querySelectorAll(`.models [data-unit="${subject}"]`)) each.classList.add("subject");
      if (panel.dataset.most && page.unit === null) reach(page.shown.table, subject, Number(panel.dataset.most));
    }
    pointing?.draw();
    attacks?.draw();
  };
  if (!pointing && !attacks) on(board, "pointerdown", (event) => carry(panel, event, unitsOf));
  const joins = panel.querySelector(".joins");
  on(joins && panel, "click", ({ target }) => {
    const nothing = target.closest("[name=together]") && !joins.querySelector(":checked");
    joins.querySelector("input").setCustomValidity(nothing ? joins.dataset.nothing : "");
  });
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

// A unit that may be selected is dragged: it is selected, and the drag goes on with the next question.
function carry(panel, event, unitsOf) {
  const under = document.elementsFromPoint(event.clientX, event.clientY);
  const units = under.map((each) => Number(each.closest("#board [data-unit]")?.dataset.unit ?? -1));
  const buttons = [...panel.querySelectorAll("button[data-units]")];
  for (const unit of event.button ? [] : units) { // another unit's label may lie over it
    const found = buttons.filter((each) => unitsOf(each).includes(unit));
    if (found.length === 1) return hold(event, { unit, begin: () => found[0].click() });
  }
}
