import { randomUUID } from 'node:crypto';
import { INITIAL_DATA_ID } from '@drawbridge/contract/collecting/initial-data';
import { type AdminLead, adminLead } from '@drawbridge/contract/collecting/leads';
import { leadFormPath } from '@drawbridge/contract/core/pages';
import { askedOfVisitors } from '@drawbridge/contract/vectors/questions-fixture';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../log.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse } from '../../test/world/client.ts';
import { createEvent, createPrize, verifiedLead } from '../../test/world/fixtures.ts';
import { builtPages } from '../../test/world/web-build.ts';

const webDirectory = await builtPages();
const person = { name: 'Zoë Müller', phone: '07400 123123', email: 'zoe@example.com' };
const thanks = 'Your information has been submitted successfully.';

const api = await startApi({}, createLog('silent'), { webDirectory });
const event = await createEvent(api.admin, { organiser: 'Harbour Traders' });
afterAll(() => api.close());

/**
 * Opens a page that contains its event. On a busy machine the server may send a page without it, because it does
 * not wait for the database.
 */
async function open(path: string, headers?: Record<string, string>): Promise<ApiResponse> {
  for (;;) {
    const page = await api.anyone.get(path, headers);
    if (page.text.includes(INITIAL_DATA_ID)) return page;
  }
}

/** The part of a page that a browser without scripts shows. */
const bodyOf = ({ text }: ApiResponse) => text.slice(text.indexOf('<body>'));

const fieldOf = (page: ApiResponse, name: string) =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(bodyOf(page))?.[1];

type Fields = Record<string, string> | [name: string, value: string][];

