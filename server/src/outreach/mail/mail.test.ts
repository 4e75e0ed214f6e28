import { rafflePath, readCodeFragment } from '@drawbridge/contract/core/pages';
import { languageCodes, languages } from '@drawbridge/contract/languages/languages';
import { loginResponse } from '@drawbridge/contract/login/auth';
import { mailStatus, winnerMail } from '@drawbridge/contract/outreach/mail';
import { raffleResult } from '@drawbridge/contract/raffle/raffle';
import { account } from '@drawbridge/contract/team/accounts';
import { auditPage } from '@drawbridge/contract/team/audit';
import type { SMTPServerAuthentication } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { textsIn } from '../../http/languages.ts';
import { deleteExpired } from '../../operations/upkeep/cleanup.ts';
import { makeCertificate } from '../../test/fakes/certificate.ts';
import { mailSettings, startMailServer } from '../../test/fakes/mail-server.ts';
import { LONG_TIMEOUT } from '../../test/fakes/until-blocked.ts';
import { ADMIN } from '../../test/world/accounts.ts';
import { startApi, type TestApi } from '../../test/world/api.ts';
import {
  createEvent,
  createVolunteer,
  newContact,
  next,
  picture,
  submitLead,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { composeEmail } from './compose-email.ts';
import { writeHtml } from './email-layout.ts';
import type { ClaimedMail } from './store.ts';

/** The server's responses to some recipients; it refuses their mail. */
const refusals = new Map<string, string>();
let post: Awaited<ReturnType<typeof startMailServer>>;
let api: TestApi;
beforeAll(async () => {
  post = await startMailServer({ refuse: (to) => refusals.get(to) });
  api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0', ...mailSettings(post.url) });
});
afterAll(async () => {
  await api.close();
  await post.close();
});

const newAddress = () => `person${next()}@example.com`;
const withReceipts = (fields: object = {}) => createEvent(api.admin, { receipts: true, ...fields });
const enter = async (eventId: string, email: string, fields: object = {}) =>
  (await submitLead(api.anyone, eventId, { email, ...fields })).id;
const received = (email: string) => post.received.filter(({ to }) => to.includes(email));
const stateOf = async (subjectId: string) => {
  const [mail] = await api.sql<{ state: string; attempts: number; error: string | null }[]>`
    select state, attempts, error from mails where subject_id = ${subjectId}`;
  return mail;
};
const becomes = (subjectId: string, matches: object) =>
  vi.waitFor(async () => expect(await stateOf(subjectId)).toMatchObject(matches), LONG_TIMEOUT);
const tryAgain = () => api.sql`update mails set due_at = now() where state = 'waiting'`;
/** Waits until everything queued before has been attempted. */
async function everythingIsSent(): Promise<void> {
  const email = newAddress();
  const { id } = await createVolunteer(api);
  await api.admin.patch(`/api/users/${id}`, { email });
  await api.admin.post(`/api/mail/login-links/${id}`);
  await post.next(email);
  await vi.waitFor(async () => {
    expect(await api.sql`select from mails where state = 'waiting' and error is null`).toEqual([]);
  }, LONG_TIMEOUT);
}

describe('a receipt', () => {
  it('has the ticket in text and HTML, and nothing that the visitor typed or keeps secret', async () => {
    const { id: eventId } = await withReceipts({ name: 'Fair <b>&amp; Fun' });
    const email = newAddress();
    const response = await api.anyone.post('/api/leads/public', {
      eventId,
      name: 'Buy pills at http://spam.example',
      phone: '07700 900123',
      email,
    });
    const { entryCode } = response.json<{ entryCode: string }>();
    const { headers, text, html, raw } = await post.next(email);
    expect(headers.get('subject')).toBe('Your entry: Fair <b>&amp; Fun');
    expect(headers.get('from')).toBe('Harbour Fair <raffle@harbour.example>');
    expect(headers.get('to')).toBe(email);
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(text).toMatch(/Ticket: \w+ \d{4}\n/);
    expect(text).toContain('Saturday, December 5, 2026');
    expect(text).toContain('Location: Hall 7, Bristol\n');
    // No other device has the ticket, so all links lead to the raffle.
    expect(text).toContain(`Follow the draw:\nhttp://raffle.example/event/${eventId}/raffle\n`);
    expect([text, html].join()).not.toContain('/ticket');
    expect(html.replaceAll(/<[^>]*>/g, '')).not.toContain('http');
    expect(html).toContain('Fair &lt;b&gt;&amp;amp; Fun');
    for (const secret of ['pills', 'spam.example', '900123', entryCode]) {
      expect([text, html, raw].join()).not.toContain(secret);
    }
  });

  it('has the colour of the event, and its logo only if that comes over HTTPS', async () => {
    const { id: eventId, logo } = await withReceipts({ accent: '#ffcc00', logo: picture });
    const email = newAddress();
    const leadId = await enter(eventId, email);
    const { html } = await post.next(email);
    expect(html).toContain('background:#ffcc00;color:#000000');
    expect(html).toContain('border-top-color:#ffcc00 !important');
    expect(html).not.toContain('<img');
    const mail = { kind: 'receipt', subjectId: leadId } as ClaimedMail;
    const composed = (await composeEmail(api.sql, mail, 'https://raffle.example'))?.email;
    expect(composed && writeHtml(composed)).toContain(`<img src="https://raffle.example${logo}"`);
  });

  it('is in the language of the entry', async () => {
    const { id: eventId } = await withReceipts();
    for (const language of languageCodes) {
      await enter(eventId, `reads-${language}@example.com`, { language });
    }
    for (const language of languageCodes) {
      const { headers, text, html } = await post.next(
        `reads-${language.toLowerCase()}@example.com`,
      );
      const texts = textsIn(language);
      expect(headers.get('content-language')).toBe(language);
      expect(headers.get('subject')).toBe(
        texts.text('mail.receiptSubject', { event: 'Harbour Winter Fair' }),
      );
      expect(text).toContain(texts.text('mail.receiptWhere'));
      expect(html).toContain(`lang="${language}" dir="${languages[language].direction}"`);
    }
  });

  it('goes once to an address at an event, and to five events a day', async () => {
    const email = newAddress();
    const events = [];
    for (let count = 0; count < 6; count++) events.push((await withReceipts()).id);
    for (const eventId of events) {
      await Promise.all([enter(eventId, email), enter(eventId, email.toUpperCase())]);
      await enter(eventId, email);
    }
    await everythingIsSent();
    expect(received(email).length).toBe(5);
  });

  it('reaches one mailbox five times a day, however its address is spelled and from wherever', async () => {
    const attacked = await startApi({ ...mailSettings(post.url), TRUST_PROXY: '1' });
    const events = [
      await createEvent(attacked.admin, { receipts: true }),
      await createEvent(attacked.admin, { receipts: true }),
    ];
    let sent = 0;
    const send = async (email: string) => {
      const index = sent++;
      const { status } = await attacked.anyone.post(
        '/api/leads/public',
        { eventId: events[index % 2]?.id, ...newContact(), email },
        { 'x-forwarded-for': `192.0.2.${index}` },
      );
      expect(status).toBe(201);
    };
    const spellings = [1, 2, 3, 4, 5, 6, 7].flatMap((n) => [
      `jobloggs+${n}`,
      `${'jobloggs'.slice(0, n)}.${'jobloggs'.slice(n)}`,
      `${'JoBloggs'.slice(0, n)}_${'JoBloggs'.slice(n)}+raffle`,
    ]);
    const attack = (domain: string) =>
      Promise.all(spellings.map((spelling) => send(`${spelling}@${domain}`)));
    await attack('gmail.com');
    for (const spelling of spellings) await send(`${spelling}@Gmail.com`);
    const queued = async () => (await attacked.sql`select from mails`).length;
    expect(await queued()).toBe(5);
    // Another domain of the same provider.
    await attack('googlemail.com');
    expect(await queued()).toBe(10);
    await attacked.sql`update mail_addresses set receipt_at = now() - interval '23 hours'`;
    await deleteExpired(attacked.sql);
    await send('jobloggs+later@gmail.com');
    expect(await queued()).toBe(10);
    await attacked.sql`update mail_addresses set receipt_at = now() - interval '25 hours'`;
    await deleteExpired(attacked.sql);
    expect(
      await attacked.sql`select from mail_addresses where num_nonnulls(sender_hash, mailbox_hash) > 0`,
    ).toEqual([]);
    await send('jobloggs+tomorrow@gmail.com');
    expect(await queued()).toBe(11);
    await attacked.close();
  });

  it('goes to everybody in a hall who has a mailbox at the same provider', async () => {
    const hall = await startApi(mailSettings(post.url));
    const { id: eventId } = await createEvent(hall.admin, { receipts: true });
    const people = Array.from({ length: 300 }, (_, n) => `visitor.${n}@gmail.com`);
    await Promise.all(people.map((email) => submitLead(hall.anyone, eventId, { email })));
    expect(await hall.sql`select from mails`).toHaveLength(300);
    await hall.close();
  });

  it('goes to a thousand addresses an hour that one client address names', async () => {
    const limited = await startApi(mailSettings(post.url));
    const { id: eventId } = await createEvent(limited.admin, { receipts: true });
    const emails = [newAddress(), newAddress(), newAddress(), newAddress()];
    const send = (email = '') => submitLead(limited.anyone, eventId, { email });
    await send(emails[0]);
    // One less than the limit per hour.
    await limited.sql`
      insert into mail_addresses (event_id, address_hash, receipt_at, sender_hash)
      select event_id, sha256(n::text::bytea), now(), sender_hash
      from mail_addresses, generate_series(1, 998) n`;
    await Promise.all([send(emails[1]), send(emails[2])]);
    const queued = async () => Number((await limited.sql`select from mails`).length);
    expect(await queued()).toBe(2);
    await limited.sql`update mail_addresses set receipt_at = now() - interval '61 minutes'`;
    await deleteExpired(limited.sql);
    expect(await limited.sql`select from mail_addresses where sender_hash is not null`).toEqual([]);
    await send(emails[3]);
    expect(await queued()).toBe(3);
    await limited.close();
  });

  it('goes to nobody whom the event does not send any, nor who was added by an administrator', async () => {
    const [silent, eventId] = [(await createEvent(api.admin)).id, (await withReceipts()).id];
    const email = newAddress();
    await enter(silent, email);
    const added = { eventId, name: 'Jo Bloggs', phone: '07700 900124', email };
    expect((await api.admin.post('/api/leads', added)).status).toBe(201);
    await everythingIsSent();
    expect(received(email)).toEqual([]);
  });

  it('cannot be stopped by opening its link, but by one click and for good', async () => {
    const { id: eventId } = await withReceipts();
    const email = newAddress();
    const lead = await verifiedLead(api, eventId, { email });
    const { headers } = await post.next(email);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const path = new URL(headers.get('list-unsubscribe')?.slice(1, -1) ?? '').pathname;
    const unsubscribed = async () =>
      (
        await api.sql`select from mail_addresses where event_id = ${eventId} and unsubscribed_at is not null`
      ).length;
    const page = await api.anyone.get(path);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect(page.text).toContain('<form method="post">');
    expect(page.text).toContain(`<a href="${rafflePath(eventId)}">Follow the draw</a>`);
    expect(await unsubscribed()).toBe(0);
    const oneClick = () =>
      api.anyone.post(path, 'List-Unsubscribe=One-Click', {
        'content-type': 'application/x-www-form-urlencoded',
      });
    for (const response of [await oneClick(), await oneClick()]) {
      expect([response.status, response.text.includes('<form')]).toEqual([200, false]);
    }
    expect(await unsubscribed()).toBe(1);
    // The organiser cannot send them mail, and a second entry after the erasure gets no receipt.
    const drawn = await api.admin.post(`/api/events/${eventId}/draw-winner`, {});
    const { number } = drawn.as(raffleResult);
    const tell = await api.admin.post(`/api/events/${eventId}/draws/${number}/mail`, { email });
    expect(tell.problem).toEqual([400, "This person has unsubscribed from this event's email"]);
    const mails = await api.admin.get(`/api/events/${eventId}/winners/mail`);
    expect(mails.as(z.array(winnerMail.strict()))).toMatchObject([{ number, state: 'unwanted' }]);
    await api.admin.post('/api/people/erase', {
      leadIds: [lead.id],
      currentPassword: ADMIN.password,
    });
    await enter(eventId, email);
    await everythingIsSent();
    expect(received(email)).toHaveLength(1);
  });
});

describe('the queue', () => {
  it('shows a refusal for good, and does not try again', async () => {
    const { id: eventId } = await withReceipts();
    const email = newAddress();
    refusals.set(email, '550 No such user here');
    const lead = await enter(eventId, email);
    await becomes(lead, { state: 'bounced', attempts: 1 });
    const { troubled, texts } = (await api.admin.get('/api/mail')).as(mailStatus.strict());
    expect(texts.map(({ kind }) => kind)).toEqual([
      ...['receipt', 'won', 'login', 'password', 'invitation'],
    ]);
    expect(texts[1]?.text).toContain('Prize: City bicycle');
    expect(troubled).toContainEqual(
      expect.objectContaining({
        kind: 'receipt',
        to: email,
        state: 'bounced',
        error: '550 No such user here',
      }),
    );
  });

  it('tries again after a refusal for now, within three days', async () => {
    const { id: eventId } = await withReceipts();
    const email = newAddress();
    refusals.set(email, '450 Greylisted, try again later');
    const lead = await enter(eventId, email);
    await becomes(lead, { state: 'waiting', attempts: 1, error: expect.stringContaining('450') });
    const [due] = await api.sql<[{ seconds: number }]>`
      select extract(epoch from due_at - tried_at)::float8 as seconds from mails where subject_id = ${lead}`;
    expect(due.seconds).toBeGreaterThan(3.9);
    expect(due.seconds).toBeLessThan(60);
    refusals.delete(email);
    await tryAgain();
    await post.next(email);
    await becomes(lead, { state: 'sent', attempts: 2, error: null });

    const late = newAddress();
    refusals.set(late, '450 Greylisted, try again later');
    const other = await enter(eventId, late);
    await becomes(other, { attempts: 1, error: expect.any(String) });
    await api.sql`update mails set retry_until = now(), due_at = now() where subject_id = ${other}`;
    await becomes(other, { state: 'failed', attempts: 2 });
  });

  it('waits for a mail server that is away, with TLS and a password', async () => {
    const options = {
      disabledCommands: [],
      // Nothing is accepted before TLS and the login.
      authOptional: false,
      onAuth: (
        { username, password }: SMTPServerAuthentication,
        _session: unknown,
        done: (error: Error | null, answer?: { user: string }) => void,
      ) =>
        username === 'me@x' && password === 'p/w'
          ? done(null, { user: username })
          : done(new Error('Wrong password')),
    };
    const first = await startMailServer();
    await first.close();
    const url = `smtp://me%40x:p%2Fw@127.0.0.1:${first.port}`;
    const other = await startApi(mailSettings(url), undefined, {});
    const { id: eventId } = await createEvent(other.admin, { receipts: true });
    const email = newAddress();
    const { id } = await submitLead(other.anyone, eventId, { email });
    await vi.waitFor(async () => {
      const [mail] = await other.sql<
        { error: string }[]
      >`select error from mails where subject_id = ${id}`;
      expect(mail?.error).toContain('ECONNREFUSED');
    }, LONG_TIMEOUT);
    const back = await startMailServer({ ...options, port: first.port, ...makeCertificate() });
    await other.sql`update mails set due_at = now()`;
    expect(await back.next(email)).toMatchObject({ secure: true, user: 'me@x' });
    await other.close();
    await back.close();
  });

  it('cannot be led to other recipients or headers by any text', async () => {
    const { id: eventId } = await withReceipts();
    const email = newAddress();
    // The API refuses such names, so the test inserts it into the database.
    const name = 'Fair\r\nBcc: victim@example.com\r\n\r\nBuy pills';
    await api.sql`update events set name = ${name} where id = ${eventId}`;
    await enter(eventId, email);
    const { headers, to } = await post.next(email);
    expect(to).toEqual([email]);
    expect(headers.has('bcc')).toBe(false);
    expect(post.asked).not.toContain('victim@example.com');
  });

  it('contains no address or text, and forgets people with their leads', async () => {
    const { id: eventId } = await withReceipts();
    const [kept, erased] = [newAddress(), newAddress()];
    for (const email of [kept, erased]) refusals.set(email, `450 ${email} is busy`);
    const [one, other] = [await enter(eventId, kept), await enter(eventId, erased)];
    for (const lead of [one, other])
      await becomes(lead, { attempts: 1, error: expect.any(String) });
    const erasing = { leadIds: [other], currentPassword: ADMIN.password };
    expect((await api.admin.post('/api/people/erase', erasing)).status).toBe(200);
    const contents = async () =>
      JSON.stringify([
        await api.sql`select m.* from mails m where subject_id in (${one}, ${other})`,
        await api.sql`select * from mail_addresses where event_id = ${eventId}`,
      ]);
    expect(await contents()).toContain(kept);
    expect(await contents()).not.toContain(erased);
    expect(await api.sql`select from mail_addresses where event_id = ${eventId}`).toHaveLength(1);
    expect((await api.admin.delete(`/api/leads/${one}`)).status).toBe(200);
    expect(await contents()).toBe('[[],[]]');
  });

  it('forgets what became of mail after a month', async () => {
    const { id: eventId } = await withReceipts();
    const lead = await enter(eventId, newAddress());
    await becomes(lead, { state: 'sent' });
    await api.sql`update mails set created_at = now() - interval '29 days' where subject_id = ${lead}`;
    await deleteExpired(api.sql);
    expect(await stateOf(lead)).toBeDefined();
    await api.sql`update mails set created_at = now() - interval '31 days' where subject_id = ${lead}`;
    await deleteExpired(api.sql);
    expect(await stateOf(lead)).toBeUndefined();
  });
});

describe('a winner', () => {
  async function win(email: string | null = newAddress()) {
    const { id: eventId } = await createEvent(api.admin);
    const lead = await verifiedLead(api, eventId, { email, language: 'fr' });
    const response = await api.admin.post(`/api/events/${eventId}/draw-winner`, {});
    const { number } = response.as(raffleResult);
    const path = `/api/events/${eventId}/draws/${number}/mail`;
    const mails = async () =>
      (await api.admin.get(`/api/events/${eventId}/winners/mail`)).as(z.array(winnerMail.strict()));
    return { eventId, lead, number, path, email, mails };
  }

  it('is written to once, at the address that the organiser has seen, in their language', async () => {
    const { path, email, mails, number, eventId } = await win();
    expect(await mails()).toEqual([]);
    expect((await api.admin.post(path, { email: 'other@example.com' })).problem).toEqual([
      409,
      'The email address has changed. Check it, then send.',
    ]);
    const responses = await Promise.all([1, 2, 3].map(() => api.admin.post(path, { email })));
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    const { headers, text } = await post.next(email ?? '');
    expect(headers.get('subject')).toBe('Vous avez gagné à Harbour Winter Fair');
    expect(text).toContain('Félicitations');
    await vi.waitFor(async () => {
      expect(await mails()).toMatchObject([{ number, state: 'sent', error: null }]);
    }, LONG_TIMEOUT);
    const entries = (await api.admin.get('/api/audit?limit=1&kind=winner-mailed')).as(auditPage);
    expect(entries).toMatchObject([{ event: { id: eventId }, details: { draw: number } }]);
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  it('learns when and where, who organises it, and nothing of a device that they have not entered with', async () => {
    const privacyUrl = 'https://harbour.example/privacy';
    const event = await createEvent(api.admin, { organiser: 'Harbour Trust', privacyUrl });
    const { client } = await createVolunteer(api, [event.id]);
    const email = newAddress();
    const fields = { eventId: event.id, name: 'Jo Bloggs', phone: '07700 900125', email };
    const { id } = (await client.post('/api/leads', fields)).json<{ id: string }>();
    await api.admin.patch(`/api/leads/${id}`, { status: 'verified' });
    const drawn = await api.admin.post(`/api/events/${event.id}/draw-winner`, {});
    const { number } = drawn.as(raffleResult);
    await api.admin.post(`/api/events/${event.id}/draws/${number}/mail`, { email });
    const { headers, text, html } = await post.next(email);
    expect(headers.get('subject')).toBe('You have won at Harbour Winter Fair');
    expect(text).toContain(
      'Date: Saturday, December 5, 2026\nLocation: Hall 7, Bristol\nOrganiser: Harbour Trust\n',
    );
    expect(text).toContain('To collect your prize, contact the organiser.');
    expect(text).toContain(`/event/${event.id}/raffle\n`);
    expect(text).not.toContain('device');
    expect(html).toContain(`<a href="${privacyUrl}"`);
  });

  it('can be written to again after a bounce, and not at all without an address', async () => {
    const { path, email, mails } = await win();
    refusals.set(email ?? '', '550 Mailbox is gone');
    await api.admin.post(path, { email });
    await vi.waitFor(async () => {
      expect(await mails()).toMatchObject([
        { state: 'bounced', error: expect.stringContaining('Mailbox is gone') },
      ]);
    }, LONG_TIMEOUT);
    refusals.delete(email ?? '');
    expect((await api.admin.post(path, { email })).status).toBe(202);
    await post.next(email ?? '');
    const nowhere = await win(null);
    const response = await api.admin.post(nowhere.path, { email: 'any@example.com' });
    expect(response.problem).toEqual([409, 'Add an email address first']);
  });

  it('is not sent to a winner who is erased or forfeits before', async () => {
    const [erased, passed] = [await win(), await win()];
    for (const { email } of [erased, passed]) refusals.set(email ?? '', '450 Later');
    for (const { path, email } of [erased, passed]) await api.admin.post(path, { email });
    const states = async () => [await erased.mails(), await passed.mails()].flat();
    await vi.waitFor(async () => {
      expect((await states()).filter(({ error }) => error)).toHaveLength(2);
    }, LONG_TIMEOUT);
    const erasing = { leadIds: [erased.lead.id], currentPassword: ADMIN.password };
    expect((await api.admin.post('/api/people/erase', erasing)).status).toBe(200);
    expect(await erased.mails()).toEqual([]);
    const forfeit = passed.path.replace(/mail$/, 'forfeit');
    expect((await api.admin.post(forfeit, { reason: 'Left' })).status).toBe(201);
    for (const { email } of [erased, passed]) refusals.delete(email ?? '');
    await tryAgain();
    await everythingIsSent();
    expect([erased, passed].flatMap(({ email }) => received(email ?? ''))).toEqual([]);
  });
});

describe('a volunteer', () => {
  it('gets a link that logs in once, and none is in the database', async () => {
    const { id: eventId } = await createEvent(api.admin, { language: 'nl' });
    const { id } = await createVolunteer(api, [eventId]);
    const path = `/api/mail/login-links/${id}`;
    expect((await api.admin.post(path)).problem).toEqual([409, 'Add an email address first']);
    const email = newAddress();
    expect((await api.admin.patch(`/api/users/${id}`, { email })).status).toBe(200);
    expect((await api.admin.post(path)).json()).toEqual({ to: email });
    const { headers, text } = await post.next(email);
    expect(headers.get('subject')).toBe('Inloggen bij Drawbridge');
    expect(headers.has('list-unsubscribe')).toBe(false);
    const { hash } = new URL(/http\S+#\S+/.exec(text)?.[0] ?? '');
    const { code, name } = readCodeFragment(hash);
    expect(name).toBe('Priya Shah');
    const [stored] = await api.sql<[{ everything: string }]>`
      select (select json_agg(m) from mails m)::text || (select json_agg(c) from login_codes c)::text as everything`;
    expect(stored.everything).not.toContain(code);
    const logIn = () => api.anyone.post('/api/auth/login-code', { code });
    expect((await logIn()).as(loginResponse).user.id).toBe(id);
    expect((await logIn()).status).toBe(401);
  });
});

describe('an address of an account', () => {
  it('belongs to one account, and is set with the password of whoever sets it', async () => {
    const email = newAddress();
    const set = (fields: object) =>
      api.admin.post('/api/account/email', { email, currentPassword: ADMIN.password, ...fields });
    expect((await set({ currentPassword: 'wrong-one' })).status).toBe(403);
    expect((await set({ email: 'not an address' })).status).toBe(400);
    expect((await set({ email: email.toUpperCase() })).json()).toMatchObject({ email });
    const { id } = await createVolunteer(api);
    expect((await api.admin.patch(`/api/users/${id}`, { email })).problem).toEqual([
      409,
      'Another account already uses this email address',
    ]);
    const accounts = (await api.admin.get('/api/accounts')).as(z.array(account.strict()));
    expect(accounts.map((one) => one.email)).toContain(email);
    expect((await api.admin.post('/api/mail/test')).json()).toEqual({ to: email });
    expect((await post.next(email)).text).toContain('http://raffle.example');
    expect((await set({ email: '' })).json()).toMatchObject({ email: null });
    expect((await api.admin.post('/api/mail/test')).status).toBe(409);
  });
});

describe('without a mail server', () => {
  it('nothing can be switched on or sent', async () => {
    const off = await startApi({}, undefined, {});
    expect((await off.anyone.get('/api/auth/login-methods')).json()).toEqual({
      signOn: null,
      mail: false,
    });
    expect((await off.admin.get('/api/mail')).json()).toEqual({
      on: false,
      from: null,
      waiting: 0,
      troubled: [],
      texts: expect.any(Array),
    });
    const problem = [409, 'This server sends no email: SMTP_URL is not set'];
    const { id } = await createEvent(off.admin);
    expect((await off.admin.patch(`/api/events/${id}`, { receipts: true })).problem).toEqual(
      problem,
    );
    for (const path of ['/api/mail/test', `/api/mail/login-links/${id}`]) {
      expect((await off.admin.post(path)).problem).toEqual(problem);
    }
    const forgotten = await off.anyone.post('/api/auth/forgotten-password', {
      email: newAddress(),
    });
    expect(forgotten.problem).toEqual(problem);
    await off.close();
  });
});
