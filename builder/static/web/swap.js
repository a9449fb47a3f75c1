// A page made of another answer of the server: what changed is put in place of what was there. What had the focus keeps it,
// what was being typed stays typed, what was folded out stays so, and the page stays where it was scrolled to.
const PARTS = [".bar", "#main", "#signs"];
const FIELDS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";

export async function swap(html, address) {
  const next = new DOMParser().parseFromString(html, "text/html");
  const focus = placeOf(document.activeElement);
  const typed = typedIn(document.activeElement);
  const folds = new Map([...document.querySelectorAll("details[id]")].map(({ id, open }) => [id, open]));
  const { scrollX: x, scrollY: y } = window;
  const panes = [...document.querySelectorAll(".pane[id]")].map(({ id, scrollTop }) => [id, scrollTop]);
  const of = document.getElementById("unit")?.dataset.of;
  const pane = document.querySelector(":target")?.closest(".pane")?.id;
  for (const part of PARTS) {
    const [old, made] = [document.querySelector(part), next.querySelector(part)];
    if (old && made) old.replaceWith(made);
    else if (made) document.querySelector("#main").before(made);
    else old?.remove();
  }
  document.title = next.title;
  history.replaceState(null, "", address);
  const there = document.getElementById(location.hash.slice(1)) ? location.hash.slice(1) : pane;
  if (there) location.replace(`#${there}`); // a phone shows the pane that has the target
  for (const [id, open] of folds) document.getElementById(id)?.toggleAttribute("open", open);
  scrollTo(x, y);
  for (const [id, top] of panes) {
    const pane = document.getElementById(id);
    if (pane) pane.scrollTop = id === "side" && document.getElementById("unit")?.dataset.of !== of ? 0 : top;
  }
  const found = find(focus);
  found?.focus({ preventScroll: true });
  if (found && typed && "value" in found) retype(found, typed);
  document.dispatchEvent(new CustomEvent("swapped"));
  tell();
}

// Says to screen readers what the army amounts to now.
function tell() {
  const said = document.getElementById("said");
  const facts = document.querySelector(".bar .facts");
  if (said && facts) said.textContent = facts.innerText.replace(/\s+/g, " ");
}

// Where an element stands, to find its like after a swap.
export function placeOf(element) {
  if (!element || element === document.body) return null;
  if (element.id) return { id: element.id };
  const around = element.closest("[id]");
  const alike = around ? [...around.querySelectorAll(FIELDS)].filter((each) => nameOf(each) === nameOf(element)) : [];
  return { within: around?.id, name: nameOf(element), at: alike.indexOf(element) };
}

export function find(place) {
  if (!place) return null;
  if (place.id) return document.getElementById(place.id);
  const around = place.within && document.getElementById(place.within);
  if (!around) return document.getElementById("main");
  const alike = [...around.querySelectorAll(FIELDS)].filter((each) => nameOf(each) === place.name && !each.disabled);
  return alike[place.at] ?? alike[0] ?? around.closest("[tabindex]") ?? around;
}

// A button that says what it does is known by that: its label names what it is for, and that may be what was just changed.
function nameOf(element) {
  if (element.dataset.verb) return `${element.tagName}|${element.value}`;
  return [element.tagName, element.getAttribute("aria-label") ?? element.name ?? "", element.dataset.key ?? "",
    element.tagName === "BUTTON" || element.tagName === "A" ? element.textContent.trim() : ""].join("|");
}

function typedIn(element) {
  if (!element?.matches?.("input[list], input[type=text], input:not([type]), input[type=search], textarea")) return null;
  const { value, defaultValue, selectionStart: from, selectionEnd: to } = element;
  return { value: value === defaultValue ? null : value, from, to };
}

// What is marked stays marked: the next letter is to take its place.
function retype(element, { value, from, to }) {
  if (value !== null) element.value = value;
  if (from !== null) element.setSelectionRange(from, to);
}
