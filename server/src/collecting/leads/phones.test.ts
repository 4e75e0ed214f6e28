import { adminLead, enteredLead } from '@drawbridge/contract/collecting/leads';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import { createEvent, newContact, submitLead } from '../../test/world/fixtures.ts';
import { idsOf, listLeads } from '../../test/world/leads.ts';

const TOO_SHORT = [400, 'Phone number must be at least 10 digits'];
const NOT_VALID = [400, "Phone number is not valid in the event's country"];

/** One number of each country: national, as digits, international and E.164. */
const spellings: Record<string, [string, string, string, string]> = {
  GB: ['07400 123456', '07400123456', '+44 7400 123456', '+447400123456'],
  DE: ['0151 23456789', '015123456789', '+49 151 23456789', '+4915123456789'],
  NO: ['406 12 345', '40612345', '+47 406 12 345', '+4740612345'],
  // The leading 8 of a national number is neither the country code nor a zero.
  RU: ['8 (912) 345-67-89', '89123456789', '+7 912 345-67-89', '+79123456789'],
};

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const eventIn = async (country: string) => (await createEvent(api.admin, { country })).id;
const enter = (eventId: string, phone: string) =>
  api.anyone.post('/api/leads/public', { eventId, ...newContact(), phone });
/** The leads, oldest first, as administrators see their phones. */
const phonesOf = async (eventId: string) => (await listLeads(api, `?eventId=${eventId}`)).reverse();
const change = (id: string, fields: object) => api.admin.patch(`/api/leads/${id}`, fields);

describe('one number in four spellings', () => {
  it.each(Object.entries(spellings))('is one person in %s', async (country, ways) => {
    const eventId = await eventIn(country);
    for (const phone of ways) expect((await enter(eventId, phone)).status).toBe(201);
    await submitLead(api.anyone, eventId, { phone: '+1 212 555 0123' });

    const [first, ...others] = await phonesOf(eventId);
    expect(first).toMatchObject({ phoneE164: ways[3], duplicateOf: null, entries: 4 });
    for (const other of others.slice(0, 3)) {
      expect(other).toMatchObject({ phoneE164: ways[3], duplicateOf: first?.id, entries: 4 });
    }
    expect(others[3]).toMatchObject({ duplicateOf: null, entries: 1 });
  });

  it.each(Object.entries(spellings))('is found by each of them in %s', async (country, ways) => {
    const eventId = await eventIn(country);
    for (const phone of ways) await enter(eventId, phone);
    await enter(eventId, '+1 212 555 0123');
    for (const phone of ways) {
      const q = encodeURIComponent(phone);
      expect(await listLeads(api, `?eventId=${eventId}&q=${q}`), phone).toHaveLength(4);
      const everywhere = idsOf(await listLeads(api, `?q=${q}`));
      const here = idsOf((await phonesOf(eventId)).slice(0, 4));
      expect(everywhere, phone).toEqual(expect.arrayContaining(here));
    }
  });

  it('is stored as the specification says, whatever it is compared by', async () => {
    const eventId = await eventIn('DE');
    const stored = [
      ['0151 23456789', '015123456789'],
      ['+49 (151) 234-56789', '4915123456789'],
      ['+44 7400 123456', '07400123456'],
      ['447400123456', '07400123456'],
      ['+33 6 12 34 56 78', '33612345678'],
    ] as const;
    for (const [typed, phone] of stored) {
      expect((await enter(eventId, typed)).as(enteredLead).phone).toBe(phone);
    }
    expect((await phonesOf(eventId)).map(({ phone }) => phone)).toEqual(
      stored.map(([, phone]) => phone),
    );
  });
});

