import { personData } from '@drawbridge/contract/collecting/personal-data';
import { newEntryCode, readEntryCode } from '@drawbridge/contract/fair-draw/entry-code';
import { ticketOf } from '@drawbridge/contract/fair-draw/tickets';
import { handoverCodes, handoverText } from '@drawbridge/contract/raffle/handover';
import { drawnResult } from '@drawbridge/contract/raffle/raffle';
import { ticketName } from '@drawbridge/contract/raffle/ticket-names';
import { handover, reachedWinner, winner } from '@drawbridge/contract/raffle/winners';
import { auditPage } from '@drawbridge/contract/team/audit';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newAdministrator } from '../../test/checks/callers.ts';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { watch } from '../../test/world/live-client.ts';
import { raffleOf } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const codeWrong = [409, 'This code is wrong or has expired. Ask for the code the phone shows now.'];
const winnersPath = (eventId: string) => `/api/events/${eventId}/winners`;
const ticketHash = (eventId: string, code: string) =>
  Buffer.from(ticketOf(eventId, readEntryCode(code) as Uint8Array)).toString('hex');
const entriesOf = async (eventId: string, query = '') =>
  (await api.admin.get(`/api/audit?eventId=${eventId}${query}`)).as(auditPage);

/** A phone with the ticket of a new verified lead. */
async function newPhone(
  eventId: string,
  fields: Record<string, unknown> = {},
  entryCode = newEntryCode(),
) {
  const lead = await verifiedLead(api, eventId, { entryCode, ...fields });
  const codes = (age = 0) =>
    handoverCodes(eventId, readEntryCode(entryCode) as Uint8Array, Date.now() - age);
  return {
    lead,
    digits: (age?: number) => codes(age).digits,
    scan: (ticket: string, age?: number) => handoverText(eventId, ticket, codes(age).proof),
  };
}

/** Creates an event whose only eligible person has won a prize, and an administrator with unused limits. */
async function newWin(fields: Record<string, unknown> = {}) {
  const { id: eventId } = await createEvent(api.admin, fields);
  const prize = await createPrize(api.admin, eventId, { name: 'City bicycle' });
  const phone = await newPhone(eventId);
  const raffle = raffleOf(api, eventId);
  const result = (await raffle.draw(prize.id)).as(drawnResult);
  const admin = await newAdministrator(api);
  const send = (code: string, client = admin) =>
    client.post(`/api/events/${eventId}/handovers`, { code });
  const handoverPath = `/api/events/${eventId}/draws/${result.number}/handover`;
  return { eventId, prize, phone, raffle, result, admin, send, byHand: handoverPath };
}

