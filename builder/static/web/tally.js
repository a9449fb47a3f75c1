// What happened at the table, as a list of actions {id, from, to, round, phase}, kept by this browser for all its tabs: each adopts
// what another one wrote, before it adds its own. `shown` is what this one looks at: the view, the phase, the card of each side.
// Ids of the opponent's army begin with "b": such an action is `of` one opponent, and is nothing to a tab with another.
const MOST = 5000;

export class Tally {
  constructor(key, against) {
    Object.assign(this, { key, against, actions: [], others: [], shown: {}, values: new Map(), keeps: true });
    const found = this.adopt();
    this.shown = { ...found.shown, ...(found.against === against ? {} : { b: undefined }) };
  }

  // Takes over the actions that this browser keeps, and returns all that it keeps; one that keeps nothing has only its own.
  adopt() {
    let found = {};
    if (!this.keeps) return found;
    try {
      found = JSON.parse(localStorage.getItem(this.key) ?? "{}");
    } catch {
      // What cannot be read counts as nothing.
    }
    const isMine = ({ id, of = found.against }) => !id.startsWith("b") || of === this.against;
    const all = found.actions ?? [];
    this.actions = all.filter(isMine);
    this.others = all.filter((action) => !isMine(action)).map((action) => ({ of: found.against, ...action }));
    this.values = new Map(this.actions.map(({ id, to }) => [id, to]));
    return found;
  }

  value(id, start) {
    return this.values.get(id) ?? start;
  }

  // Returns false where this browser does not keep it.
  act(action) {
    this.actions.push(action.id.startsWith("b") ? { ...action, of: this.against } : action);
    if (this.actions.length > MOST) this.actions.shift();
    this.values.set(action.id, action.to);
    return this.keep();
  }

  undo() {
    const action = this.actions.pop();
    if (!action) return false;
    this.values.set(action.id, action.from);
    this.keep();
    return true;
  }

  look(what) {
    this.adopt();
    Object.assign(this.shown, what);
    this.keep();
  }

  clear() {
    Object.assign(this, { actions: [], others: [], shown: {}, values: new Map() });
    this.keep();
  }

  keep() {
    const actions = [...this.others, ...this.actions].slice(-MOST);
    try {
      localStorage.setItem(this.key, JSON.stringify({ against: this.against, actions, shown: this.shown }));
      this.keeps = true;
    } catch {
      this.keeps = false;
    }
    return this.keeps;
  }
}