describe('a plus sign', () => {
  it('names the country, where the digits alone are a number of the event’s own', async () => {
    const eventId = await eventIn('DE');
    await enter(eventId, '+33 6 12 34 56 78');
    await enter(eventId, '033612345678');
    await enter(eventId, '33612345678');
    const [french, german, bare] = await phonesOf(eventId);
    expect(french).toMatchObject({ phoneE164: '+33612345678', entries: 1, duplicateOf: null });
    expect(german).toMatchObject({ phoneE164: '+4933612345678', entries: 2, duplicateOf: null });
    expect(bare).toMatchObject({ phone: french?.phone, entries: 2, duplicateOf: german?.id });
  });

  it('is remembered when a form sends back the digits that it was given', async () => {
    const eventId = await eventIn('DE');
    const { id } = await submitLead(api.anyone, eventId, { phone: '+33 6 12 34 56 78' });
    const [before] = await phonesOf(eventId);
    const { phone, name } = before ?? {};
    expect((await change(id, { phone })).as(adminLead)).toEqual(before);
    expect((await change(id, { phone, name, eventId })).as(adminLead)).toEqual(before);
    expect((await change(id, {})).as(adminLead)).toEqual(before);
  });
});

describe('a number that is not valid', () => {
  it('is stored, flagged, and compared by its digits', async () => {
    const eventId = await eventIn('GB');
    await enter(eventId, '00 1234 5678 9');
    await enter(eventId, '(00) 123456789');
    const [first, second] = await phonesOf(eventId);
    expect(first).toMatchObject({ phone: '00123456789', phoneE164: null, entries: 2 });
    expect(second).toMatchObject({ phoneE164: null, entries: 2, duplicateOf: first?.id });
  });
});

describe('a short number', () => {
  it('is refused in a change as well, where the country has no such number', async () => {
    for (const [country, status] of Object.entries({ NO: 200, GB: 400 })) {
      const { id } = await submitLead(api.anyone, await eventIn(country));
      expect((await change(id, { phone: '40612345' })).status).toBe(status);
      const refused = await change(id, { phone: '4061234' });
      expect(refused.problem).toEqual(country === 'NO' ? NOT_VALID : TOO_SHORT);
    }
  });

  it('that was accepted stays, when the lead moves or its event is in another country', async () => {
    const [norway, britain] = [await eventIn('NO'), await eventIn('GB')];
    const lead = await submitLead(api.anyone, norway, { phone: '40612345' });
    const moved = await change(lead.id, { eventId: britain });
    expect(moved.as(adminLead)).toMatchObject({ eventId: britain, phoneE164: null });
    const edited = await change(lead.id, { name: 'Kari Nordmann', phone: '40612345' });
    expect(edited.as(adminLead)).toMatchObject({ name: 'Kari Nordmann', phone: '40612345' });
    expect((await change(lead.id, { phone: '4061 2345' })).problem).toEqual(TOO_SHORT);
  });
});

describe('changing the phone of a lead', () => {
  it('compares it again', async () => {
    const eventId = await eventIn('DE');
    const { id: first } = await submitLead(api.anyone, eventId, { phone: '0151 23456789' });
    const { id } = await submitLead(api.anyone, eventId, { phone: '0151 99999999' });
    const twin = (await change(id, { phone: '+49 151 23456789' })).as(adminLead);
    expect(twin).toMatchObject({
      phone: '4915123456789',
      phoneE164: '+4915123456789',
      duplicateOf: first,
      entries: 2,
    });
    const invalid = (await change(id, { phone: '0000 0000000' })).as(adminLead);
    expect(invalid).toMatchObject({ phoneE164: null, duplicateOf: null, entries: 1 });
  });
});

describe('moving a lead to an event of another country', () => {
  it('compares its phone there, and a plus sign still counts', async () => {
    const [britain, norway] = [await eventIn('GB'), await eventIn('NO')];
    const there = await submitLead(api.anyone, norway, { phone: '40612345' });
    const typed = [
      ['07400 123456', null],
      ['0047 40612345', '+4740612345'],
      ['+447400123456', '+447400123456'],
    ] as const;
    for (const [phone, phoneE164] of typed) {
      const { id } = await submitLead(api.anyone, britain, { phone });
      const moved = (await change(id, { eventId: norway })).as(adminLead);
      expect(moved).toMatchObject({ eventId: norway, phoneE164 });
      expect(moved.duplicateOf).toBe(phoneE164 === '+4740612345' ? there.id : null);
    }
  });
});
