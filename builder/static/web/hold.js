// What is dragged over the table with a mouse, a pen or a finger. What is done with it says whoever has taken hold: `begin` as soon
// as it moves, `carry` while it does, `drop` at the end, `cancel` by Escape.
const FAR = 5; // pixels from which on a press is a drag
const PATIENCE = 3000; // how long what was dropped waits for the question that is to take it

// What is held at the moment: it outlives the page where the unit that is dragged has to be selected first.
let held = null;
let dropped = -1000;

export const grip = () => held;

export function hold(event, of) {
  return (held = { ...of, id: event.pointerId, from: [event.clientX, event.clientY], at: [event.clientX, event.clientY], moving: false, up: false });
}

addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.id) return;
  held.at = [event.clientX, event.clientY];
  if (!held.moving && Math.hypot(held.at[0] - held.from[0], held.at[1] - held.from[1]) < FAR) return;
  if (!held.moving) {
    held.moving = true;
    document.documentElement.classList.add("dragging");
    held.begin?.();
  }
  held.carry?.();
});

for (const kind of ["pointerup", "pointercancel"]) {
  addEventListener(kind, (event) => {
    if (!held || event.pointerId !== held.id) return;
    held.up = true;
    document.documentElement.classList.remove("dragging");
    if (!held.moving) held = null;
    else if (kind === "pointercancel") release(held.cancel);
    else if (held.drop) release(held.drop);
    else setTimeout(() => { held = null; }, PATIENCE); // a question is on its way
  });
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && held?.moving) release(held.cancel);
});

// The browser's own dragging, of text that is marked, would end ours.
addEventListener("dragstart", (event) => held && event.preventDefault());

// A drag ends with a click of the browser's on the table, which means nothing.
addEventListener("click", (event) => {
  if (performance.now() - dropped > 200 || !event.target.closest?.("#board")) return;
  event.stopPropagation();
  event.preventDefault();
}, true);

export function release(act) {
  held = null;
  dropped = performance.now();
  document.documentElement.classList.remove("dragging");
  act?.();
}
