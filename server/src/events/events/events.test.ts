import { randomUUID } from 'node:crypto';
import { deleted } from '@drawbridge/contract/core/ids';
import {
  type AdminEvent,
  adminEvent,
  copiedFields,
  publicEvent,
} from '@drawbridge/contract/events/events';
import { languageCodes } from '@drawbridge/contract/languages/languages';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { demoPictures } from '../../operations/demo/pictures.ts';
import { mailSettings } from '../../test/fakes/mail-server.ts';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createPrize,
  createSponsor,
  createVolunteer,
  eventBody,
  logo,
  picture,
  sponsorBody,
  submitLead,
  UNKNOWN_ID,
  verifiedLead,
} from '../../test/world/fixtures.ts';

// An event can send receipts only on a server that sends mail.
const api = await startApi(mailSettings());
afterAll(() => api.close());

const otherLogo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')}`;

/** The id column of each table's rows, and the columns that a copy does not take. */
const ownColumns: Record<string, { id: string; own: string[] }> = {
  events: {
    id: 'id',
    own: [
      ...['id', 'created_at', 'created_by', 'short_code', 'draw_secret'],
      ...['date', 'status', 'total_amount_collected', 'roa', 'draw_at', 'archived', 'sample'],
      ...[
        'checklist',
        'erasure_approved_for',
        'erasure_confirmed_at',
        'live_version',
        'last_record',
      ],
      'restored_because',
    ],
  },
  sponsors: { id: 'event_id', own: ['id', 'event_id', 'created_at'] },
  prizes: { id: 'event_id', own: ['id', 'event_id', 'created_at', 'sponsor_id'] },
};

