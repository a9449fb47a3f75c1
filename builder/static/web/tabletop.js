// An army at the table. What is tapped is a list of actions (tally.js), from which everything shown is worked out again, so that
// it survives a reload and each step can be undone. The cards are in the page; this shows one of a side at a time.
import { Tally } from "./tally.js";
import { write } from "./record.js";
import { prepareOdds } from "./pairodds.js";
import { keepOffline } from "./offline.js";

const root = document.querySelector("[data-tabletop]");
const words = JSON.parse(root.dataset.words);
const said = document.querySelector("[data-said]");
const tally = new Tally(`muster-table ${location.pathname} ${root.dataset.digest}`, root.dataset.against);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const starts = new Map(all("[data-start]").map((output) => [output.dataset.count, Number(output.dataset.start)]));
const valueOf = (id) => tally.value(id, starts.get(id) ?? (id === "round" ? 1 : 0));

document.documentElement.classList.add("scripted");
completeCards(root);

// What stands on every card comes from here, so that the page of a large army stays small: its place in the list of units, its
// buttons, the numbers of its boxes, the names of what can be scrolled, and texts that an earlier card has.
function completeCards(within) {
  for (const link of all("[data-like]", within)) link.replaceWith(textOf(document.getElementById(link.hash.slice(1))));
  for (const card of all("[data-card]", within)) {
    const { name, times } = card.dataset;
    card.tabIndex = -1;
    card.setAttribute("aria-label", name);
    const jump = card.closest("[data-side]").querySelector("[data-jump]");
    jump.add(new Option(`${card.id.slice(1)} ${name}${times ? ` × ${times}` : ""}`, card.id));
  }
  for (const strip of all("[data-strip]", within)) {
    strip.setAttribute("role", "group");
    strip.setAttribute("aria-label", words["wounds-of"].replace("{name}", () => strip.querySelector(".name").textContent));
    all(".boxes i", strip).forEach((box, at) => (box.dataset.box = at + 1));
    const by = Object.assign(document.createElement("div"), { className: "by" });
    by.append(woundButton(strip, -1, words.wound), woundButton(strip, 1, words.heal));
    strip.querySelector(".left").after(by);
  }
  for (const frame of all(".at-table .scroll:not([tabindex])", within)) {
    const [what, name] = [frame.querySelector("th").textContent, frame.closest("[data-card]").dataset.name];
    const label = frame.querySelector(".weapons") ? words["weapons-of"].replace("{what}", what) : words["statline-of"];
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", label.replace("{name}", () => name));
  }
}

function textOf(rule) {
  return (rule.querySelector("p") ?? rule).lastChild.textContent;
}

function woundButton(strip, by, label) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: by < 0 ? "−1" : "+1" });
  button.dataset.wound = by;
  button.setAttribute("aria-label", label.replace("{name}", () => strip.querySelector(".name").textContent));
  return button;
}

function say(text) {
  said.textContent = "";
  requestAnimationFrame(() => (said.textContent = text));
}

function act(id, to) {
  if (to === valueOf(id)) return;
  if (!tally.act({ id, from: valueOf(id), to, round: valueOf("round"), phase: tally.shown.phase ?? "" })) say(words.forgets);
  show();
}

// Wounds: so many are lost of a strip; the figures of a card go by those that are left.
function wound(strip, lost) {
  act(strip.dataset.strip, Math.max(0, Math.min(Number(strip.dataset.most), lost)));
}

function showStrip(strip) {
  const lost = valueOf(strip.dataset.strip);
  const left = strip.dataset.most - lost;
  strip.querySelector("[data-left]").textContent = left;
  for (const box of all("[data-box]", strip)) box.classList.toggle("lost", Number(box.dataset.box) <= lost);
  strip.classList.toggle("gone", left === 0);
  const rows = all("[data-band]", strip);
  const band = rows.findIndex((row) => left >= Number(row.dataset.band));
  rows.forEach((row, at) => row.toggleAttribute("data-in-force", at === band));
  for (const cell of all(`[data-bands][data-of="${strip.dataset.strip}"]`)) {
    const values = JSON.parse(cell.dataset.bands);
    cell.textContent = (values[band] ?? values.at(-1)) || "–";
  }
}

function showTick(button) {
  const value = valueOf(button.dataset.tick);
  button.setAttribute("aria-pressed", button.classList.contains("round") ? value === valueOf("round") : value > 0);
}

function tap(button) {
  const id = button.dataset.tick;
  const on = button.classList.contains("round") ? valueOf("round") : 1;
  act(id, valueOf(id) === on ? 0 : on);
}

// One card of a side is shown at a time; with a phase chosen, those that have nothing to do in it are passed over.
const sideOf = (name) => root.querySelector(`[data-side="${name}"]`);
const matters = (card) => !tally.shown.phase || card.dataset.phases.split(" ").includes(tally.shown.phase);

function showSide(side) {
  const cards = all("[data-card]", side);
  if (!cards.length) return;
  const wanted = tally.shown[side.dataset.side];
  const card = cards.find((each) => each.id === wanted) ?? cards[0];
  for (const each of cards) each.classList.toggle("shown", each === card);
  const jump = side.querySelector("[data-jump]");
  jump.value = card.id;
  for (const option of jump.options) {
    const unit = document.getElementById(option.value);
    const gone = all("[data-strip]", unit);
    option.textContent = option.dataset.words ??= option.textContent;
    if (gone.length && gone.every((strip) => strip.classList.contains("gone"))) option.textContent += " †";
  }
  for (const button of all("[data-turn]", side)) {
    const next = nextCard(cards, card, Number(button.dataset.turn));
    button.disabled = !next;
    button.querySelector("[data-name]").textContent = next ? `${next.id.slice(1)} ${next.dataset.name}` : "";
  }
}