describe("a code on the winner's phone", () => {
  it('hands the prize over once, and updates every page', async () => {
    const { eventId, phone, result, raffle, send } = await newWin({ winnerDisplay: 'short' });
    const watcher = await watch(api.anyone.url, eventId);
    await watcher.expect('snapshot');

    const scanned = await send(phone.scan(result.ticket));

    expect(scanned.as(handover.strict())).toEqual({
      number: 1,
      place: 0,
      prizeName: 'City bicycle',
      name: result.winner.name,
      ticket: result.ticket,
      handedOverAt: expect.any(String),
      enteredAs: null,
    });
    expect(await watcher.expect('handed-over')).toMatchObject({ number: 1 });
    watcher.close();
    const [shown] = await raffle.results();
    expect(shown?.handedOverAt).toBe(scanned.as(handover).handedOverAt);
    for (const replayed of [phone.scan(result.ticket), phone.digits()]) {
      expect((await send(replayed)).problem).toEqual([
        409,
        'This prize was already handed over just now',
      ]);
    }
  });

  it('is taken as six digits too, and from each phone with the number, saying whose it is', async () => {
    const { id: eventId } = await createEvent(api.admin, { winnerDisplay: 'short' });
    const first = await newPhone(eventId, { name: 'Vera Victim' });
    const code = newEntryCode();
    const fields = { name: 'Mallory Thief', phone: first.lead.phone };
    const second = await newPhone(eventId, fields, code);
    const raffle = raffleOf(api, eventId);
    await raffle.draw();
    const typed = second.digits();
    const response = await api.admin.post(`/api/events/${eventId}/handovers`, {
      code: ` ${typed.slice(0, 3)} ${typed.slice(3)}`,
    });
    const ticket = ticketHash(eventId, code);
    expect(response.as(handover)).toMatchObject({
      number: 1,
      prizeName: null,
      name: 'Vera V.',
      enteredAs: { name: 'Mallory T.', ticket },
    });
    expect((await entriesOf(eventId))[0]).toMatchObject({
      kind: 'prize-handed-over',
      details: { draw: 1, checked: 'phone', ticket: ticketName(ticket) },
    });
  });

  it('is compared with the shown lead, however many others have the number', async () => {
    const { id: eventId } = await createEvent(api.admin);
    // Tickets are sorted, so this one comes after most of the others.
    let code = newEntryCode();
    while (!ticketHash(eventId, code).startsWith('f')) code = newEntryCode();
    const phone = await newPhone(eventId, {}, code);
    await api.sql`
      insert into leads (event_id, name, phone, phone_key, phone_valid, status, verified_at, fingerprint)
      select l.event_id, l.name, l.phone, l.phone_key, true, 'verified', now(), sha256(n::text::bytea)
      from leads l, generate_series(1, 150) n where l.id = ${phone.lead.id}`;
    await raffleOf(api, eventId).draw();
    const response = await api.admin.post(`/api/events/${eventId}/handovers`, {
      code: phone.digits(),
    });
    expect(response.as(handover).enteredAs).toBeNull();
  });

  it('follows the clock of the database, as the phones do', async () => {
    const { phone, send } = await newWin();
    const digits = phone.digits();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    try {
      expect((await send(digits)).status).toBe(200);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused when it belongs to another winner', async () => {
    const { eventId, result, raffle, send } = await newWin();
    const other = await newPhone(eventId);
    expect((await send(other.digits())).problem).toEqual(codeWrong);
    // The code is rejected even if its text contains the winning ticket.
    expect((await send(other.scan(result.ticket))).problem).toEqual(codeWrong);
    expect((await raffle.results())[0]?.handedOverAt).toBeNull();
  });

  it('is refused with the reason when it belongs to another event', async () => {
    const [here, there] = [await newWin(), await newWin()];
    const response = await here.send(there.phone.scan(there.result.ticket));
    expect(response.problem).toEqual([409, 'This ticket is for another event']);
    expect((await here.send(there.phone.digits())).problem).toEqual(codeWrong);
  });

  it('is refused with the reason after the win was forfeited', async () => {
    const { phone, raffle, send } = await newWin();
    await raffle.forfeit(1);
    expect((await send(phone.digits())).problem).toEqual([
      409,
      'This prize has already been released',
    ]);
  });

  it('cannot be guessed: wrong codes are limited, for this person and event', async () => {
    const { eventId, phone, admin, send } = await newWin();
    const wrong = phone.digits() === '123456' ? '654321' : '123456';
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await send(wrong)).problem).toEqual(codeWrong);
    }
    const limited = await send(phone.digits());
    expect(limited.problem).toEqual([429, 'Too many wrong codes. Please wait a moment.']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    const elsewhere = await newWin();
    expect((await elsewhere.send(elsewhere.phone.digits(), admin)).status).toBe(200);
    const { client } = await createVolunteer(api, [eventId]);
    expect((await send(wrong, client)).problem).toEqual(codeWrong);
    expect((await send(phone.digits(), client)).status).toBe(200);
    // One audit entry counts all wrong codes of one user at one event.
    const entries = await entriesOf(eventId, '&kind=handover-code-wrong');
    expect(entries.map(({ actor, details }) => [actor?.id, details])).toEqual([
      [client.user?.id, {}],
      [admin.user?.id, { count: 10 }],
    ]);
  });
});

