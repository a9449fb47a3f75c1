// A battle as a film: parts of it are fetched when they are wanted. Each part has the whole table before it, and then for each
// event what is not as it was before (docs/web.md). `at` puts the table of an event together.
const JUST_NOW = 4;

export class Film {
  constructor({ frames, reel, last }) {
    Object.assign(this, { address: frames, size: Number(reel), last: Number(last), reels: new Map() });
  }

  // What was fetched of the end of a battle that goes on is fetched again.
  grow(last) {
    for (const start of this.reels.keys()) if ((start + 1) * this.size > this.last) this.reels.delete(start);
    this.last = last;
  }

  reel(number) {
    if (number < 0 || number * this.size > this.last) return Promise.resolve(null);
    if (!this.reels.has(number)) {
      const found = fetch(this.address + number).then((answer) => (answer.ok ? answer.json() : Promise.reject(answer.status)));
      found.catch(() => this.reels.delete(number));
      this.reels.set(number, found);
    }
    return this.reels.get(number);
  }

  async at(n) {
    const number = Math.floor(n / this.size);
    const reel = await this.reel(number);
    if (!reel) return null;
    const table = tableOf(reel.key);
    const shown = reel.frames.filter((frame) => frame.n <= n);
    for (const frame of shown) change(table, frame);
    if (n - number * this.size > this.size / 2) this.reel(number + 1);
    const frame = shown.at(-1) ?? null;
    const volley = reel.volleys.filter((each) => each.n <= n && each.l >= (shown.at(-JUST_NOW)?.n ?? 0)).at(-1) ?? null;
    return { n, table, frame: frame && frame.n === n ? frame : null, volley, rules: reel.rules };
  }

  // The events that are told around one, as far as this part of the film and the one before it go.
  async around(n, before, after) {
    const number = Math.floor(n / this.size);
    const parts = [await this.reel(number)];
    if (parts[0] && parts[0].frames.filter((frame) => frame.n <= n).length < before) parts.unshift(await this.reel(number - 1));
    const frames = parts.flatMap((part) => part?.frames ?? []);
    const here = frames.filter((frame) => frame.n <= n).length;
    const rules = Object.assign({}, ...parts.map((part) => part?.rules ?? {}));
    const volleys = parts.flatMap((part) => part?.volleys ?? []);
    return { frames: frames.slice(Math.max(0, here - before), here + after), volleys, rules };
  }

  async next(n) {
    for (let number = Math.floor(n / this.size); number * this.size <= this.last; number++) {
      const found = (await this.reel(number))?.frames.find((frame) => frame.n > n);
      if (found) return found.n;
    }
    return null;
  }

  async previous(n) {
    for (let number = Math.floor(n / this.size); number >= 0; number--) {
      const found = (await this.reel(number))?.frames.filter((frame) => frame.n < n).at(-1);
      if (found) return found.n;
    }
    return null;
  }
}

function tableOf(key) {
  const rows = (name) => new Map(key[name].map((row) => [row[0], row]));
  return { m: rows("m"), u: rows("u"), o: rows("o"), v: key.v, k: key.k };
}

function change(table, frame) {
  for (const name of ["m", "u", "o"]) {
    for (const row of frame[name] ?? []) {
      if (row.length > 1) table[name].set(row[0], row);
      else table[name].delete(row[0]);
    }
  }
  table.v = frame.v ?? table.v;
  table.k = frame.k ?? table.k;
}
