// The record of a battle as a short text: score, then what happened in each round, the losses of a round added up.
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

export function write({ root, tally, words, valueOf, language }) {
  const names = [...root.querySelectorAll("section[data-side]")].map((side) => side.querySelector("h2").lastChild.textContent.trim());
  const lines = [names.join(" – "), new Date().toLocaleDateString(language)];
  lines.push(`${words.round} ${valueOf("round")}/${root.dataset.rounds}`, score(words, valueOf("vp"), valueOf("vp-them")));
  if (document.querySelector('[data-count="cp"]')) lines.push(`${words.cp}: ${valueOf("cp")}`);
  for (let round = 1; round <= valueOf("round"); round++) {
    const told = tell(tally.actions.filter((action) => action.round === round), words);
    if (told.length) lines.push("", `${words.round} ${round}`, ...told);
  }
  const left = survivors(root, words, valueOf);
  return [...lines, ...(left.length ? ["", ...left] : []), ""].join("\n");
}

function score(words, you, them) {
  return fill(words.score, { you, them });
}

// For each thing that was counted in a round, what came of it in that round.
function tell(actions, words) {
  const net = new Map();
  for (const { id, from, to } of actions) net.set(id, { from: net.get(id)?.from ?? from, to });
  const told = [];
  const scored = { vp: net.get("vp"), "vp-them": net.get("vp-them") };
  if (scored.vp || scored["vp-them"]) {
    const [you, them] = ["vp", "vp-them"].map((id) => (scored[id] ? scored[id].to - scored[id].from : 0));
    if (you || them) told.push(score(words, signed(you), signed(them)));
  }
  for (const [id, { from, to }] of net) {
    const element = document.querySelector(`[data-strip="${id}"], [data-card] [data-tick="${id}"]`);
    if (!element || from === to) continue;
    const name = element.closest("[data-card]").dataset.name;
    if (element.dataset.strip) told.push(tellWounds(element, name, from, to, words));
    else if (to) told.push(fill(words.used, { name, what: element.dataset.what }));
  }
  return told;
}

const signed = (number) => (number > 0 ? `+${number}` : `${number}`);

function tellWounds(strip, name, from, to, words) {
  const most = Number(strip.dataset.most);
  const alone = strip.closest("[data-card]").querySelectorAll("[data-strip]").length === 1;
  const who = alone ? name : `${name}, ${strip.querySelector(".name").textContent}`;
  if (to === most) return fill(words.destroyed, { name: who });
  return fill(words.wounds, { name: who, lost: signed(from - to), left: most - to, most });
}

// Whoever was hurt and lives.
function survivors(root, words, valueOf) {
  const hurt = [...root.querySelectorAll("[data-card]")].filter((card) => {
    const strips = [...card.querySelectorAll("[data-strip]")];
    return strips.some((strip) => valueOf(strip.dataset.strip) > 0);
  });
  return hurt.map((card) => {
    const strips = [...card.querySelectorAll("[data-strip]")];
    const most = strips.reduce((sum, strip) => sum + Number(strip.dataset.most), 0);
    const left = strips.reduce((sum, strip) => sum + strip.dataset.most - valueOf(strip.dataset.strip), 0);
    return fill(words.left, { name: card.dataset.name, left, most });
  });
}
