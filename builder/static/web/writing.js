// A form that is written in: what is wrong and the card change as something is typed, and buttons add, remove and move rows,
// without leaving the page. Without scripts the same buttons send the form.
import { swap } from "./swap.js";

const PAUSE = 500;
const LONGEST_PRESS = 1000;
const SHIFTING = ["up", "down", "remove"]; // what gives other rows another number
const form = () => document.getElementById("writing");
let waiting = 0;
let last = Promise.resolve();
let newest = 0;
let released = Promise.resolve(); // when no button of a mouse is down: what is made anew in the middle of a click swallows it

addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target !== form()) return;
  if (["save", "discard"].includes(submitter?.value)) return stop(); // with that the draft is gone
  event.preventDefault();
  const [verb] = (submitter?.value ?? "check").split(":");
  renew(new FormData(target, submitter), verb);
});

addEventListener("pointerdown", () => {
  released = new Promise((done) => {
    setTimeout(done, LONGEST_PRESS); // some presses end without a word, as one that opens a menu
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(done), { once: true });
  });
});

addEventListener("input", ({ target }) => {
  if (!target.closest?.("#writing")) return;
  clearTimeout(waiting);
  waiting = setTimeout(look, PAUSE);
});

addEventListener("change", ({ target }) => {
  if (target.closest?.("#writing") && target.matches("[data-renews]")) renew(checked(), "check");
});

// What was typed last is kept when the page is left.
addEventListener("pagehide", () => {
  if (waiting && form()) navigator.sendBeacon(form().action, new URLSearchParams(checked()));
});

function checked() {
  const data = new FormData(form());
  data.set("do", "check");
  return data;
}

// The form is made again, because other fields depend on what was done.
function renew(data, verb) {
  stop();
  const mine = ++newest;
  queue(async () => {
    const answer = await send(data);
    const text = await answer.text();
    await released;
    if (mine !== newest) return;
    const since = SHIFTING.includes(verb) ? [] : writtenSince(data);
    await swap(text, new URL(answer.url).pathname);
    rewrite(since);
    if (verb !== "check") arrive(form().dataset.at, verb);
  });
}

// Only what is said about the fields is made again: somebody is typing in one of them.
function look() {
  stop();
  const mine = newest;
  const data = checked();
  queue(async () => {
    const next = new DOMParser().parseFromString(await (await send(data)).text(), "text/html");
    await released;
    if (mine !== newest) return;
    for (const part of document.querySelectorAll("#summary, #preview, .slot")) {
      const like = next.getElementById(part.id);
      if (like) part.innerHTML = like.innerHTML;
    }
    for (const field of form().querySelectorAll("[aria-describedby]")) {
      const like = next.getElementById(field.id);
      field.toggleAttribute("aria-invalid", like?.getAttribute("aria-invalid") === "true");
      if (field.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
    }
  });
}

// What was written while an answer was on its way is not in that answer.
function writtenSince(data) {
  const now = new FormData(form());
  const names = new Set([...now.keys(), ...data.keys()].filter((name) => name !== "do"));
  return [...names].map((name) => [name, now.getAll(name)]).filter(([name, values]) => `${values}` !== `${data.getAll(name)}`);
}

function rewrite(since) {
  for (const [name, values] of since) {
    for (const [at, field] of document.getElementsByName(name).entries()) {
      if (field.type === "checkbox") field.checked = values.includes(field.value);
      else if (at in values) field.value = values[at];
    }
  }
  if (since.length) waiting = setTimeout(look, PAUSE);
}

function stop() {
  clearTimeout(waiting);
  waiting = 0;
}

function queue(job) {
  last = last.then(job).catch(() => form()?.requestSubmit());
}

async function send(data) {
  return fetch(form().action, { method: "POST", body: new URLSearchParams(data) });
}

// Where a row was added, moved or removed, the keyboard goes on there.
function arrive(id, verb) {
  const place = id && document.getElementById(id);
  if (!place) return;
  const same = ["up", "down"].includes(verb) && place.querySelector(`:scope > .moves [data-verb=${verb}]:not(:disabled)`);
  const field = verb === "add" || verb === "put" ? place.querySelector("input:not([type=hidden]), select, textarea") : null;
  const target = same || field || place.querySelector(":scope > [data-verb=add]") || place;
  target.focus();
}
