// The page of a battle: the timeline, units to look at, programs that play on, and answers that are sent without leaving the
// page. Without scripts the same links and forms are followed by the browser.
import { asking, toolsFor } from "./asked.js";
import { byId, cited, draw, HIGH, log, reach, tags, thrown, turn, volley } from "./board.js";
import { Film } from "./film.js";
import { swap } from "./swap.js";

const BEFORE = 30;
const AFTER = 6;
const PAUSE = 400;
let page = null;

document.documentElement.classList.add("scripted");

class Page {
  constructor(room, tools) {
    this.data = room.dataset;
    this.film = new Film({ ...this.data, last: this.data.last });
    this.n = Number(this.data.n);
    this.unit = null;
    this.inches = null;
    this.timer = 0;
    this.left = new AbortController();
    this.answering = asking(this, tools);
    this.listen(room);
    this.show(this.n);
    if (this.data.state === "running" && this.data.moves === "yes") this.advance();
    else if (this.data.state !== "over" && this.data.asked === "no") this.wait();
  }

  listen(room) {
    const on = (target, kind, act) => target?.addEventListener(kind, act, { signal: this.left.signal });
    for (const link of room.querySelectorAll("[data-go]")) {
      on(link, "click", (event) => {
        event.preventDefault();
        this.stop();
        this.go(link.dataset.go);
      });
    }
    const board = byId("board");
    if (board) {
      turn(board);
      on(HIGH, "change", () => turn(board));
      const size = new ResizeObserver(() => this.shown && tags(board, this.shown.table, this.unit));
      size.observe(board);
      this.left.signal.addEventListener("abort", () => size.disconnect());
    }
    on(byId("play"), "click", () => (this.timer ? this.stop() : this.play()));
    on(byId("jump"), "change", ({ target }) => { this.stop(); this.show(Number(target.value)); });
    const scrub = byId("scrub");
    on(scrub, "input", () => { this.stop(); this.show(Number(scrub.value)); });
    on(scrub, "keydown", (event) => {
      const way = { ArrowRight: "on", ArrowUp: "on", ArrowLeft: "back", ArrowDown: "back", PageUp: "stop-on", PageDown: "stop-back" };
      if (!way[event.key]) return;
      event.preventDefault();
      this.stop();
      this.go(way[event.key]);
    });
    on(byId("units"), "click", (event) => this.look(event));
    on(byId("log"), "click", (event) => {
      const link = event.target.closest("a.n");
      if (!link) return;
      event.preventDefault();
      this.stop();
      this.show(Number(link.closest("li").dataset.n));
    });
    on(room, "click", (event) => {
      const since = event.target.closest("[data-watch]");
      if (!since) return;
      event.preventDefault();
      this.show(Number(since.dataset.watch)).then(() => this.play());
    });
    on(room, "submit", (event) => this.send(event));
  }

  async show(n) {
    const wanted = (this.wanted = Math.min(Math.max(n, 0), this.film.last));
    const shown = await this.film.at(wanted).catch(() => null);
    if (!shown || wanted !== this.wanted) return;
    this.n = wanted;
    this.shown = shown;
    draw(shown, this.unit);
    reach(shown.table, this.unit, this.inches);
    const around = await this.film.around(wanted, BEFORE, AFTER);
    if (wanted !== this.wanted) return;
    log(byId("log"), around, wanted, this.data.here);
    this.tell(shown.frame);
    this.answering.redraw();
    this.data.n = wanted;
  }

  tell(frame) {
    const stops = [...byId("jump").options];
    const stop = stops.filter((option) => Number(option.value) <= this.n).at(-1) ?? stops[0];
    if (stop) stop.selected = true;
    byId("when").textContent = stop?.text ?? "";
    for (const step of document.querySelectorAll("#steps li")) step.classList.toggle("here", step.dataset.step === stop?.dataset.step);
    const scrub = byId("scrub");
    scrub.value = this.n;
    scrub.setAttribute("aria-valuetext", frame?.t ?? stop?.text ?? "");
    const words = document.createElement("span");
    words.className = `side-${frame?.s || "none"}`;
    words.append(frame?.t ?? stop?.text ?? "", ...thrown(frame));
    const attacks = this.shown.volley ? [volley(this.shown.volley, this.shown.rules)] : [];
    byId("event").replaceChildren(...attacks, words, cited(frame, this.shown.rules));
    const fork = byId("fork-n");
    if (fork) fork.value = this.n;
    const numbers = stops.map((option) => Number(option.value));
    const open = { "stop-back": this.n > (numbers[0] ?? 0), back: this.n > 0, on: this.n < this.film.last, "stop-on": this.n < (numbers.at(-1) ?? 0) };
    for (const link of document.querySelectorAll("[data-go]")) {
      if (open[link.dataset.go]) {
        link.removeAttribute("aria-disabled");
        link.href ||= "#timeline";
      } else link.setAttribute("aria-disabled", "true");
    }
  }

  async go(way) {
    const stops = [...byId("jump").options].map((option) => Number(option.value));
    const found = {
      on: () => this.film.next(this.n),
      back: () => this.film.previous(this.n),
      "stop-on": () => stops.find((n) => n > this.n),
      "stop-back": () => stops.filter((n) => n < this.n).at(-1),
    }[way];
    const n = await found();
    if (n === null || n === undefined) return false;
    await this.show(n);
    return true;
  }

