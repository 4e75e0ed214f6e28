import { hexesOf } from '@drawbridge/contract/fair-draw/bytes';
import { newEntryCode, readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type DrawLead, type DrawLists, drawLists } from '../../../../contract/vectors/people.ts';
import { propertyRuns } from '../../test/database/property-runs.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent } from '../../test/world/fixtures.ts';
import { compareLists, mismatches, raffleOf } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const weights = {
  ...{ enter: 1, verify: 2, promote: 1, edit: 1, rename: 2, give: 1, call: 1, mark: 2, delete: 1 },
  ...{ erase: 2, leave: 1, return: 1, forfeit: 1, draw: 1, 'draw here': 1, seal: 1, void: 1 },
};
type Kind = keyof typeof weights;
const kinds = (Object.keys(weights) as Kind[]).flatMap((kind) =>
  Array.from({ length: weights[kind] }, () => kind),
);
const someStep = fc.record({
  do: fc.constantFrom(...kinds),
  lead: fc.nat(30),
  phone: fc.nat(2),
  email: fc.nat(4),
  chances: fc.constantFrom(1, 2, 9, 1000),
  count: fc.constantFrom(1, 2),
});
type SomeStep = typeof someStep extends fc.Arbitrary<infer Value> ? Value : never;

interface OwnLead extends DrawLead {
  uuid: string;
  away: boolean;
}

/** An event in which an organiser does what they like, with what the rules say of it. */
class Rehearsal {
  readonly eventId: string;
  readonly #elsewhere: string;
  readonly #leads: OwnLead[] = [];
  readonly #removed: Uint8Array[] = [];
  readonly #wins: { line: DrawLead[]; number: number; place: number; forfeited: boolean }[] = [];
  /** The lists of each record that has some. */
  readonly lists = new Map<number, DrawLists>();
  #records = 0;
  #clock = 0;
  #rollCall = 0;
  #isOpen = false;

  constructor(eventId: string, elsewhere: string) {
    this.eventId = eventId;
    this.#elsewhere = elsewhere;
  }

