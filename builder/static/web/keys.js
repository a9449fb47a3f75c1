// Keys for what the pages' buttons and links do; /keys says which, and switches them off. A key presses a button that is there:
// nothing can be done with keys alone.
const FIELD = "input, select, textarea, [contenteditable]";
const OF_UNIT = { d: "duplicate", s: "set-aside", Delete: "remove", Backspace: "remove", "+": "more", "-": "fewer" };

const isOn = () => localStorage.getItem("keys") !== "off";
const keyed = (key, within = document) => within.querySelector(`:is([data-key="${key}"], button[value^="${key} "]):not(:disabled)`);
const units = () => [...document.querySelectorAll("article[data-unit]")];

addEventListener("keydown", (event) => {
  if (!isOn() || event.defaultPrevented || event.isComposing) return;
  const typing = event.target.matches?.(FIELD);
  const done = event.ctrlKey || event.metaKey ? withControl(event, typing)
    : event.altKey ? withAlt(event)
    : !typing && plain(event);
  if (done) event.preventDefault();
});

function withControl(event, typing) {
  const key = event.key.toLowerCase();
  if (typing && event.target.value !== event.target.defaultValue) return false;
  if (key === "z") return press(keyed(event.shiftKey ? "redo" : "undo"));
  return key === "y" && press(keyed("redo"));
}

function withAlt(event) {
  const unit = event.target.closest?.("article[data-unit]");
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!unit || !by) return false;
  document.dispatchEvent(new CustomEvent("reorder", { detail: { unit, by } }));
  return true;
}

function plain(event) {
  const unit = event.target.closest?.("article[data-unit]");
  switch (event.key) {
    case "?": return go("/keys");
    case "/": return focus(keyed("search") ?? keyed("add"));
    case "a": return focus(keyed("add"));
    case "j": return step(unit, 1);
    case "k": return step(unit, -1);
    case "f": return finding();
  }
  if (!unit) return false;
  if (event.key === "Enter" && event.target !== unit) return false;
  if (event.key === "o" || event.key === "Enter") return press(unit.querySelector("a.opener"));
  if (event.key === "Delete" || event.key === "Backspace") (neighbour(unit, 1) ?? neighbour(unit, -1))?.focus();
  return OF_UNIT[event.key] ? press(keyed(OF_UNIT[event.key], unit)) : false;
}

function press(button) {
  if (!button) return false;
  if (button.form) button.form.requestSubmit(button);
  else button.click();
  return true;
}

function focus(element) {
  element?.focus();
  element?.select?.();
  return Boolean(element);
}

function go(address) {
  location.assign(address);
  return true;
}

function step(unit, by) {
  const all = units();
  return focus(unit ? neighbour(unit, by) : all[by > 0 ? 0 : all.length - 1]);
}

function neighbour(unit, by) {
  const all = units();
  return all[all.indexOf(unit) + by];
}

function finding() {
  const all = [...document.querySelectorAll("#findings .finding")].filter((each) => each.checkVisibility());
  const next = all[(all.indexOf(document.activeElement.closest("#findings .finding")) + 1) % all.length];
  return focus(next?.querySelector("a, summary, button"));
}

// A menu that stands over the page gives way to it.
for (const type of ["click", "keydown"]) {
  addEventListener(type, ({ key, target }) => {
    const menu = document.querySelector(".tongue[open], .menu[open]");
    if (!menu || (key ? key !== "Escape" : menu.contains(target))) return;
    menu.removeAttribute("open");
    if (key) menu.querySelector("summary").focus();
  });
}

for (const box of document.querySelectorAll("input[data-switch-keys]")) {
  box.checked = isOn();
  box.disabled = false;
  box.addEventListener("change", () => localStorage.setItem("keys", box.checked ? "on" : "off"));
}