  async play() {
    this.sign(true);
    byId("event").setAttribute("aria-live", "off");
    if (this.n >= this.film.last) await this.show(0);
    const tick = async () => {
      const mine = this.timer;
      const went = await this.go("on");
      if (this.timer !== mine) return;
      if (went) this.timer = setTimeout(tick, 1000 / Number(byId("speed").value));
      else this.stop();
    };
    this.timer = setTimeout(tick, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.sign(false);
    byId("event")?.removeAttribute("aria-live");
  }

  sign(plays) {
    const button = byId("play");
    if (!button) return;
    button.classList.toggle("on", plays);
    button.querySelector("span").textContent = plays ? button.dataset.pause : button.dataset.play;
  }

  // A unit is looked at: it stands out, and its weapons offer their ranges.
  look(event) {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.inches) this.range(Number(link.dataset.inches), link);
    else if (link.dataset.unit) this.choose(Number(link.dataset.unit));
  }

  choose(unit) {
    this.unit = this.unit === unit ? null : unit;
    this.inches = null;
    for (const row of document.querySelectorAll(".units li")) {
      row.querySelector(".ranges")?.remove();
      row.classList.toggle("chosen", row.id === `r${this.unit}`);
    }
    const row = this.unit === null ? null : byId(`r${this.unit}`);
    if (row) row.append(ranges(row, byId("units").dataset.move));
    if (this.shown) {
      draw(this.shown, this.unit);
      reach(this.shown.table, this.unit, null);
    }
  }

  range(inches, link) {
    const same = link.getAttribute("aria-current") === "true";
    for (const each of link.parentElement.children) each.removeAttribute("aria-current");
    if (!same) link.setAttribute("aria-current", "true");
    this.inches = same ? null : inches;
    reach(this.shown.table, this.unit, this.inches);
  }

  // Programs play on, a slice after the other; what they did is shown meanwhile.
  async advance() {
    let stands = { state: "running" };
    while (stands.state === "running" && !this.left.signal.aborted) {
      const answer = await fetch(this.data.advance, { method: "POST", headers: { Accept: "application/json" } }).catch(() => null);
      if (!answer?.ok) return this.again(PAUSE * 5);
      stands = await answer.json();
      if (this.left.signal.aborted) return;
      byId("progress").textContent = byId("progress").dataset.words.replace("#", stands.events);
      const follows = byId("follow")?.checked && !this.timer;
      this.grown(stands.events - 1);
      if (follows) await this.show(this.film.last);
    }
    this.renew();
  }

  grown(last) {
    this.film.grow(last);
    byId("scrub").max = last;
  }

  async again(pause) {
    await new Promise((done) => setTimeout(done, pause));
    if (!this.left.signal.aborted) this.advance();
  }

  // Somebody else chooses: as soon as something happened the page is made anew.
  async wait() {
    let stands = null;
    do {
      const answer = await fetch(`${this.data.news}?events=${this.data.events}`, { signal: this.left.signal }).catch(() => null);
      stands = answer?.ok ? await answer.json() : null;
      if (!stands) await new Promise((done) => setTimeout(done, PAUSE * 5));
    } while (!this.left.signal.aborted && (!stands || String(stands.events) === this.data.events));
    if (!this.left.signal.aborted) this.renew();
  }

  async renew() {
    const answer = await fetch(this.data.here);
    if (!this.left.signal.aborted) await put(answer, this.data.here);
  }

  // Answers and what else is posted about this battle are sent without leaving the page.
  async send(event) {
    const { target: form, submitter } = event;
    if (form.method !== "post" || !form.action.startsWith(new URL(this.data.here, location).href)) return;
    if (/\/(links|delete)$/.test(form.action)) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form, submitter));
    this.leave();
    document.documentElement.setAttribute("aria-busy", "true");
    try {
      await put(await fetch(form.action, { method: "POST", body }), this.data.here);
      (byId("asked") ?? byId("event"))?.focus({ preventScroll: true });
    } catch {
      location.reload();
    } finally {
      document.documentElement.removeAttribute("aria-busy");
    }
  }

  leave() {
    this.stop();
    this.left.abort();
  }
}

const amount = (inches) => inches.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 2 });

function ranges(row, move) {
  const line = document.createElement("p");
  line.className = "ranges line";
  line.append(...JSON.parse(row.dataset.ranges).map(([name, inches]) => {
    const link = document.createElement("a");
    Object.assign(link, { className: "button small", href: "#board", textContent: `${name === "M" ? move : name} ${amount(inches)}″` });
    link.dataset.inches = inches;
    return link;
  }));
  return line;
}

async function put(answer, here) {
  const at = new URL(answer.url);
  if (answer.redirected && at.pathname !== new URL(here, location).pathname) return location.assign(answer.url);
  await swap(await answer.text(), here);
}

async function begin() {
  page?.leave();
  page = null;
  const room = byId("battle");
  const tools = room && await toolsFor(byId("asked"));
  if (room?.isConnected) page = new Page(room, tools);
}

document.addEventListener("swapped", begin);
begin();
