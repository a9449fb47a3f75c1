// Edits without leaving the page: a form that edits the roster is sent, and the answer put in place of what was there. Fields
// of forms that say so are saved as soon as they were changed. Without scripts the same forms are sent by their buttons.
import { find, placeOf, swap } from "./swap.js";

const EDITS = /\/rosters\/[^/]+\/(edit|add|force|undo|redo)$/;
let last = Promise.resolve();
let refused = false;

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
  const place = submitter?.name === "operations" && placeOf(submitter);
  const typed = form.classList.contains("quick") && submitter?.name !== "pick" ? form.elements.entry.value : "";
  if (typed) form.elements.entry.value = "";
  queue(async () => {
    if (!place || submitter.isConnected) return putBack(typed, await post(form.action, data));
    const like = find(place); // the page was renewed since: what the button does may count from another number
    return like?.form && !like.disabled && post(like.form.action, new FormData(like.form, like));
  });
});

// Several units fit what was typed, or none: its words stay, unless others were typed meanwhile.
function putBack(words, address) {
  const field = document.querySelector("form.quick input[name=entry]");
  if (words && field && !field.value && new URL(address).searchParams.get("entry")) field.value = words;
}

addEventListener("change", ({ target }) => {
  if (target.form?.matches("[data-saves]") && target.form.reportValidity()) target.form.requestSubmit();
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-open]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  open(link.href, link.dataset.open === "go");
});

// What was typed and not yet saved is saved when the page is left.
addEventListener("pagehide", () => {
  for (const form of document.querySelectorAll("form[data-saves]")) {
    const fields = [...form.elements].filter((each) => "defaultValue" in each && each.type !== "hidden");
    if (fields.some((each) => each.value !== each.defaultValue)) navigator.sendBeacon(form.action, new FormData(form));
  }
});

export const send = (action, data) => queue(() => post(action, data));
// `going`: the reader wants to be there, not only to have it open.
export const open = (place, going = false) => queue(async () => {
  const { hash } = new URL(place);
  await take(await fetch(address(place)), hash);
  if (going) document.getElementById(hash.slice(1))?.focus();
});

// The address of a page with the picker as it stands now.
export function address(place) {
  const made = new URL(place, location.href);
  for (const name of ["force", "role", "entry"]) made.searchParams.delete(name);
  for (const [name, value] of new URLSearchParams(document.getElementById("picker")?.dataset.keep)) made.searchParams.set(name, value);
  return made.href;
}

// One thing after the other: each edit is made on the version that the one before it left; what waits behind one that was
// refused is given up.
function queue(job) {
  if (!document.documentElement.hasAttribute("aria-busy")) refused = false;
  document.documentElement.setAttribute("aria-busy", "true");
  const mine = last.then(() => refused || job()).catch(() => location.reload()).finally(() => {
    if (last === mine) document.documentElement.removeAttribute("aria-busy");
  });
  last = mine;
}

async function post(action, data) {
  for (const name of ["version", "step"]) {
    const newest = document.querySelector(`input[name=${name}]`)?.value;
    if (newest) data.set(name, newest);
  }
  const picker = document.getElementById("picker");
  if (picker) data.set("keep", picker.dataset.keep);
  const answer = await fetch(action, { method: "POST", body: new URLSearchParams(data) });
  await take(answer);
  return answer.url;
}

async function take(answer, hash = "") {
  const at = new URL(answer.url);
  refused = !answer.ok;
  if (answer.redirected && at.pathname !== location.pathname) return location.assign(answer.url);
  await swap(await answer.text(), answer.ok ? at.pathname + at.search + (hash || location.hash) : location.href);
}