describe('creating an event', () => {
  it('answers 201 with the whole event and fills in the defaults', async () => {
    const response = await api.admin.post('/api/events', {
      name: '  Founders Breakfast ',
      date: '2027-01-14',
      location: 'The Exchange',
      createdBy: UNKNOWN_ID,
      id: UNKNOWN_ID,
    });

    expect(response.status).toBe(201);
    const event = response.as(adminEvent);
    expect(event).toMatchObject({
      name: 'Founders Breakfast',
      date: '2027-01-14',
      location: 'The Exchange',
      status: 'upcoming',
      totalAmountCollected: '0.00',
      roa: '0.00',
      country: 'GB',
      winnerDisplay: 'full',
      winnerDisplayChosen: false,
      createdBy: api.admin.user?.id,
      leadCount: 0,
      volunteerCount: 0,
      prizeCount: 0,
      prizesLeft: 0,
    });
    expect(event.id).not.toBe(UNKNOWN_ID);
  });

  it('copies the sponsors and prizes of another event, and nobody who entered', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    await createPrize(api.admin, event.id);
    await api.admin.post('/api/sponsors', { eventId: event.id, name: 'Acme', logo, position: 2 });
    await submitLead(api.anyone, event.id);
    const body = { name: 'Again', date: '2028-01-14', location: 'Hall 7', copyOf: event.id };
    const copy = (await api.admin.post('/api/events', body)).as(adminEvent);
    expect(copy).toMatchObject({ name: 'Again', leadCount: 0, prizeCount: 2, archived: false });
    const prizes = await api.admin.get(`/api/prizes?eventId=${copy.id}`);
    expect(prizes.json()).toMatchObject([{ name: prize.name, position: prize.position }, {}]);
    const sponsors = await api.admin.get(`/api/sponsors?eventId=${copy.id}`);
    expect(sponsors.json()).toMatchObject([{ name: 'Acme', logo, position: 2 }]);
    const unknown = await api.admin.post('/api/events', { ...body, copyOf: UNKNOWN_ID });
    expect(unknown.status).toBe(404);
  });

  it('copies every column but those that are its own', async () => {
    const plain = await createEvent(api.admin, { country: 'FR' });
    const original = await createEvent(api.admin, {
      ...{ ...eventBody(), language: 'de', suspense: 8, receipts: true, maxChances: 5 },
      ...{ logo: demoPictures.coffee, cover: demoPictures.sea },
    });
    const prizeIds: string[] = [];
    for (const { id } of [plain, original]) {
      const { id: sponsorId } = await createSponsor(api, id);
      const prize = await createPrize(
        api.admin,
        id,
        id === original.id ? { sponsorId, position: 4 } : {},
      );
      prizeIds.push(prize.id);
    }
    const bicycle = {
      ...{ name: 'Rad', description: 'Zwei Räder', value: '900 €', note: 'Klingeln', quantity: 2 },
      ...{ picture, drawSource: 'phrase' },
    };
    const [sponsor] = await api.sql`select id from sponsors where event_id = ${original.id}`;
    const path = `/api/events/${original.id}`;
    for (const response of [
      await api.admin.patch(`/api/prizes/${prizeIds[1]}`, bicycle),
      await api.admin.patch(`/api/sponsors/${sponsor?.id}`, {
        ...{ ...sponsorBody(), name: 'Nord', logo: otherLogo, position: 3 },
      }),
      await api.admin.patch(`${path}/stage`, { claimMinutes: 3, applause: false }),
      await api.admin.send('PUT', `${path}/questions`, {
        version: 1,
        questions: [{ id: randomUUID(), kind: 'text', label: 'Firma' }],
      }),
      await api.admin.send('PUT', `${path}/translations`, {
        version: 2,
        event: { en: { name: 'Breakfast' } },
        prizes: { [String(prizeIds[1])]: { en: { name: 'Bicycle' } } },
      }),
    ]) {
      expect(response.status, response.text).toBe(200);
    }
    const copied = (await api.admin.get(path)).as(adminEvent);
    const copy = await createEvent(api.admin, {
      ...Object.fromEntries(copiedFields.map((field) => [field, copied[field]])),
      copyOf: original.id,
    });

    for (const [table, { id, own }] of Object.entries(ownColumns)) {
      const columns = await api.sql<{ name: string }[]>`
        select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table} order by 1`;
      const rowOf = async (event: AdminEvent) => {
        const rows = await api.sql`
          select to_jsonb(t) as row from ${api.sql(table)} t where ${api.sql(id)} = ${event.id}`;
        expect(rows).toHaveLength(1);
        return rows[0]?.row;
      };
      const [before, after, unset] = [await rowOf(original), await rowOf(copy), await rowOf(plain)];
      for (const { name } of columns) {
        if (own.includes(name)) continue;
        const column = `${table}.${name}`;
        expect(after[name], `${column} is copied, or its own`).toEqual(before[name]);
        // Otherwise a copy without the column would be equal, too.
        expect(before[name], `${column} has a value of its own in this test`).not.toEqual(
          unset[name],
        );
      }
    }
  });

  it.each([
    ['2027-01-14T23:30:00-08:00', '2027-01-14'],
    ['2027-01-14T00:30:00.000Z', '2027-01-14'],
    ['2028-02-29', '2028-02-29'],
  ])('takes %s as the day %s', async (sent, stored) => {
    expect((await createEvent(api.admin, { date: sent })).date).toBe(stored);
  });

  it('takes the time of the draw by the clock of the event, or as a moment, and tells it', async () => {
    const read = async (id: string) => {
      const { drawAt, drawClock } = (await api.anyone.get(`/api/events/${id}`)).as(publicEvent);
      return [new Date(drawAt ?? 0), drawClock];
    };
    const { id } = await createEvent(api.admin, {
      timeZone: 'Asia/Kolkata',
      drawAt: '2026-12-05T17:30',
    });
    expect(await read(id)).toEqual([new Date('2026-12-05T12:00:00Z'), '2026-12-05 17:30']);
    const change = (drawAt: string | null) => api.admin.patch(`/api/events/${id}`, { drawAt });
    await change('2026-12-05T18:00');
    expect(await read(id)).toEqual([new Date('2026-12-05T12:30:00Z'), '2026-12-05 18:00']);
    await change('2026-12-05T18:00:00+01:00');
    expect(await read(id)).toEqual([new Date('2026-12-05T17:00:00Z'), '2026-12-05 22:30']);
    const response =
      await api.sql`select count(*)::int as n from live_messages where event_id = ${id}`;
    expect(response).toEqual([{ n: 2 }]);
    expect((await change(null)).as(adminEvent).drawAt).toBeNull();
    expect((await change('17:30')).problem).toEqual([400, 'Time of the draw is not valid']);
  });

  it('keeps money exactly, takes blank as 0 and lets ROA be negative', async () => {
    const event = await createEvent(api.admin, {
      totalAmountCollected: '99999999.99',
      roa: '-12.5',
    });
    expect(event).toMatchObject({ totalAmountCollected: '99999999.99', roa: '-12.50' });
    const blank = await createEvent(api.admin, { totalAmountCollected: '', roa: ' ' });
    expect(blank).toMatchObject({ totalAmountCollected: '0.00', roa: '0.00' });
  });
});