function post(eventId: string, fields: Fields, at = api): Promise<ApiResponse> {
  return at.anyone.post(`/event/${eventId}/submit`, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
}

/** Opens the form, fills it in and submits it, as a browser without scripts does. */
async function enter(fields: Record<string, string> = {}, eventId = event.id) {
  const page = await open(`/event/${eventId}/submit`);
  const hidden = { id: fieldOf(page, 'id') ?? '', nonce: fieldOf(page, 'nonce') ?? '' };
  const input = { ...hidden, ...person, website: '', ...fields };
  return { sent: input, response: await post(eventId, input) };
}

/** Saves these questions of an event, and returns their ids. */
async function ask<Name extends string>(
  eventId: string,
  asked: Record<Name, object>,
  version = 1,
): Promise<Record<Name, string>> {
  const questions = Object.values<object>(asked).map((question) => ({
    id: randomUUID(),
    ...question,
  }));
  const path = `/api/events/${eventId}/questions`;
  const response = await api.admin.send('PUT', path, { version, questions });
  expect(response.status, response.text).toBe(200);
  const ids = Object.keys(asked).map((name, index) => [name, questions[index]?.id]);
  return Object.fromEntries(ids);
}

async function leadsOf(eventId: string): Promise<AdminLead[]> {
  return (await api.admin.get(`/api/leads?eventId=${eventId}`)).as(z.array(adminLead));
}

describe('the form without scripts', () => {
  it.each(['/event/{id}/submit', '/lead/{id}'])('stands in the HTML of %s', async (path) => {
    const ownEvent = await createEvent(api.admin, {
      organiser: 'Harbour Traders',
      privacyText: 'We keep your number until the draw.',
    });
    await createPrize(api.admin, ownEvent.id, { name: 'City bicycle', value: '£400' });
    const logo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    await api.admin.post('/api/sponsors', { eventId: ownEvent.id, name: 'Northwind', logo });
    const body = bodyOf(await open(path.replace('{id}', ownEvent.id)));
    for (const text of [
      ownEvent.name,
      'Saturday, December 5, 2026',
      'Harbour Traders',
      'City bicycle',
      'Full Name *',
      'Phone Number *',
      'We call you if you win',
      'Email Address (Optional)',
      'Submit Entry',
      'By submitting, you agree to be contacted about this event and future opportunities.',
      'We keep your number until the draw.',
    ]) {
      expect(body).toContain(text);
    }
    const order = ['Submit Entry', 'By submitting', 'Sponsored By', 'alt="Northwind"'];
    expect(order.toSorted((a, b) => body.indexOf(a) - body.indexOf(b))).toEqual(order);
    expect(body).toMatch(
      new RegExp(`<form [^>]*action="/event/${ownEvent.id}/submit\\?lang=en" method="post"`),
    );
  });

  it('is in the language of the link, and so is what becomes of it', async () => {
    const page = await open(`/lead/${event.id}?lang=de`);
    for (const text of ['Vor- und Nachname *', 'Samstag, 5. Dezember 2026', 'Mit dem Absenden']) {
      expect(bodyOf(page)).toContain(text);
    }
    const action = /<form [^>]*action="([^"]*)" method="post"/.exec(bodyOf(page))?.[1] ?? '';
    const fields = new URLSearchParams({ ...person, name: '', phone: '1' }).toString();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await api.anyone.post(action, fields, form);
    expect([response.status, response.headers.get('content-language')]).toEqual([400, 'de']);
    expect(bodyOf(response)).toContain('Der Name muss mindestens 2 Zeichen haben');
  });

  it('promises no prize when all are drawn', async () => {
    const ownEvent = await createEvent(api.admin);
    const prize = await createPrize(api.admin, ownEvent.id);
    await verifiedLead(api, ownEvent.id);
    await api.admin.post(`/api/events/${ownEvent.id}/draw-winner`, { prizeId: prize.id });
    const body = bodyOf(await open(`/lead/${ownEvent.id}`));
    expect(body).toContain('All prizes are drawn');
    expect(body).not.toContain('We call you if you win');
  });

  it('says that a receipt comes by mail, if one does', async () => {
    const { id } = await createEvent(api.admin);
    const hint = 'We send your receipt here';
    expect(bodyOf(await open(leadFormPath(id)))).not.toContain(hint);
    await api.sql`update events set receipts = true where id = ${id}`;
    expect(bodyOf(await open(leadFormPath(id)))).toContain(hint);
  });

  it("is in the best language that the event offers, with the organiser's texts in that one alone", async () => {
    const ownEvent = await createEvent(api.admin, {
      language: 'de',
      languages: ['de', 'fr', 'ar'],
    });
    await api.admin.send('PUT', `/api/events/${ownEvent.id}/translations`, {
      version: 1,
      event: { fr: { name: 'Fête du port' }, ar: { name: 'مهرجان' } },
    });
    const read = (language: string, query = '') =>
      open(`${leadFormPath(ownEvent.id)}${query}`, { 'accept-language': language });
    const french = await read('pt, fr-CH;q=0.8');
    expect(french.headers.get('content-language')).toBe('fr');
    expect(french.text).toContain('<title>Fête du port · ');
    expect(french.text).not.toContain('مهرجان');
    expect(french.text).toContain('name="language" value="fr"');
    // English and Japanese are not offered.
    for (const [wanted, query, language] of [
      ['en', '', 'de'],
      ['fr', '?lang=ar', 'ar'],
      ['fr', '?lang=ja', 'fr'],
    ] as const) {
      const page = await read(wanted, query);
      expect(page.headers.get('content-language')).toBe(language);
    }
    const short = await fetch(`${api.anyone.url}/e/${ownEvent.shortCode}?lang=ar`, {
      redirect: 'manual',
    });
    expect(short.headers.get('location')).toBe(`${leadFormPath(ownEvent.id)}?lang=ar`);
  });

  it('holds hostile texts as nothing but texts', async () => {
    const nasty = `</div><script>alert(1)</script><img src=x onerror=alert(1)>"'$&`;
    const ownEvent = await createEvent(api.admin, {
      name: nasty,
      organiser: nasty,
      privacyText: nasty,
      privacyUrl: "https://example.com/?q='onmouseover=alert(1)",
    });
    const choices = [{ id: 'nasty', label: nasty }];
    const ids = await ask(ownEvent.id, {
      text: { kind: 'text', label: nasty, help: nasty },
      choice: { kind: 'choice', label: nasty, choices },
      rules: { kind: 'agreement', label: nasty, text: nasty },
    });
    const { response } = await enter(
      { name: nasty, phone: nasty, email: nasty, [`answer.${ids.text}`]: nasty },
      ownEvent.id,
    );
    expect(fieldOf(response, `answer.${ids.text}`)).toContain('&lt;/div&gt;&lt;script&gt;');
    for (const page of [await open(`/lead/${ownEvent.id}`), response]) {
      expect(bodyOf(page)).toContain('&lt;script&gt;');
      expect(bodyOf(page)).not.toMatch(/<script|<img|"onmouseover|'onmouseover/);
    }
  });
});