function nextCard(cards, card, step) {
  for (let at = cards.indexOf(card) + step; cards[at]; at += step) if (matters(cards[at])) return cards[at];
  return null;
}

function go(id, focus) {
  const card = document.getElementById(id);
  const side = card.closest("[data-side]").dataset.side;
  tally.look({ view: side, [side]: id });
  show();
  if (!focus) return;
  card.focus({ preventScroll: true });
  card.closest("[data-side]").scrollIntoView();
}

function showPhase() {
  const phase = tally.shown.phase ?? "";
  for (const button of all("[data-phase]")) button.setAttribute("aria-pressed", button.dataset.phase === phase);
  for (const section of all("[data-reminders]")) section.hidden = section.dataset.reminders !== phase;
  for (const part of all("[data-part]", root)) part.hidden = Boolean(phase && part.dataset.part && part.dataset.part !== phase);
}

function show() {
  for (const output of all("[data-count]")) output.textContent = valueOf(output.dataset.count);
  all("[data-strip]").forEach(showStrip);
  all("[data-tick]").forEach(showTick);
  showPhase();
  all("[data-side]", root).forEach(showSide);
  root.dataset.view = tally.shown.view ?? "a";
  for (const button of all("button[data-view]")) button.setAttribute("aria-pressed", button.dataset.view === root.dataset.view);
  document.querySelector("[data-undo]").disabled = !tally.actions.length;
  if (root.dataset.view === "record") document.getElementById("record-text").value = record();
}

const record = () => write({ root, tally, words, valueOf, language: root.dataset.language });

function stepRound() {
  const round = valueOf("round");
  if (round >= Number(root.dataset.rounds)) return tally.look({ view: "record" });
  act("round", round + 1);
  tally.look({ phase: "" });
}

const TAPS = {
  "[data-next-round]": stepRound,
  "[data-step]": (button) => act(button.dataset.of, Math.max(0, valueOf(button.dataset.of) + Number(button.dataset.step))),
  "button[data-phase]": (button) => tally.look({ phase: button.dataset.phase }),
  "[data-tick]": tap,
  "[data-wound]": (button) => {
    const strip = button.closest("[data-strip]");
    wound(strip, valueOf(strip.dataset.strip) - Number(button.dataset.wound));
  },
  "[data-box]": (box) => {
    const strip = box.closest("[data-strip]");
    const at = Number(box.dataset.box);
    wound(strip, valueOf(strip.dataset.strip) === at ? at - 1 : at);
  },
  "[data-turn]": (button) => {
    const side = button.closest("[data-side]");
    const next = nextCard(all("[data-card]", side), side.querySelector(".shown"), Number(button.dataset.turn));
    if (next) go(next.id, true);
  },
  "button[data-view]": (button) => tally.look({ view: button.dataset.view }),
  "[data-undo]": () => tally.undo() && say(words.undone),
  "[data-save]": save,
  "[data-copy]": copy,
  "[data-anew]": () => document.querySelector("[data-anew-box]").showModal(),
  "[data-anew-yes]": (button) => {
    tally.clear();
    button.closest("dialog").close();
  },
  "[data-close]": (button) => button.closest("dialog").close(),
};

addEventListener("click", (event) => {
  const link = event.target.closest?.(".reminders a");
  if (link) {
    event.preventDefault();
    return go(link.hash.slice(1), true);
  }
  for (const [selector, answer] of Object.entries(TAPS)) {
    const found = event.target.closest?.(selector);
    if (found && !found.disabled) {
      tally.adopt();
      answer(found);
      return show();
    }
  }
});

// What another tab did with this army: said at once where this page is awake, else when it is looked at again.
function follow() {
  tally.adopt();
  show();
}

addEventListener("storage", ({ key }) => [null, tally.key].includes(key) && follow());
addEventListener("pageshow", ({ persisted }) => persisted && follow());

addEventListener("change", (event) => event.target.matches("[data-jump]") && go(event.target.value, false));

function save() {
  const address = URL.createObjectURL(new Blob([record()], { type: "text/plain" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: `${document.querySelector("h1").textContent.trim()}.txt` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

async function copy() {
  const field = document.getElementById("record-text");
  const status = document.querySelector("[data-copied]");
  try {
    await navigator.clipboard.writeText(field.value);
    status.textContent = words.copied;
  } catch {
    field.focus();
    field.select();
    status.textContent = words["by-hand"];
  }
}

// The cards of a side that has a page of its own: they come from there. Without a network, and not kept, the link stays.
async function fetchSide(link) {
  const side = link.closest("[data-side]");
  const text = await fetch(link.href).then((answer) => (answer.ok ? answer.text() : ""), () => "");
  const found = new DOMParser().parseFromString(text, "text/html").querySelector(`[data-side="${side.dataset.side}"]`);
  if (!found) return;
  side.replaceWith(document.adoptNode(found));
  completeCards(found);
  show();
}

show();
const links = all("a[data-cards]");
const parts = links.map((link) => link.href.split("#")[0]);
await Promise.all(links.map(fetchSide));
const odds = prepareOdds({ root, words, tally });
keepOffline({ status: document.querySelector("[data-kept]"), words, parts, odds });