describe('reading events', () => {
  it('shows an administrator everything, with counts', async () => {
    const event = await createEvent(api.admin);
    await createPrize(api.admin, event.id);
    await submitLead(api.anyone, event.id);
    await submitLead(api.anyone, event.id);
    await createVolunteer(api, [event.id]);

    const expected = { leadCount: 2, volunteerCount: 1, prizeCount: 1, prizesLeft: 1 };
    const one = (await api.admin.get(`/api/events/${event.id}`)).as(adminEvent);
    expect(one).toMatchObject(expected);
    const all = (await api.admin.get('/api/events')).as(z.array(adminEvent));
    expect(all.find(({ id }) => id === event.id)).toMatchObject(expected);
  });

  it('shows everybody else what the form needs and no figures', async () => {
    const event = await createEvent(api.admin, {
      totalAmountCollected: '500',
      winnerDisplay: 'short',
      organiser: ' Harbour Traders ',
      privacyText: 'We keep your number\nuntil the draw.',
      privacyUrl: 'https://example.com/privacy?of=fair#raffle',
      consentNote: ' ',
      marketingText: ' Tell me about future events. ',
    });
    const volunteer = await createVolunteer(api);
    for (const client of [api.anyone, volunteer.client]) {
      const response = await client.get(`/api/events/${event.id}`);
      expect(response.json()).toEqual({
        id: event.id,
        name: event.name,
        date: event.date,
        location: event.location,
        status: event.status,
        drawAt: null,
        drawClock: null,
        timeZone: event.timeZone,
        shortCode: event.shortCode,
        country: 'GB',
        phoneMinLength: 7,
        language: 'en',
        languages: null,
        translations: {},
        questions: [],
        questionsVersion: 1,
        organiser: 'Harbour Traders',
        privacyText: 'We keep your number\nuntil the draw.',
        privacyUrl: 'https://example.com/privacy?of=fair#raffle',
        consentNote: null,
        marketingText: 'Tell me about future events.',
        receipts: false,
        logo: null,
        cover: null,
        accent: null,
        accentStyles: null,
        consentVersion: event.consentVersion,
      });
    }
    const admins = await api.admin.get(`/api/events/${event.id}`);
    expect(admins.as(adminEvent).winnerDisplay).toBe('short');
  });

  it('lists for a volunteer the events of active assignments only, without money', async () => {
    const mine = await createEvent(api.admin);
    await createEvent(api.admin);
    const volunteer = await createVolunteer(api, [mine.id]);

    const response = await volunteer.client.get('/api/events');
    expect(response.as(z.array(publicEvent.strict())).map(({ id }) => id)).toEqual([mine.id]);
  });
});

describe('the country of an event', () => {
  it("is otherwise the last event's, and for the first event the setting's", async () => {
    const austrian = await startApi({ COUNTRY: 'at' });
    onTestFinished(() => austrian.close());
    const first = await createEvent(austrian.admin);
    expect(first.country).toBe('AT');
    expect((await createEvent(austrian.admin, { country: 'NO' })).country).toBe('NO');
    expect((await createEvent(austrian.admin)).country).toBe('NO');
    // The latest event is the one that was created last, even if others have changed since.
    await austrian.admin.patch(`/api/events/${first.id}`, { country: 'FR' });
    expect((await createEvent(austrian.admin)).country).toBe('NO');
  });
});

it('offers its own language alone until others are chosen', async () => {
  const event = await createEvent(api.admin, { language: 'de', languages: undefined });
  expect(event.languages).toEqual(['de']);
  const change = async (fields: object) =>
    (await api.admin.patch(`/api/events/${event.id}`, fields)).as(adminEvent).languages;
  expect(await change({ language: 'fr' })).toEqual(['fr']);
  expect(await change({ languages: ['fr', 'nl'] })).toEqual(['fr', 'nl']);
  expect(await change({ language: 'nl' })).toEqual(['fr', 'nl']);
});

