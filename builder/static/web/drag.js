// Units are put in order by dragging their heads; the buttons "Up" and "Down" of an open unit do the same.
import { send } from "./edit.js";

let dragged = null;

const mark = () => document.querySelectorAll("article[data-unit] > header").forEach((head) => { head.draggable = true; });
const unitAt = (event) => event.target.closest?.("article[data-unit]");
const fits = (unit) => dragged && unit && unit !== dragged && unit.parentElement === dragged.parentElement;
const isAbove = (event, unit) => event.clientY < unit.getBoundingClientRect().top + unit.offsetHeight / 2;

function clear() {
  document.querySelectorAll(".drop-above, .drop-below").forEach((each) => each.classList.remove("drop-above", "drop-below"));
}

addEventListener("dragstart", (event) => {
  dragged = unitAt(event) ?? null;
  if (!dragged) return;
  event.dataTransfer.effectAllowed = "move";
  event.dataTransfer.setData("text/plain", dragged.querySelector("h4").textContent);
});

addEventListener("dragover", (event) => {
  const unit = unitAt(event);
  clear();
  if (!fits(unit)) return;
  event.preventDefault();
  unit.classList.add(isAbove(event, unit) ? "drop-above" : "drop-below");
});

addEventListener("drop", (event) => {
  const unit = unitAt(event);
  if (!fits(unit)) return;
  event.preventDefault();
  const before = isAbove(event, unit) ? unit : following(unit);
  if (before !== dragged) move(dragged, before);
});

addEventListener("dragend", () => {
  dragged = null;
  clear();
});

// Alt with an arrow: a unit changes places with the one above or below it.
document.addEventListener("reorder", ({ detail: { unit, by } }) => {
  const other = by < 0 ? unit.previousElementSibling : following(unit);
  if (other?.matches("article[data-unit]")) move(unit, by < 0 ? other : following(other));
});

function following(unit) {
  const next = unit.nextElementSibling;
  return next?.matches("article[data-unit]") ? next : null;
}

function move(unit, before) {
  const { form } = unit.querySelector('button[value^="duplicate "]');
  const data = new FormData(form);
  const operation = { op: "move", selection: unit.dataset.unit, before: before?.dataset.unit ?? null };
  data.set("operations", JSON.stringify([operation]));
  unit.focus({ preventScroll: true });
  send(form.action, data);
}

document.addEventListener("swapped", mark);
mark();
