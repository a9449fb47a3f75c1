// Edits without leaving the page: a form that edits the roster is sent, and the answer put in place of what was there. Fields
// of forms that say so are saved as soon as they were changed. Without scripts the same forms are sent by their buttons.
import { swap } from "./swap.js";

const EDITS = /\/rosters\/[^/]+\/(edit|add|undo|redo)$/;
let last = Promise.resolve();

document.documentElement.classList.add("scripted");
const said = document.createElement("p");
Object.assign(said, { id: "said", className: "hidden" });
said.setAttribute("role", "status");
document.body.append(said);

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || !EDITS.test(new URL(form.action).pathname)) return;
  event.preventDefault();
  const data = new FormData(form, submitter);
  if (form.classList.contains("quick")) form.reset();
  send(form.action, data);
});

addEventListener("change", ({ target }) => {
  if (target.form?.matches("[data-saves]") && target.form.reportValidity()) target.form.requestSubmit();
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-open]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(link.href);
});

// What was typed and not yet saved is saved when the page is left.
addEventListener("pagehide", () => {
  for (const form of document.querySelectorAll("form[data-saves]")) {
    const fields = [...form.elements].filter((each) => "defaultValue" in each && each.type !== "hidden");
    if (fields.some((each) => each.value !== each.defaultValue)) navigator.sendBeacon(form.action, new FormData(form));
  }
});

// Sends one edit after the other: each is made on the version that the one before it left.
export function send(action, data) {
  last = last.then(async () => {
    const newest = document.querySelector("input[name=version]")?.value;
    const step = document.querySelector("input[name=step]")?.value;
    if (newest) data.set("version", newest);
    if (step) data.set("step", step);
    document.documentElement.setAttribute("aria-busy", "true");
    await take(await fetch(action, { method: "POST", body: new URLSearchParams(data) }));
  }).catch(() => location.reload()).finally(() => document.documentElement.removeAttribute("aria-busy"));
  return last;
}

export function open(address) {
  last = last.then(async () => take(await fetch(address), new URL(address).hash)).catch(() => location.assign(address));
  return last;
}

async function take(answer, hash = "") {
  const at = new URL(answer.url);
  if (answer.redirected && at.pathname !== location.pathname) return location.assign(answer.url);
  await swap(await answer.text(), answer.ok ? at.pathname + at.search + hash : location.href);
}