  get #raffle() {
    return raffleOf(api, this.eventId);
  }

  #now(): number {
    this.#clock += 1;
    return this.#clock;
  }

  #hasWon = (lead: OwnLead) => this.#wins.some(({ line }) => line.includes(lead));

  #draw(onlyHere: boolean): DrawLists {
    return drawLists(this.eventId, {
      ...{ number: this.#records + 1, leads: this.#leads.filter(({ away }) => !away) },
      ...{ removed: this.#removed, wins: this.#wins.map(({ line }) => line), maxChances: 9 },
      rollCall: onlyHere ? this.#rollCall : 0,
    });
  }

  async take(step: SomeStep): Promise<void> {
    const present = this.#leads.filter(({ away }) => !away);
    if (step.do === 'enter') return this.#enter(step);
    if (step.do === 'call') return this.#open();
    if (step.do === 'forfeit') return this.#forfeit(step.lead);
    if (['draw', 'draw here', 'seal', 'void'].includes(step.do)) return this.#hold(step);
    const among =
      step.do === 'return'
        ? this.#leads.filter(({ away }) => away)
        : // The erasure of winners is the most delicate one.
          step.do === 'erase' && step.count === 2
          ? present.filter(this.#hasWon)
          : present;
    const lead = among[step.lead % Math.max(1, among.length)];
    if (lead) await this.#change(step, lead);
  }

  async #enter({ phone, email, chances }: SomeStep): Promise<void> {
    const id = this.#leads.length;
    const entryCode = newEntryCode();
    const contact = { name: `Entrant ${id}`, phone: phones[phone], email: emails[email] };
    // Whatever chances a visitor sends, it is one.
    const body = { eventId: this.eventId, ...contact, entryCode, chances };
    const answer = await api.anyone.post('/api/leads/public', body);
    const code = readEntryCode(entryCode) as Uint8Array;
    this.#leads.push({
      ...{ id, code, ticket: ticketOf(this.eventId, code), chances: 1, here: 0, away: false },
      ...{ uuid: answer.json<{ id: string }>().id, name: contact.name, status: 'pending' },
      ...{ phoneKey: keyOf(phone), email: storedEmail(email), contactAt: this.#now() },
    });
  }

  async #open(): Promise<void> {
    const { rollCall } = await this.#raffle.rollCall();
    expect(rollCall).toBeGreaterThan(this.#rollCall);
    [this.#rollCall, this.#isOpen] = [rollCall, true];
  }

  async #forfeit(which: number): Promise<void> {
    const standing = this.#wins.filter(({ forfeited }) => !forfeited);
    const win = standing[which % Math.max(1, standing.length)];
    if (!win) return;
    expect((await this.#raffle.forfeit(win.number, 'Away', win.place)).status).toBe(201);
    win.forfeited = true;
    this.#records += 1;
  }

  async #hold({ do: kind, count }: SomeStep): Promise<void> {
    const onlyHere = kind === 'draw here' && this.#rollCall > 0;
    const list = this.#draw(onlyHere);
    const isSealed = kind === 'seal' || kind === 'void';
    const asked = { count: isSealed ? 1 : count, onlyHere };
    const opened = await (isSealed ? this.#raffle.seal(null) : this.#raffle.draw(null, '', asked));
    expect(opened.status).toBe(list.lines.length === 0 ? 409 : 201);
    if (opened.status !== 201) return;
    this.#isOpen = false;
    this.#records += 1;
    this.lists.set(this.#records, list);
    if (kind === 'void') {
      expect((await this.#raffle.voidDraw('Too loud')).status).toBe(200);
      return;
    }
    const drawn = isSealed ? await this.#raffle.draw(null, 'three cheers') : opened;
    const { winners } = drawn.json<{ winners: { tickets: string[] }[] }>();
    expect(winners).toHaveLength(Math.min(asked.count, list.lines.length));
    for (const [index, { tickets }] of winners.entries()) {
      const won = list.lines.find((line) => hexesOf(line.tickets).join() === tickets.join());
      const line = won?.leads ?? [];
      expect(line.some((lead) => this.#hasWon(lead as OwnLead))).toBe(false);
      this.#wins.push({ line, number: this.#records, place: index, forfeited: false });
    }
  }

  async #change(step: SomeStep, lead: OwnLead): Promise<void> {
    const path = `/api/leads/${lead.uuid}`;
    const hasWon = this.#hasWon(lead);
    const patch = async (body: object, then: () => void) => {
      const { status } = await api.admin.patch(path, body);
      expect([200, 409]).toContain(status);
      if (status === 200) then();
      return status;
    };
    const frozen = async (body: object, then: () => void) =>
      expect(await patch(body, then)).toBe(hasWon ? 409 : 200);
    switch (step.do) {
      case 'verify':
        await patch({ status: 'verified' }, () => Object.assign(lead, { status: 'verified' }));
        return;
      case 'promote':
        await patch({ status: 'promoted' }, () => Object.assign(lead, { status: 'promoted' }));
        return;
      case 'edit': {
        const email = storedEmail(step.email);
        const phoneKey = keyOf(step.phone);
        const isOther = email !== lead.email || phoneKey !== lead.phoneKey;
        await frozen(
          isOther ? { phone: phones[step.phone], email: emails[step.email] } : { name: 'Edited' },
          () => {
            if (isOther) Object.assign(lead, { email, phoneKey, contactAt: this.#now() });
            else if (lead.name !== 'Edited')
              Object.assign(lead, { name: 'Edited', contactAt: this.#now() });
          },
        );
        return;
      }
      case 'rename': {
        const name = `Renamed ${this.#now()}`;
        await frozen({ name }, () => Object.assign(lead, { name, contactAt: this.#now() }));
        return;
      }
      case 'give':
        if (step.chances === lead.chances) return;
        await frozen({ chances: step.chances }, () => {
          lead.chances = step.chances;
        });
        return;
      case 'mark': {
        const { status } = await api.admin.post(`${path}/here`);
        expect(status).toBe(this.#isOpen ? 200 : 409);
        if (status === 200) lead.here = this.#rollCall;
        return;
      }
      case 'leave':
        await frozen({ eventId: this.#elsewhere }, () => {
          this.#removed.push(lead.ticket);
          Object.assign(lead, { away: true, here: 0 });
        });
        return;
      case 'return':
        await patch({ eventId: this.eventId }, () => {
          this.#removed.splice(this.#removed.indexOf(lead.ticket), 1);
          Object.assign(lead, { away: false, here: 0 });
        });
        return;
      case 'delete':
        expect((await api.admin.delete(path)).status).toBe(hasWon ? 409 : 200);
        if (!hasWon) this.#remove(lead);
        return;
      case 'erase':
        expect((await api.admin.post('/api/people/erase', { leadIds: [lead.uuid] })).status).toBe(
          200,
        );
        if (hasWon) this.#forget(lead);
        this.#remove(lead);
    }
  }

  #remove(lead: OwnLead): void {
    this.#removed.push(lead.ticket);
    this.#leads.splice(this.#leads.indexOf(lead), 1);
  }

  /** Erases a lead of a winner: the other leads that share its number or address stay out, new ones do not. */
  #forget(lead: OwnLead): void {
    for (const win of this.#wins) {
      const [named] = win.line;
      if (!win.line.includes(lead) || !named) continue;
      for (const other of this.#leads) {
        if (other.away || this.#hasWon(other)) continue;
        const samePhone = other.phoneKey === lead.phoneKey;
        const sameEmail =
          named === lead &&
          lead.email !== null &&
          other.email?.toLowerCase() === lead.email.toLowerCase();
        if (samePhone || sameEmail) other.barred = true;
      }
      const isLast = win.line.every(
        (each) => each === lead || !this.#leads.includes(each as OwnLead),
      );
      const gone = { ...named, phoneKey: isLast ? '' : named.phoneKey };
      if (named === lead) win.line[0] = { ...gone, id: -1, email: null };
      else win.line = win.line.filter((each) => each !== lead);
      if (isLast && named !== lead) win.line[0] = { ...gone, email: named.email };
    }
  }
}

const phones = ['07700 900101', '07700 900102', '07700 900103'];
const emails = [null, 'a@example.com', 'A@Example.com', 'b@example.com', 'c@example.com'];
/** Addresses are stored in lower case. */
const storedEmail = (email: number) => emails[email]?.toLowerCase() ?? null;
const keyOf = (phone: number) => `+44${phones[phone]?.replace(' ', '').slice(1)}`;

it('in any order of what an organiser can do, the rules hold and the record verifies', async () => {
  const { id: elsewhere } = await createEvent(api.admin, { country: 'GB' });
  const steps = fc.array(someStep, { minLength: 10, maxLength: 30, size: 'max' });
  const first = fc.array(someStep, { minLength: 4, maxLength: 8, size: 'max' });
  await fc.assert(
    fc.asyncProperty(first, steps, async (entries, all) => {
      const event = await createEvent(api.admin, { country: 'GB', maxChances: 9 });
      const rehearsal = new Rehearsal(event.id, elsewhere);
      for (const entry of entries) {
        await rehearsal.take({ ...entry, do: 'enter' });
        await rehearsal.take({ ...entry, do: 'verify' });
      }
      for (const step of all) await rehearsal.take(step);
      const proof = await raffleOf(api, event.id).proof();
      expect(mismatches(proof)).toEqual([]);
      compareLists(proof.draws, rehearsal.lists);
    }),
    // A shorter counterexample would take minutes to find.
    { numRuns: propertyRuns(120), endOnFailure: true },
  );
});
