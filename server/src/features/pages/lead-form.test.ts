import { fileURLToPath } from 'node:url';
import type { AdminEvent } from '@drawbridge/contract/events';
import { FIRST_VIEW_ID } from '@drawbridge/contract/first-view';
import { type AdminLead, adminLead } from '@drawbridge/contract/leads';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createLog } from '../../log.ts';
import { startApi, type TestApi } from '../../test/api.ts';
import type { Answer } from '../../test/client.ts';
import { createEvent, createPrize } from '../../test/fixtures.ts';

/** The real build, because its own script renders the form. */
const webDirectory = fileURLToPath(new URL('../../../../web/dist', import.meta.url));
const person = { name: 'Zoë Müller', phone: '07400 123123', email: 'zoe@example.com' };
const thanks = 'Your information has been submitted successfully.';

let api: TestApi;
let event: AdminEvent;
beforeAll(async () => {
  api = await startApi({}, createLog('silent'), { webDirectory });
  event = await createEvent(api.admin, { organiser: 'Harbour Traders' });
});
afterAll(() => api.close());

/** What a browser without scripts shows. */
const bodyOf = ({ text }: Answer) => text.slice(text.indexOf('<body>'));

const fieldOf = (page: Answer, name: string) =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(bodyOf(page))?.[1];