describe('volunteers', () => {
  it('hand over prizes of their events, and undo what they did themselves', async () => {
    const { eventId, phone, result, send, byHand } = await newWin();
    const assignedClient = (await createVolunteer(api, [eventId])).client;
    const colleague = (await createVolunteer(api, [eventId])).client;
    const elsewhere = (await createVolunteer(api)).client;
    expect((await send(phone.digits(), elsewhere)).problem).toEqual([
      403,
      'You are not assigned to this event',
    ]);
    expect((await send(phone.scan(result.ticket), assignedClient)).status).toBe(200);
    expect((await colleague.delete(byHand)).problem).toEqual([
      403,
      'Only an administrator or the person who handed over the prize can undo this',
    ]);
    expect((await assignedClient.delete(byHand)).as(handover).handedOverAt).toBeNull();
    expect((await assignedClient.delete(byHand)).problem).toEqual([
      409,
      'This prize has not been handed over',
    ]);
    // The code can be used again until it is too old.
    expect((await send(phone.digits(), colleague)).status).toBe(200);
    expect((await api.admin.delete(byHand)).status).toBe(200);
  });

  it('are refused after their assignment was revoked, even if they came first', async () => {
    const { eventId, phone, send, byHand } = await newWin();
    const { client } = await createVolunteer(api, [eventId]);
    const waiting = await api.sql.begin(async (tx) => {
      await tx`select from events where id = ${eventId} for no key update`;
      const calls = [send(phone.digits(), client), client.post(byHand, { note: 'Mine' })];
      await standstill(api.sql, calls);
      await api.sql`
        update volunteer_assignments set access_revoked = true, revoked_at = now()
        where event_id = ${eventId}`;
      return { calls };
    });
    for (const { problem } of await Promise.all(waiting.calls)) {
      expect(problem).toEqual([403, 'You are not assigned to this event']);
    }
  });
});

