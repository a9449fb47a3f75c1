// The picker searches while somebody types, unfolds roles and datasheets in place, and is walked through with the arrows.
// Without scripts the same field is sent by its button, and the same links lead to the same pages.
import { address } from "./edit.js";

const PAUSE = 140;
let waiting = 0;
let asked = 0;

const picker = () => document.getElementById("picker");
const field = () => picker()?.querySelector("input[name=entry]");
const hits = () => [...picker().querySelectorAll("button[name=pick]")];

addEventListener("input", ({ target }) => {
  if (target !== field()) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => show({ ...kept(), entry: target.value }), PAUSE);
});

document.addEventListener("swapped", () => {
  clearTimeout(waiting);
  asked++;
  const { value, defaultValue } = field() ?? {};
  if (value && value !== defaultValue) show({ ...kept(), entry: value }); // typed on while an edit was made
});

addEventListener("change", ({ target }) => {
  if (target.id === "into") show({ force: target.value });
});

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-pick]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(Object.fromEntries(new URL(link.href).searchParams), link);
});

addEventListener("keydown", (event) => {
  if (!picker()?.contains(event.target) || event.isComposing) return;
  const all = hits();
  const at = all.indexOf(event.target);
  if (event.key === "Escape" && field().value) {
    field().value = "";
    field().focus();
    show({ ...kept(), entry: "" });
  } else if (event.key === "ArrowDown") (all[at + 1] ?? all.at(-1))?.focus();
  else if (event.key === "ArrowUp") (at > 0 ? all[at - 1] : field()).focus();
  else return;
  event.preventDefault();
});

function kept() {
  return Object.fromEntries(new URLSearchParams(picker().dataset.keep));
}

// What was asked last is shown, however the answers come in.
async function show(wanted, link = null) {
  const mine = ++asked;
  const query = new URLSearchParams({ ...wanted, open: new URL(location.href).searchParams.get("open") ?? "" });
  const answer = await fetch(`${picker().dataset.address}?${query}`);
  if (!answer.ok || mine !== asked) return;
  const made = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [typed, had] = [field(), document.activeElement === field()];
  const { value, selectionStart } = typed;
  picker().replaceWith(made.getElementById("picker"));
  const signs = document.getElementById("signs");
  for (const sign of made.querySelectorAll("#signs symbol")) if (!document.getElementById(sign.id)) signs.append(sign);
  history.replaceState(null, "", address(location.pathname + location.search + location.hash));
  if (had) {
    if ("entry" in wanted) field().value = value;
    field().focus();
    field().setSelectionRange(selectionStart, selectionStart);
  } else if (link) {
    const at = wanted.look ? document.getElementById(`o-${wanted.look}`) : picker().querySelector(".offers, .folded");
    (at?.querySelector("a") ?? field()).focus({ preventScroll: !wanted.look });
  }
}