function post(eventId: string, fields: Record<string, string>, at = api): Promise<Answer> {
  return at.anyone.post(`/event/${eventId}/submit`, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
}

/** Opens the form, fills it in and presses the button, as a browser without scripts does. */
async function enter(fields: Record<string, string> = {}, eventId = event.id) {
  const page = await api.anyone.get(`/event/${eventId}/submit`);
  const hidden = { id: fieldOf(page, 'id') ?? '', nonce: fieldOf(page, 'nonce') ?? '' };
  const sent = { ...hidden, ...person, website: '', ...fields };
  return { sent, answer: await post(eventId, sent) };
}

async function leadsOf(eventId: string): Promise<AdminLead[]> {
  return (await api.admin.get(`/api/leads?eventId=${eventId}`)).as(z.array(adminLead));
}

describe('the form without scripts', () => {
  it.each(['/event/{id}/submit', '/lead/{id}'])('stands in the HTML of %s', async (path) => {
    const own = await createEvent(api.admin, {
      organiser: 'Harbour Traders',
      privacyText: 'We keep your number until the draw.',
    });
    await createPrize(api.admin, own.id, { name: 'City bicycle', value: '£400' });
    const logo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    await api.admin.post('/api/sponsors', { eventId: own.id, name: 'Northwind', logo });
    const body = bodyOf(await api.anyone.get(path.replace('{id}', own.id)));
    for (const text of [
      own.name,
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
    const order = ['Submit Entry', 'Sponsored By', 'alt="Northwind"', 'By submitting'];
    expect(order.toSorted((a, b) => body.indexOf(a) - body.indexOf(b))).toEqual(order);
    expect(body).toMatch(new RegExp(`<form [^>]*action="/event/${own.id}/submit" method="post"`));
  });

  it('shows an event as it is now', async () => {
    const own = await createEvent(api.admin);
    const path = `/lead/${own.id}`;
    expect(bodyOf(await api.anyone.get(path))).toContain('Harbour Winter Fair');
    await api.admin.patch(`/api/events/${own.id}`, { name: 'Spring Fair' });
    expect(bodyOf(await api.anyone.get(path))).toContain('Spring Fair');
    await api.admin.patch(`/api/events/${own.id}`, { status: 'ended' });
    const ended = bodyOf(await api.anyone.get(path));
    expect(ended).toContain('This event may have ended or does not exist.');
    expect(ended).not.toContain('<form');
  });

  it('holds hostile texts as nothing but texts', async () => {
    const nasty = `</div><script>alert(1)</script><img src=x onerror=alert(1)>"'$&`;
    const own = await createEvent(api.admin, {
      name: nasty,
      organiser: nasty,
      privacyText: nasty,
      privacyUrl: "https://example.com/?q='onmouseover=alert(1)",
    });
    const { answer } = await enter({ name: nasty, phone: nasty, email: nasty }, own.id);
    for (const page of [await api.anyone.get(`/lead/${own.id}`), answer]) {
      expect(bodyOf(page)).toContain('&lt;script&gt;');
      expect(bodyOf(page)).not.toMatch(/<script|<img|"onmouseover|'onmouseover/);
    }
  });

  it('is usable while the database takes its time', async () => {
    await api.sql.begin(async (tx) => {
      await tx`lock table events in access exclusive mode`;
      const page = await api.anyone.get(`/lead/${event.id}`);
      expect(bodyOf(page)).toContain('Submit Entry');
      expect(page.text).not.toContain(FIRST_VIEW_ID);
    });
  });
});

describe('an entry posted without scripts', () => {
  it('becomes a lead, and its ticket is shown', async () => {
    const own = await createEvent(api.admin);
    const { answer } = await enter({ email: '' }, own.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const body = bodyOf(answer);
    expect(body).toContain(thanks);
    expect(body).toContain('Your entry counts once the team has verified it.');
    expect(body).toContain(person.name);
    expect(body).toContain(`href="/event/${own.id}/raffle"`);
    expect(body).toMatch(/<path d="M2 2h7v1h-7z/);
    expect(body).not.toContain('<form');
    const [lead, ...others] = await leadsOf(own.id);
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
    const own = await createEvent(api.admin);
    const { sent, answer } = await enter({}, own.id);
    const again = await Promise.all([post(own.id, sent), post(own.id, sent)]);
    const codeIn = (page: Answer) => /raffle\/verify#([0-9A-Z-]+)/.exec(page.text)?.[1];
    expect(codeIn(answer)).toBeTruthy();
    for (const page of again) {
      expect(page.status).toBe(200);
      expect(codeIn(page)).toBe(codeIn(answer));
    }
    expect(await leadsOf(own.id)).toHaveLength(1);
    expect((await post(own.id, { ...sent, phone: '07400 123124' })).text).toContain(thanks);
    expect(await leadsOf(own.id)).toHaveLength(2);
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
      const own = await createEvent(api.admin);
      const { sent, answer } = await enter(fields, own.id);
      expect(answer.status).toBe(400);
      for (const sentence of sentences) expect(bodyOf(answer)).toContain(sentence);
      for (const name of ['name', 'phone', 'email'] as const) {
        expect(fieldOf(answer, name) ?? '').toBe(sent[name]);
      }
      expect(fieldOf(answer, 'website')).toBeUndefined();
      expect(fieldOf(answer, 'id')).toBe(sent.id);
      expect(await leadsOf(own.id)).toEqual([]);
    },
  );

  it('keeps the answer about marketing, also when it has to be corrected', async () => {
    const marketingText = 'Tell me about <b>future</b> events.';
    const own = await createEvent(api.admin, { marketingText, consentNote: 'We call winners.' });
    const form = bodyOf(await api.anyone.get(`/lead/${own.id}`));
    expect(form).toContain('Tell me about &lt;b&gt;future&lt;/b&gt; events.');
    expect(form).toContain('We call winners.');
    expect(form).not.toContain('By submitting');
    expect(form).not.toContain('checked');
    // A box that is not ticked sends only the hidden field before it.
    for (const marketing of ['no', 'yes']) {
      const { sent, answer } = await enter({ marketing, phone: '07' }, own.id);
      expect(bodyOf(answer).includes('checked=""')).toBe(marketing === 'yes');
      await post(own.id, { ...sent, phone: '07400 123123' });
    }
    const leads = await leadsOf(own.id);
    expect(leads.map(({ marketing }) => marketing)).toEqual([true, false]);
  });

  it("is refused by the rule of the event's country, at the number", async () => {
    const own = await createEvent(api.admin, { country: 'DK' });
    const { answer } = await enter({ phone: '02123456' }, own.id);
    expect(answer.status).toBe(400);
    // React writes an apostrophe as a character reference.
    expect(bodyOf(answer)).toContain('Phone number is not valid in the event&#x27;s country');
    expect((await enter({ phone: '32123456' }, own.id)).answer.text).toContain(thanks);
  });

  it('for an event that has ended, or never was, is told so', async () => {
    const ended = await createEvent(api.admin, { status: 'ended' });
    const notFound = 'This event may have ended or does not exist.';
    for (const [id, status] of [
      [ended.id, 409],
      ['00000000-0000-4000-8000-000000000000', 404],
      ['no-id-at-all', 400],
    ] as const) {
      const { answer } = await enter({}, id);
      expect(answer.status).toBe(status);
      expect(bodyOf(answer)).toContain(notFound);
    }
  });

  it('is limited like any other entry, and keeps what was typed', async () => {
    const strict = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '1' }, createLog('silent'), {
      webDirectory,
    });
    onTestFinished(() => strict.close());
    const own = await createEvent(strict.admin);
    expect((await post(own.id, person, strict)).status).toBe(200);
    const refused = await post(own.id, person, strict);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(bodyOf(refused)).toContain('Too many requests. Please wait a moment and try again.');
    expect(fieldOf(refused, 'phone')).toBe(person.phone);
    // The page has a share of its own, which nobody else has used.
    const page = await strict.anyone.get(`/lead/${own.id}`);
    const nonce = fieldOf(page, 'nonce') ?? '';
    expect((await post(own.id, { ...person, nonce }, strict)).status).toBe(200);
  });

  it('is answered without a database, with everything still typed', async () => {
    const alone = await startApi({}, createLog('silent'), { webDirectory });
    onTestFinished(() => alone.close());
    const own = await createEvent(alone.admin);
    await alone.sql.end();
    const answer = await post(own.id, person, alone);
    expect(answer.status).toBe(503);
    expect(bodyOf(answer)).toContain('The service is briefly unavailable.');
    expect(fieldOf(answer, 'name')).toBe(person.name);
  });

  it.each([
    ['application/json', '{"name":"Zoë"}', 400],
    ['application/json', '[]', 400],
    ['application/json', '"name"', 400],
    ['application/json', '5', 400],
    ['text/plain', 'name=Zoe', 415],
    ['application/x-www-form-urlencoded', `name=${'x'.repeat(9000)}`, 413],
    ['application/x-www-form-urlencoded', '', 400],
    ['application/x-www-form-urlencoded', '__proto__=1&name=%ff%00&name=%F0%9F%98%80', 400],
    ['application/x-www-form-urlencoded', 'name[]=1&phone=%', 400],
  ])('as %s %s is refused', async (type, body, status) => {
    const answer = await api.anyone.post(`/event/${event.id}/submit`, body, {
      'content-type': type,
    });
    expect(answer.status).toBe(status);
  });
});
