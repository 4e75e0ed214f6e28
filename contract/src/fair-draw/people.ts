import type { Steps } from './steps.ts';

/** What the draw needs to know of a lead. */
export interface Entry {
  phone: string;
  email: string | null;
  verified: boolean;
  /** Whether this lead has won in this event. */
  won: boolean;
}

const STEP = 4096;

/**
 * Joins an event's leads into people: those with the same phone or the same e-mail, and those with whom
 * they share one, and so on. Entries are added in the order in which they were submitted and are
 * known by their place in that order.
 */
export class People {
  // A forest in which every entry points towards the root of its person.
  readonly #parents: number[] = [];
  readonly #verified: boolean[] = [];
  readonly #winners: number[] = [];
  readonly #firstWithPhone = new Map<string, number>();
  readonly #firstWithEmail = new Map<string, number>();

  get entries(): number {
    return this.#parents.length;
  }

  add(entry: Entry): void {
    const place = this.#parents.push(this.#parents.length) - 1;
    this.#verified.push(entry.verified);
    if (entry.won) this.#winners.push(place);
    this.#join(this.#firstWithPhone, entry.phone, place);
    if (entry.email !== null) this.#join(this.#firstWithEmail, entry.email, place);
  }

  /** Everyone who can win: the places of their verified entries, earliest first. */
  *eligible(): Steps<number[][]> {
    const people = new Map<number, number[]>();
    const won = new Set(this.#winners.map((place) => this.#rootOf(place)));
    for (let place = 0; place < this.entries; place += 1) {
      if (place % STEP === STEP - 1) yield;
      if (!this.#verified[place]) continue;
      const root = this.#rootOf(place);
      if (won.has(root)) continue;
      const person = people.get(root);
      if (person) person.push(place);
      else people.set(root, [place]);
    }
    return [...people.values()];
  }

  #join(firsts: Map<string, number>, contact: string, place: number): void {
    const first = firsts.get(contact);
    if (first === undefined) firsts.set(contact, place);
    else this.#parents[this.#rootOf(place)] = this.#rootOf(first);
  }

  #rootOf(place: number): number {
    let root = place;
    while (this.#parents[root] !== root) root = this.#parents[root] as number;
    for (let at = place; at !== root; ) {
      const next = this.#parents[at] as number;
      this.#parents[at] = root;
      at = next;
    }
    return root;
  }
}
