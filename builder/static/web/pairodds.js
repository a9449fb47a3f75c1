// The odds of one unit against another in two taps: "Odds" on its card, then the target. What the server works out for a unit is
// kept for all targets (offline.js). Returns the addresses of all odds of the page.
const OTHER = { a: "b", b: "a" };

export function prepareOdds({ root, words, tally }) {
  const box = document.querySelector("[data-odds-box]");
  const title = box.querySelector("h2");
  const targets = box.querySelector("[data-targets]");
  const found = box.querySelector("[data-odds-found]");
  const addressOf = (card) => root.dataset.odds.replace("{card}", card.id);
  const number = new Intl.NumberFormat(root.dataset.language, { maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(root.dataset.language, { style: "percent" });
  const say = (text, values = {}) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  function open(card) {
    const side = card.closest("[data-side]").dataset.side;
    title.textContent = say(words.odds, { name: card.dataset.name });
    found.replaceChildren();
    const others = [...root.querySelectorAll(`[data-side="${OTHER[side]}"] [data-card]`)];
    targets.replaceChildren(
      ...others.map((other) => {
        const item = document.createElement("li");
        const button = Object.assign(document.createElement("button"), { type: "button", textContent: `${other.id.slice(1)} ${other.dataset.name}` });
        button.addEventListener("click", () => choose(addressOf(card), other));
        item.append(button);
        return item;
      }),
    );
    box.showModal();
    const last = tally.shown[OTHER[side]];
    targets.children[Math.max(0, others.findIndex((other) => other.id === last))]?.firstChild.focus();
  }

  async function choose(address, other) {
    found.setAttribute("aria-busy", "true");
    let rows = null;
    try {
      const answer = await fetch(address);
      if (answer.ok) rows = (await answer.json())[other.id.slice(1)];
    } catch {
      // Without a network, and not kept yet.
    }
    found.removeAttribute("aria-busy");
    found.replaceChildren(...(rows && Object.keys(rows).length ? table(other, rows) : [line(words["no-odds"])]));
    box.scrollTop = 0;
  }

  function table(other, rows) {
    const made = document.createElement("table");
    made.className = "figures";
    made.createCaption().textContent = say(words.against, { name: other.dataset.name });
    const head = made.createTHead().insertRow();
    const heads = ["", words.damage, words.kills, words.one, words.wiped];
    for (const text of heads) head.append(Object.assign(document.createElement(text ? "th" : "td"), { textContent: text, ...(text && { scope: "col" }) }));
    const body = made.createTBody();
    for (const [way, { damage, kills, one, wiped }] of Object.entries(rows)) {
      const row = body.insertRow();
      row.append(Object.assign(document.createElement("th"), { textContent: words[way], scope: "row" }));
      for (const text of [number.format(damage), number.format(kills), share.format(one), share.format(wiped)]) row.insertCell().textContent = text;
    }
    const results = Object.entries(rows).filter(([, row]) => row.results);
    return results.length ? [made, outcome(results)] : [made];
  }

  // What a damage table comes to: a column for each way to attack.
  function outcome(rows) {
    const made = document.createElement("table");
    made.className = "figures";
    made.createCaption().textContent = words.result;
    const head = made.createTHead().insertRow();
    head.append(document.createElement("td"), ...rows.map(([way]) => Object.assign(document.createElement("th"), { textContent: words[way], scope: "col" })));
    const body = made.createTBody();
    for (const name of Object.keys(rows[0][1].results)) {
      const row = body.insertRow();
      row.append(Object.assign(document.createElement("th"), { textContent: name, scope: "row" }));
      for (const [, { results, single }] of rows) row.insertCell().textContent = (single ? share : number).format(results[name]);
    }
    return made;
  }

  function line(text) {
    return Object.assign(document.createElement("p"), { textContent: text });
  }

  return [...root.querySelectorAll("[data-odds-of]")].map((button) => {
    const card = button.closest("[data-card]");
    button.setAttribute("aria-label", say(words.odds, { name: card.dataset.name }));
    button.addEventListener("click", () => open(card));
    return addressOf(card);
  });
}
