import { adminLead, ownLead } from '@drawbridge/contract/collecting/leads';
import {
  consentText,
  type PersonData,
  personData,
} from '@drawbridge/contract/collecting/personal-data';
import { CONSENT_NOTE, consentNoteOf } from '@drawbridge/contract/events/entering';
import { auditPage } from '@drawbridge/contract/team/audit';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/world/api.ts';
import {
  createEvent,
  createPrize,
  createVolunteer,
  newContact,
  submitLead,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { idsOf } from '../../test/world/leads.ts';
import { raffleOf } from '../../test/world/raffle.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

const find = async (body: object): Promise<PersonData> =>
  (await api.admin.post('/api/people/find', body)).as(personData);
const handOut = (leadIds: string[], usernames: string[] = []) =>
  api.admin.post('/api/people/export', { leadIds, usernames });

describe("a person's data", () => {
  it('is found by phone in every event, however the number was written', async () => {
    const british = await createEvent(api.admin, { country: 'GB' });
    const french = await createEvent(api.admin, { country: 'FR' });
    const leads = [
      await submitLead(api.anyone, british.id, { phone: '07400 123456' }),
      await submitLead(api.anyone, french.id, { phone: '+44 7400 123456' }),
    ];
    await submitLead(api.anyone, british.id, { phone: '07400 123457' });
    for (const contact of ['07400 123 456', '+44 (0)7400 123456', '0044 7400-123456']) {
      const { leads: held, total } = await find({ contact });
      expect(idsOf(held).sort()).toEqual(idsOf(leads).sort());
      expect(total).toBe(2);
    }
  });

  it('is not that of somebody who has the same digits in another country', async () => {
    const paris = await createEvent(api.admin, { country: 'FR' });
    const amsterdam = await createEvent(api.admin, { country: 'NL' });
    const digits = '0612345678';
    const woman = await submitLead(api.anyone, paris.id, { phone: digits });
    const man = await submitLead(api.anyone, amsterdam.id, { phone: digits });
    expect((await api.admin.post('/api/people/find', { contact: digits })).problem).toEqual([
      400,
      'This number exists in several countries of your events. Add its country code, such as +44.',
    ]);
    const matches = await find({ contact: '+33 6 12 34 56 78' });
    expect(idsOf(matches.leads)).toEqual([woman.id]);
    expect(matches.leads).toMatchObject([{ number: '+33612345678', event: { country: 'FR' } }]);
    expect(idsOf((await find({ contact: '0031 6 12345678' })).leads)).toEqual([man.id]);

    // A number that is not valid has no country code, so it is compared in its own country only.
    const wrong = await submitLead(api.anyone, paris.id, { phone: '0000 111 222' });
    await submitLead(api.anyone, amsterdam.id, { phone: '0000 111 222' });
    expect(idsOf((await find({ leadId: wrong.id })).leads)).toEqual([wrong.id]);
  });

  it('is handed out as it was chosen, and nothing else', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const email = 'shared@example.org';
    const [hers] = [
      await submitLead(api.anyone, eventId, { email }),
      await submitLead(api.anyone, eventId, { email }),
    ];
    const account = { fullName: 'Ada Byron', username: email, password: 'secret-enough' };
    await api.admin.post('/api/auth/register', account);
    const file = (await handOut([hers.id])).as(personData);
    expect(idsOf(file.leads)).toEqual([hers.id]);
    expect(file.accounts).toEqual([]);
    expect((await handOut([], [email])).as(personData)).toMatchObject({
      leads: [],
      accounts: [{ username: email }],
    });
    expect((await handOut([])).problem).toEqual([400, 'Select at least one lead']);
    const unknown = await handOut([crypto.randomUUID()]);
    expect(unknown.problem).toEqual([404, 'Lead not found']);
  });

  it('has no tick for a wording that its event never showed', async () => {
    const event = await createEvent(api.admin, { marketingText: 'Send me the newsletter.' });
    const answerTo = async (consentVersion: number) => {
      const { id } = await submitLead(api.anyone, event.id, { consentVersion, marketing: true });
      return (await find({ leadId: id })).leads[0]?.marketing;
    };
    expect(await answerTo(event.consentVersion)).toBe(true);
    expect(await answerTo(event.consentVersion + 9999)).toBeNull();
  });

  it('is found by e-mail without regard to case, with the account of that name', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const lead = await submitLead(api.anyone, eventId, { email: 'Ada@Example.org' });
    await api.admin.post('/api/auth/register', {
      fullName: 'Ada Byron',
      username: 'ADA@example.org',
      password: 'secret-enough',
    });
    const { leads, accounts } = await find({ contact: ' ada@example.ORG ' });
    expect(idsOf(leads)).toEqual([lead.id]);
    expect(accounts).toMatchObject([{ username: 'ADA@example.org', role: 'volunteer' }]);
  });

  it('includes everything with the phone number or the e-mail of a lead', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const { phone, email } = newContact();
    const lead = await submitLead(api.anyone, eventId, { phone, email });
    const same = [
      lead,
      await submitLead(api.anyone, eventId, { phone }),
      await submitLead(api.anyone, eventId, { email }),
    ];
    await submitLead(api.anyone, eventId);
    const { leads, contact } = await find({ leadId: lead.id });
    expect(idsOf(leads)).toEqual(idsOf(same).reverse());
    expect(contact).toBeNull();
  });

  it('tells the consent, the draws, the wins and what was done with each lead', async () => {
    const { id: eventId, date } = await createEvent(api.admin, { organiser: 'Harbour Traders' });
    const prize = await createPrize(api.admin, eventId);
    const lead = await verifiedLead(api, eventId, { phone: '07700 900789' });
    const raffle = raffleOf(api, eventId);
    await raffle.seal();
    await raffle.voidDraw('Too early');
    await raffle.draw(prize.id);
    await raffle.forfeit(2);
    const { leads } = await find({ contact: '07700 900789' });
    expect(leads).toMatchObject([
      {
        id: lead.id,
        event: { id: eventId, name: 'Harbour Winter Fair', date },
        name: lead.name,
        phone: '07700900789',
        phoneTyped: '07700 900789',
        channel: 'form',
        consent: { note: CONSENT_NOTE, organiser: 'Harbour Traders', privacyText: null },
        draws: [
          { number: 1, prizeName: null, won: false, forfeited: false },
          { number: 2, prizeName: 'City bicycle', won: true, forfeited: true },
        ],
        audit: [{ kind: 'lead-verified', by: 'admin' }],
      },
    ]);
  });

  it('is shown and handed out with an entry in the audit trail, which contains no contact', async () => {
    const { id: eventId } = await createEvent(api.admin);
    const contact = { email: 'export-me@example.com', phone: '07700 922922' };
    const { id } = await submitLead(api.anyone, eventId, contact);
    await handOut([id]);
    await find({ contact: contact.phone });
    await find({ leadId: id });
    await find({ contact: 'unknown-here@example.com' });
    await api.admin.post('/api/people/find', { leadId: crypto.randomUUID() });
    const entries = (await api.admin.get('/api/audit?limit=4')).as(auditPage);
    const actor = expect.objectContaining({ name: 'admin' });
    const subject = { id, name: null };
    expect(entries).toMatchObject([
      { kind: 'person-looked-up', actor, subject: null, details: { leads: 0, by: 'email' } },
      { kind: 'person-looked-up', actor, subject, details: { leads: 1, by: 'lead' } },
      { kind: 'person-looked-up', actor, subject, details: { leads: 1, by: 'phone number' } },
      { kind: 'person-exported', actor, subject, details: { leads: 1 } },
    ]);
    const stored = await api.sql<{ row: string }[]>`select audit_log::text as row from audit_log`;
    for (const { row } of stored) expect(row).not.toMatch(/export-me|unknown-here|922922/);
    // The person's data include who has looked at it.
    const { leads } = await find({ leadId: id });
    expect(leads[0]?.audit.map(({ kind }) => kind)).toEqual([
      'person-exported',
      'person-looked-up',
      'person-looked-up',
    ]);
  });
});