describe('an entry posted without scripts', () => {
  it('becomes a lead, and its ticket is shown', async () => {
    const ownEvent = await createEvent(api.admin);
    const { response } = await enter({ email: '' }, ownEvent.id);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = bodyOf(response);
    expect(body).toContain(thanks);
    expect(body).toContain('We have your entry. The team will confirm it soon.');
    expect(body).toContain(person.name);
    expect(body).toContain(`href="/event/${ownEvent.id}/raffle"`);
    expect(body).toMatch(/<path d="M2 2h7v1h-7z/);
    expect(body).not.toContain('<form');
    const [lead, ...others] = await leadsOf(ownEvent.id);
    expect(others).toEqual([]);
    expect(lead).toMatchObject({
      name: person.name,
      phone: '07400123123',
      email: null,
      source: 'qr',
      status: 'pending',
    });
    const [stored] = await api.sql`select device_code from leads where id = ${lead?.id}`;
    expect(stored).toEqual({ deviceCode: false });
  });

  it('counts once, however often it is posted, and a correction is a new entry', async () => {
    const ownEvent = await createEvent(api.admin);
    const { sent, response } = await enter({}, ownEvent.id);
    const again = await Promise.all([post(ownEvent.id, sent), post(ownEvent.id, sent)]);
    const codeIn = (page: ApiResponse) => /raffle\/verify#([0-9A-Z-]+)/.exec(page.text)?.[1];
    expect(codeIn(response)).toBeTruthy();
    for (const page of again) {
      expect(page.status).toBe(200);
      expect(codeIn(page)).toBe(codeIn(response));
    }
    const [lead] = await leadsOf(ownEvent.id);
    const elsewhere = {
      ...sent,
      nonce: fieldOf(await open(leadFormPath(ownEvent.id)), 'nonce') ?? '',
    };
    const { id = '', name, phone, email } = { ...lead, ...person };
    const known = { id, eventId: ownEvent.id, name, phone, email };
    for (const page of [
      await post(ownEvent.id, elsewhere),
      await post(ownEvent.id, { ...sent, nonce: '' }),
    ]) {
      expect(page.status).toBe(409);
      expect(bodyOf(page)).toContain('You have entered already. Your ticket is on the page where');
      expect(page.text).not.toContain(codeIn(response));
    }
    expect((await api.anyone.post('/api/leads/public', known)).json()).not.toHaveProperty(
      'entryCode',
    );
    expect(await leadsOf(ownEvent.id)).toHaveLength(1);
    expect((await post(ownEvent.id, { ...sent, phone: '07400 123124' })).text).toContain(thanks);
    expect(await leadsOf(ownEvent.id)).toHaveLength(2);
  });

  it.each([
    [{ name: 'A' }, ['Name must be at least 2 characters']],
    [{ phone: '07' }, ['Phone number must be at least 10 digits']],
    [
      { name: '', phone: 'call me maybe', email: 'zoe@' },
      [
        'Name must be at least 2 characters',
        'Phone number can only contain digits, spaces, and +-() characters',
        'Invalid email address',
      ],
    ],
    [{ website: 'https://spam.example' }, ['Please leave the website field empty']],
  ])(
    '%j is refused with its sentences, and everything is still typed',
    async (fields, sentences) => {
      const ownEvent = await createEvent(api.admin);
      const { sent, response } = await enter(fields, ownEvent.id);
      expect(response.status).toBe(400);
      for (const sentence of sentences) expect(bodyOf(response)).toContain(sentence);
      for (const name of ['name', 'phone', 'email'] as const) {
        expect(fieldOf(response, name) ?? '').toBe(sent[name]);
      }
      expect(fieldOf(response, 'website')).toBeUndefined();
      expect(fieldOf(response, 'id')).toBe(sent.id);
      expect(await leadsOf(ownEvent.id)).toEqual([]);
    },
  );

  it('keeps the answer about marketing, also when it has to be corrected', async () => {
    const marketingText = 'Tell me about <b>future</b> events.';
    const ownEvent = await createEvent(api.admin, {
      marketingText,
      consentNote: 'We call winners.',
    });
    const form = bodyOf(await open(`/lead/${ownEvent.id}`));
    expect(form).toContain('Tell me about &lt;b&gt;future&lt;/b&gt; events.');
    expect(form).toContain('We call winners.');
    expect(form).not.toContain('By submitting');
    expect(form).not.toContain('checked');
    // An unticked box sends only the hidden field before it.
    for (const marketing of ['no', 'yes']) {
      const { sent, response } = await enter({ marketing, phone: '07' }, ownEvent.id);
      expect(bodyOf(response).includes('checked=""')).toBe(marketing === 'yes');
      await post(ownEvent.id, { ...sent, phone: '07400 123123' });
    }
    const leads = await leadsOf(ownEvent.id);
    expect(leads.map(({ marketing }) => marketing)).toEqual([true, false]);
  });

  it('reads numbers as the language of the form writes them, and shows back what is ambiguous', async () => {
    const ownEvent = await createEvent(api.admin);
    const { staff } = await ask(ownEvent.id, { staff: { kind: 'number', label: 'Staff' } });
    const page = await open(`/lead/${ownEvent.id}?lang=de`);
    const hidden = ['id', 'nonce', 'language', 'questionsVersion'];
    const sent = Object.fromEntries(hidden.map((name) => [name, fieldOf(page, name) ?? '']));
    const send = (typed: string) =>
      post(ownEvent.id, { ...sent, ...person, [`answer.${staff}`]: typed });
    const stored = async () => (await leadsOf(ownEvent.id)).map(({ answers }) => answers[staff]);

    const response = await send('1.500');
    expect(response.status).toBe(400);
    expect(bodyOf(response)).toContain(
      'Wir lesen das als 1500. Bitte senden Sie noch einmal, wenn das stimmt.',
    );
    expect(await stored()).toEqual([]);
    const shown = fieldOf(response, `answer.${staff}`) ?? '';
    expect(shown).toBe('1500');
    expect((await send(shown)).status).toBe(200);
    expect((await send('1500,5')).status).toBe(200);
    expect(await stored()).toEqual([1500.5, 1500]);
  });

  it('answers questions of every kind, which are shown again if something is wrong', async () => {
    const ownEvent = await createEvent(api.admin);
    const ids = await ask(ownEvent.id, {
      ...askedOfVisitors,
      stars: { kind: 'rating', label: 'Stars' },
      warm: { kind: 'text', label: 'How warm is it?', askedOf: 'volunteers' },
    });
    const form = await open(`/lead/${ownEvent.id}`);
    for (const text of [
      'Company *',
      'Everything counts.',
      'Topics',
      'Boats',
      'Other',
      'Rules *',
      'Be kind.',
    ]) {
      expect(bodyOf(form)).toContain(text);
    }
    expect(bodyOf(form)).toMatch(/<input [^>]*autoComplete="organization"/i);
    expect(bodyOf(form)).not.toContain('How warm is it?');
    expect(form.text).toMatch(/<link rel="modulepreload" [^>]*href="\/assets\/questions-/);

    const answered = (
      given: Partial<Record<keyof typeof ids | `${keyof typeof ids}.other`, string[]>>,
    ) =>
      Object.entries(given).flatMap(([name, values]) => {
        const [question = '', ...other] = name.split('.');
        const id = ids[question as keyof typeof ids];
        return values.map((value): [string, string] => [['answer', id, ...other].join('.'), value]);
      });
    const page: [string, string][] = ['id', 'nonce', 'questionsVersion'].map((name) => [
      name,
      fieldOf(form, name) ?? '',
    ]);
    const contact = Object.entries(person);
    const right = {
      notes: ['one\r\ntwo <b>'],
      topic: ['other'],
      'topic.other': ['Kites & "mills"'],
      topics: ['trains', 'other', 'boats'],
      'topics.other': ['Mills'],
      buyer: ['no'],
      stars: ['4'],
      warm: ['Not theirs to answer'],
    };
    const wrong = answered({ ...right, company: [''], staff: ['many'], since: ['2026-02-30'] });
    const refused = await post(ownEvent.id, [...page, ...contact, ...wrong]);
    expect(refused.status).toBe(400);
    for (const sentence of [
      'Please answer “Company”',
      '“Staff” must be a number, such as 1500',
      '“Since” must be a date, such as 2026-12-31',
      'Please accept “Rules”',
    ]) {
      expect(bodyOf(refused)).toContain(sentence);
    }
    const inputs = bodyOf(refused).match(/<input [^>]*>/g) ?? [];
    const valuesOf = (name: string, among: RegExp) =>
      inputs
        .filter((input) => input.includes(`name="${name}"`) && among.test(input))
        .map((input) => /value="([^"]*)"/.exec(input)?.[1]);
    const ticked = (id: string) => valuesOf(`answer.${id}`, /checked=""/);
    expect(valuesOf(`answer.${ids.company}`, /autofocus/i)).toEqual(['']);
    expect(valuesOf(`answer.${ids.staff}`, /./)).toEqual(['many']);
    expect(bodyOf(refused)).toMatch(/one\s+two &lt;b&gt;<\/textarea>/);
    expect(ticked(ids.topic)).toEqual(['other']);
    expect(valuesOf(`answer.${ids.topic}.other`, /./)).toEqual(['Kites &amp; &quot;mills&quot;']);
    expect(ticked(ids.topics)).toEqual(['boats', 'trains', 'other']);
    expect([ticked(ids.buyer), ticked(ids.stars), ticked(ids.rules)]).toEqual([['no'], ['4'], []]);
    expect(await leadsOf(ownEvent.id)).toEqual([]);

    const all = {
      ...right,
      company: ['Acme'],
      staff: ['12.5'],
      since: ['2020-02-29'],
      rules: ['1'],
    };
    for (const fields of [all, all, { ...all, stars: ['5'] }]) {
      expect((await post(ownEvent.id, [...page, ...contact, ...answered(fields)])).text).toContain(
        thanks,
      );
    }
    const [corrected, lead, ...others] = await leadsOf(ownEvent.id);
    expect(others).toEqual([]);
    expect(corrected?.answers).toMatchObject({ [ids.stars]: 5 });
    expect(lead?.answers).toEqual({
      [ids.company]: 'Acme',
      [ids.notes]: 'one\ntwo <b>',
      [ids.staff]: 12.5,
      [ids.since]: '2020-02-29',
      [ids.topic]: { other: 'Kites & "mills"' },
      [ids.topics]: ['boats', 'trains', { other: 'Mills' }],
      [ids.buyer]: false,
      [ids.stars]: 4,
      [ids.rules]: 1,
    });

    // A page that is still open answers an archived question, and has no answer to the new one.
    await ask(ownEvent.id, { phone: { kind: 'text', label: 'Fax', required: true } }, 2);
    const older = answered({ company: ['Old & Sons'], rules: ['1'] });
    expect((await post(ownEvent.id, [...page, ...contact, ...older])).text).toContain(thanks);
    expect((await leadsOf(ownEvent.id))[0]).toMatchObject({
      answers: { [ids.company]: 'Old & Sons', [ids.rules]: 1 },
      incomplete: true,
    });
  });

  it("is refused by the rule of the event's country, at the number", async () => {
    const ownEvent = await createEvent(api.admin, { country: 'DK' });
    const { response } = await enter({ phone: '02123456' }, ownEvent.id);
    expect(response.status).toBe(400);
    // React encodes an apostrophe as a character reference.
    expect(bodyOf(response)).toContain('Phone number is not valid in the event&#x27;s country');
    expect((await enter({ phone: '32123456' }, ownEvent.id)).response.text).toContain(thanks);
  });

  it('for an event that has ended, or never existed, is refused with the reason', async () => {
    const ended = await createEvent(api.admin, { status: 'ended' });
    const notFound = 'This event may have ended or does not exist.';
    for (const [id, status] of [
      [ended.id, 409],
      ['00000000-0000-4000-8000-000000000000', 404],
      ['no-id-at-all', 400],
    ] as const) {
      const { response } = await enter({}, id);
      expect(response.status).toBe(status);
      expect(bodyOf(response)).toContain(notFound);
    }
  });

  it('is limited like any other entry, and keeps what was typed', async () => {
    const strict = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '1' }, createLog('silent'), {
      webDirectory,
    });
    onTestFinished(() => strict.close());
    const ownEvent = await createEvent(strict.admin);
    expect((await post(ownEvent.id, person, strict)).status).toBe(200);
    const refused = await post(ownEvent.id, person, strict);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(bodyOf(refused)).toContain('Too many requests. Please wait a moment and try again.');
    expect(fieldOf(refused, 'phone')).toBe(person.phone);
    // The page has its own share, which no other page has used.
    const page = await strict.anyone.get(`/lead/${ownEvent.id}`);
    const nonce = fieldOf(page, 'nonce') ?? '';
    expect((await post(ownEvent.id, { ...person, nonce }, strict)).status).toBe(200);
  });

  it('is answered without a database, with everything still typed', async () => {
    const alone = await startApi({}, createLog('silent'), { webDirectory, beside: api });
    onTestFinished(() => alone.close());
    const ownEvent = await createEvent(alone.admin);
    await alone.sql.end();
    const response = await post(ownEvent.id, person, alone);
    expect(response.status).toBe(503);
    expect(bodyOf(response)).toContain('The service is briefly unavailable.');
    expect(fieldOf(response, 'name')).toBe(person.name);
  });

  it.each([
    ['application/json', '{"name":"Zoë"}', 400],
    ['application/json', '[]', 400],
    ['application/json', '"name"', 400],
    ['application/json', '5', 400],
    ['text/plain', 'name=Zoe', 415],
    ['application/x-www-form-urlencoded', `name=${'x'.repeat(70_000)}`, 413],
    ['application/x-www-form-urlencoded', '', 400],
    ['application/x-www-form-urlencoded', '__proto__=1&name=%ff%00&name=%F0%9F%98%80', 400],
    ['application/x-www-form-urlencoded', 'name[]=1&phone=%', 400],
  ])('as %s %s is refused', async (type, body, status) => {
    const response = await api.anyone.post(`/event/${event.id}/submit`, body, {
      'content-type': type,
    });
    expect(response.status).toBe(status);
  });
});
