/** What the draw needs to know of a lead. Entries come in the order in which they were submitted. */
export interface Entry {
  id: string;
  phone: string;
  email: string | null;
  verified: boolean;
  won: boolean;
}

/**
 * Chooses the winning lead: every eligible person has the same chance, however many entries they
 * made. `randomBelow(n)` must be uniform over 0 … n-1. Nobody eligible gives undefined.
 */
export function chooseWinner(
  entries: readonly Entry[],
  randomBelow: (n: number) => number,
): Entry | undefined {
  const eligible = groupPeople(entries).filter(
    (person) => person.some((entry) => entry.verified) && !person.some((entry) => entry.won),
  );
  if (eligible.length === 0) return undefined;
  return eligible[randomBelow(eligible.length)]?.find((entry) => entry.verified);
}

/** People are leads joined by the same phone or the same e-mail, and by those of whom they share. */
export function groupPeople(entries: readonly Entry[]): Entry[][] {
  // A forest in which every entry points towards the root of its person.
  const parents = entries.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] as number;
    for (let at = index; at !== root; ) {
      const next = parents[at] as number;
      parents[at] = root;
      at = next;
    }
    return root;
  };

  const firstWith = new Map<string, number>();
  for (const [index, { phone, email }] of entries.entries()) {
    for (const contact of [`phone ${phone}`, email && `email ${email}`]) {
      if (!contact) continue;
      const first = firstWith.get(contact);
      if (first === undefined) firstWith.set(contact, index);
      else parents[rootOf(index)] = rootOf(first);
    }
  }

  const people = new Map<number, Entry[]>();
  for (const [index, entry] of entries.entries()) {
    const root = rootOf(index);
    const person = people.get(root);
    if (person) person.push(entry);
    else people.set(root, [entry]);
  }
  return [...people.values()];
}