describe('a winner without a phone', () => {
  it('is ticked by hand, with a note', async () => {
    const { eventId, byHand, raffle } = await newWin();
    expect((await api.admin.post(byHand, { note: ' ' })).problem).toEqual([
      400,
      'Note is required',
    ]);
    const response = await api.admin.post(byHand, { note: 'Showed a passport' });
    expect(response.as(handover)).toMatchObject({ number: 1, handedOverAt: expect.any(String) });
    expect((await api.admin.post(byHand, { note: 'Again' })).problem).toEqual([
      409,
      'This prize has already been handed over',
    ]);
    // While the prize is handed over, it cannot be drawn again.
    expect((await raffle.forfeit(1)).problem).toEqual([
      409,
      'This prize has been handed over. Undo that first.',
    ]);
    await api.admin.delete(byHand);
    expect((await raffle.forfeit(1)).status).toBe(201);
    expect((await api.admin.post(byHand, { note: 'Too late' })).problem).toEqual([
      409,
      'This prize has already been released',
    ]);
    const entries = await entriesOf(eventId);
    expect(entries.slice(0, 3).map(({ kind, details }) => [kind, details])).toEqual([
      ['win-forfeited', { draw: 1 }],
      ['handover-undone', { draw: 1 }],
      ['prize-handed-over', { draw: 1, checked: 'by hand' }],
    ]);
  });

  it('is handed over by one of two at the same time', async () => {
    const { byHand } = await newWin();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => api.admin.post(byHand, { note: 'Passport' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });
});

describe('the list of winners', () => {
  it('has how to reach them, what they got and what became of it', async () => {
    const { eventId, prize, phone, result, raffle, byHand } = await newWin();
    const absent = result;
    await raffle.forfeit(1, 'Not present');
    const present = await newPhone(eventId, { name: '=Elif Bello' });
    await raffle.seal(prize.id);
    await raffle.draw(prize.id, 'three cheers');
    await api.admin.post(byHand.replace('/1/', '/3/'), { note: 'Showed a passport' });

    const winners = (await api.admin.get(winnersPath(eventId))).as(z.array(winner.strict()));

    const common = {
      place: 0,
      prizeId: prize.id,
      prizeName: 'City bicycle',
      phoneE164: expect.stringMatching(/^\+447700/),
      drawnBy: expect.any(String),
      ...{ chances: 1, totalChances: 1, people: 1, rollCall: 0, here: false, reached: null },
    };
    expect(winners).toEqual([
      {
        ...common,
        number: 1,
        ...{ name: phone.lead.name, phone: phone.lead.phone, email: phone.lead.email },
        ticket: absent.ticket,
        drawnAt: expect.any(String),
        phrase: '',
        handover: null,
        forfeited: { at: expect.any(String), reason: 'Not present' },
      },
      {
        ...common,
        number: 3,
        ...{ name: '=Elif Bello', phone: present.lead.phone, email: present.lead.email },
        ticket: expect.any(String),
        drawnAt: expect.any(String),
        phrase: 'three cheers',
        handover: {
          at: expect.any(String),
          by: api.admin.user?.name ?? api.admin.user?.username,
          note: 'Showed a passport',
        },
        forfeited: null,
      },
    ]);

    const csv = await api.admin.post(`${winnersPath(eventId)}/export`, { format: 'csv' });
    const lines = csv.text.split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/"Prize","Name","Phone","Email","Ticket","Drawn At","Drawn By"/);
    expect(lines[1]).toContain(`"${ticketName(absent.ticket)}"`);
    expect(lines[1]).toMatch(/"Not present"$/);
    expect(lines[2]).toMatch(/"City bicycle","'=Elif Bello"/);
    expect(lines[2]).toMatch(/"\d{4}-\d\d-\d\d [\d:]{8}",".+","by hand","Showed a passport",,?/);
    const xlsx = await fetch(`${api.anyone.url}${winnersPath(eventId)}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format: 'xlsx' }),
    });
    const parts = unzipSync(new Uint8Array(await xlsx.arrayBuffer()));
    expect(strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain(
      '>=Elif Bello<',
    );
    const entries = await entriesOf(eventId, '&limit=1');
    expect(entries).toMatchObject([{ kind: 'winners-exported', details: { winners: 2 } }]);
  });

  it('says who was reached and by whom, until that is undone', async () => {
    const { eventId, raffle } = await newWin();
    const path = `/api/events/${eventId}/draws/1/reached`;
    const reached = async () => {
      const [one] = (await api.admin.get(winnersPath(eventId))).as(z.array(winner));
      return one?.reached;
    };
    expect((await api.admin.post(path, {})).as(reachedWinner.strict()).number).toBe(1);
    const noted = await reached();
    expect(noted).toEqual({
      at: expect.any(String),
      by: api.admin.user?.name ?? api.admin.user?.username,
    });
    await api.admin.post(path, {});
    expect(await reached()).toEqual(noted);
    await api.admin.delete(path);
    expect(await reached()).toBeNull();
    expect((await api.admin.post(path.replace('/1/', '/7/'), {})).problem[0]).toBe(404);
    await raffle.forfeit(1);
    expect((await api.admin.post(path, {})).problem[0]).toBe(409);
    expect(await reached()).toBeNull();
  });

  it("is in the person's data, and loses its note when the person is erased", async () => {
    const { eventId, phone, byHand } = await newWin();
    await api.admin.post(byHand, { note: 'Her sister Ada took it' });
    const storedData = await api.admin.post('/api/people/find', { leadId: phone.lead.id });
    expect(storedData.as(personData).leads[0]?.draws).toMatchObject([
      { number: 1, handedOverAt: expect.any(String), handoverNote: 'Her sister Ada took it' },
    ]);
    await api.admin.post('/api/people/erase', { leadIds: [phone.lead.id] });
    const erased = { name: 'Erased', phone: null, email: null, handover: { note: 'Erased' } };
    const winners = async () => (await api.admin.get(winnersPath(eventId))).as(z.array(winner));
    expect(await winners()).toMatchObject([erased]);
    await api.admin.delete(byHand);
    await api.admin.post(byHand, { note: 'Ada again' });
    expect(await winners()).toMatchObject([erased]);
  });

  it('keeps no note when another lead of the winner is erased', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const first = await newPhone(eventId, { name: 'Anna First' });
    const second = await newPhone(eventId, { name: 'Bob Second', phone: first.lead.phone });
    await raffleOf(api, eventId).draw();
    const handoverPath = `/api/events/${eventId}/draws/1/handover`;
    await api.admin.post(handoverPath, { note: 'Bob Second took it' });
    await api.admin.post('/api/people/erase', { leadIds: [second.lead.id] });
    const winners = (await api.admin.get(winnersPath(eventId))).as(z.array(winner));
    expect(winners).toMatchObject([{ name: 'Anna First', handover: { note: 'Erased' } }]);
  });
});