describe('changing an event', () => {
  it('changes the fields that are sent and leaves the others', async () => {
    const event = await createEvent(api.admin, { roa: '3' });
    const response = await api.admin.patch(`/api/events/${event.id}`, { status: 'ended' });
    expect(response.as(adminEvent)).toEqual({ ...event, status: 'ended' });
    expect((await api.admin.patch(`/api/events/${event.id}`, {})).as(adminEvent)).toEqual({
      ...event,
      status: 'ended',
    });
  });

  it.each([
    [{ country: 'de' }, { country: 'DE', phoneMinLength: 4 }],
    [{ winnerDisplay: 'short' }, { winnerDisplay: 'short', winnerDisplayChosen: true }],
    [{ organiser: 'Harbour Traders' }, { organiser: 'Harbour Traders' }],
    [{ languages: ['fr', 'en', 'de', 'en'] }, { languages: ['en', 'de', 'fr'] }],
    [{ languages: languageCodes }, { languages: null }],
    [
      { language: 'de', languages: ['de'] },
      { language: 'de', languages: ['de'] },
    ],
    [{ currency: 'jpy' }, { currency: 'JPY' }],
    [{ timeZone: 'Asia/Tokyo' }, { timeZone: 'Asia/Tokyo' }],
    [{ organiser: ' ' }, { organiser: null }],
    [{ consentNote: 'We call winners.' }, { consentNote: 'We call winners.' }],
    [{ marketingText: null }, { marketingText: null }],
    [{ retentionDays: 30 }, { retentionDays: 30 }],
    [{ archived: true }, { archived: true }],
    [{ checklist: 'printed' }, { checklist: 'printed' }],
    [
      { privacyText: null, privacyUrl: '' },
      { privacyText: null, privacyUrl: null },
    ],
    [
      { country: 'FR', name: 'Foire' },
      { country: 'FR', phoneMinLength: 9, name: 'Foire' },
    ],
  ])('takes %j', async (change, changed) => {
    const event = await createEvent(api.admin, {
      country: 'GB',
      organiser: 'Somebody',
      privacyText: 'A text',
      privacyUrl: 'http://example.com',
      marketingText: 'Write to me.',
    });
    const response = await api.admin.patch(`/api/events/${event.id}`, change);
    const { consentVersion, ...after } = response.as(adminEvent);
    expect(after).toEqual({ ...event, ...changed, consentVersion: undefined });
    // Another consent text is another version.
    const shown = ['organiser', 'privacyText', 'consentNote', 'marketingText'];
    const isOther = shown.some((field) => field in change);
    expect(consentVersion !== event.consentVersion).toBe(isOther);
  });
});

describe('deleting an event', () => {
  it('takes everything along that belongs to it, drawn prizes and winners included', async () => {
    const event = await createEvent(api.admin);
    const prize = await createPrize(api.admin, event.id);
    const lead = await verifiedLead(api, event.id);
    await createVolunteer(api, [event.id]);
    const drawn = await api.admin.post(`/api/events/${event.id}/draw-winner`, {
      prizeId: prize.id,
    });
    expect(drawn.status).toBe(201);

    const response = await api.admin.delete(`/api/events/${event.id}`);

    expect(response.status).toBe(200);
    expect(response.as(deleted.strict())).toEqual({ id: event.id });
    expect((await api.admin.get(`/api/events/${event.id}`)).status).toBe(404);
    expect((await api.admin.patch(`/api/leads/${lead.id}`, {})).status).toBe(404);
    const [left] = await api.sql`
      select (select count(*)::int from leads where event_id = ${event.id}) as leads,
             (select count(*)::int from prizes where event_id = ${event.id}) as prizes,
             (select count(*)::int from records where event_id = ${event.id}) as records,
             (select count(*)::int from volunteer_assignments
               where event_id = ${event.id}) as assignments`;
    expect(left).toEqual({ leads: 0, prizes: 0, records: 0, assignments: 0 });
  });
});