describe('consent', () => {
  const consentOf = async (leadId: string) => {
    const lead = (await find({ leadId })).leads.find(({ id }) => id === leadId);
    const { channel, consent, submitterName } = lead ?? {};
    return { channel, privacyText: consent?.privacyText, submitterName };
  };

  it('keeps the wording that was shown, when the wording changes afterwards', async () => {
    const event = await createEvent(api.admin, { privacyText: 'First wording' });
    const early = await submitLead(api.anyone, event.id);
    const path = `/api/events/${event.id}`;
    await api.admin.patch(path, { privacyText: 'Second wording' });
    const late = await submitLead(api.anyone, event.id);
    // The entry comes from a page that was loaded before the change.
    const { consentVersion } = event;
    const slow = await submitLead(api.anyone, event.id, { consentVersion });
    expect((await consentOf(early.id)).privacyText).toBe('First wording');
    expect((await consentOf(late.id)).privacyText).toBe('Second wording');
    expect((await consentOf(slow.id)).privacyText).toBe('First wording');
    // The same wording again is the same version.
    await api.admin.patch(path, { privacyText: 'First wording' });
    expect((await api.anyone.get(path)).json()).toMatchObject({ consentVersion });
  });

  const asking = { marketingText: 'Tell me about future events.' };
  const readList = async (eventId: string) =>
    (await api.admin.get(`/api/leads?eventId=${eventId}`)).as(z.array(adminLead));

  it('is the sentence as specified, that of the event, or a note for the raffle beside a box', async () => {
    const own = 'We call you if you win, and never otherwise.';
    for (const [fields, note] of [
      [{}, 'By submitting, you agree to be contacted about this event and future opportunities.'],
      [asking, 'By submitting, you take part in the raffle and agree to be contacted if you win.'],
      [{ consentNote: own }, own],
      [{ ...asking, consentNote: own }, own],
    ] as const) {
      const event = await createEvent(api.admin, fields);
      const { id } = await submitLead(api.anyone, event.id);
      const { leads } = await find({ leadId: id });
      // The stored note is the one that the form shows.
      expect(consentNoteOf(event)).toBe(note);
      expect(leads).toMatchObject([{ consent: { note, marketingText: event.marketingText } }]);
    }
  });

  it('keeps whether the box was ticked, by whichever way the lead came in', async () => {
    const { id: eventId, consentVersion } = await createEvent(api.admin, asking);
    const { client } = await createVolunteer(api, [eventId]);
    const ways = [
      [api.anyone, '/api/leads/public', true, true],
      [api.anyone, '/api/leads/public', false, false],
      [api.anyone, '/api/leads/public', undefined, null],
      [client, '/api/leads', true, true],
      // An administrator's form asks the person nothing.
      [api.admin, '/api/leads', true, null],
    ] as const;
    for (const [caller, path, marketing, kept] of ways) {
      const lead = (await caller.post(path, { eventId, marketing, ...newContact() })).as(ownLead);
      expect((await find({ leadId: lead.id })).leads).toMatchObject([{ marketing: kept }]);
      const [newest] = await readList(eventId);
      expect(newest).toMatchObject({
        id: lead.id,
        marketing: kept,
        consentVersion: caller === api.admin ? null : consentVersion,
      });
    }
    const texts = (await api.admin.get('/api/people/consents')).as(z.array(consentText));
    expect(texts.find(({ version }) => version === consentVersion)).toMatchObject(asking);
    const { problem } = await api.anyone.post('/api/leads/public', {
      eventId,
      ...newContact(),
      marketing: 'yes',
    });
    expect(problem).toEqual([400, 'Marketing must be true or false']);
  });

  it('keeps a tick only for a wording with a box, and another answer is another entry', async () => {
    const event = await createEvent(api.admin);
    await api.admin.patch(`/api/events/${event.id}`, asking);
    const { consentVersion } = event;
    // The entry comes from a page that was loaded before there was a box.
    await submitLead(api.anyone, event.id, { consentVersion, marketing: true });
    const input = { id: crypto.randomUUID(), ...newContact(), marketing: true };
    await submitLead(api.anyone, event.id, input);
    await submitLead(api.anyone, event.id, input);
    expect((await readList(event.id)).map(({ marketing }) => marketing)).toEqual([true, null]);
    const other = { eventId: event.id, ...input, marketing: false };
    expect((await api.anyone.post('/api/leads/public', other)).status).toBe(409);
  });

  it('is never a wording that only another event has shown', async () => {
    const other = await createEvent(api.admin, { privacyText: 'Of another event' });
    const { id: eventId } = await createEvent(api.admin, { privacyText: 'Of this event' });
    const { consentVersion } = other;
    const forged = await submitLead(api.anyone, eventId, { consentVersion });
    expect((await consentOf(forged.id)).privacyText).toBe('Of this event');
  });

  it('notes how the lead came in and by whom', async () => {
    const { id: eventId } = await createEvent(api.admin, { privacyText: 'Ours' });
    const { client } = await createVolunteer(api, [eventId]);
    const volunteerLead = (await client.post('/api/leads', { eventId, ...newContact() })).as(
      ownLead,
    );
    const adminLead = (await api.admin.post('/api/leads', { eventId, ...newContact() })).as(
      ownLead,
    );
    const visitorLead = await submitLead(api.anyone, eventId, { consentVersion: 999_999 });
    expect(await consentOf(volunteerLead.id)).toEqual({
      channel: 'volunteer',
      privacyText: 'Ours',
      submitterName: 'Priya Shah',
    });
    // An administrator's form shows no consent text to the person.
    expect(await consentOf(adminLead.id)).toEqual({
      channel: 'administrator',
      privacyText: undefined,
      submitterName: 'admin',
    });
    expect(await consentOf(visitorLead.id)).toEqual({
      channel: 'form',
      privacyText: 'Ours',
      submitterName: null,
    });
  });

  it('cannot be rewritten afterwards', async () => {
    await expect(api.sql`update consent_texts set note = 'Anything'`).rejects.toThrow(
      'A consent text cannot be changed',
    );
  });
});
