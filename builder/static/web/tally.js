// What happened at the table, as a list of actions {id, from, to, round, phase}, kept by this browser. `shown` is what is looked
// at: the view, the phase, the card of each side. Ids of the opponent's army begin with "b": another opponent, and they are gone.
const MOST = 5000;

export class Tally {
  constructor(key, against) {
    Object.assign(this, { key, against, actions: [], shown: {}, values: new Map() });
    try {
      const found = JSON.parse(localStorage.getItem(key) ?? "{}");
      const same = found.against === against;
      this.actions = (found.actions ?? []).filter((action) => same || !action.id.startsWith("b"));
      this.shown = { ...found.shown, ...(same ? {} : { b: undefined }) };
    } catch {
      // What cannot be read counts as nothing.
    }
    for (const action of this.actions) this.values.set(action.id, action.to);
  }

  value(id, start) {
    return this.values.get(id) ?? start;
  }

  // Returns false where this browser does not keep it.
  act(action) {
    this.actions.push(action);
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
    Object.assign(this.shown, what);
    this.keep();
  }

  clear() {
    Object.assign(this, { actions: [], shown: {}, values: new Map() });
    this.keep();
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ against: this.against, actions: this.actions, shown: this.shown }));
      return true;
    } catch {
      return false;
    }
  }
}
