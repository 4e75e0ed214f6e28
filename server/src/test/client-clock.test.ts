import { ownLead } from '@drawbridge/contract/leads';
import { afterAll, describe, expect, it } from 'vitest';
import { startApi } from './api.ts';
import { createEvent, createVolunteer, newContact } from './fixtures.ts';

const api = await startApi();
const eventId = (await createEvent(api.admin)).id;
afterAll(() => api.close());

/** Times that a phone with a wrong clock may send: 1970, the next century, or none at all. */
const clocks = [
  '1970-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2106-02-07T06:28:16.000Z',
  '+275760-09-13T00:00:00.000Z',
  'Invalid Date',
  '0',
];

describe.each(clocks)('a phone on which it is %s', (now) => {
  const headers = { date: now, 'if-modified-since': now, 'if-unmodified-since': now, expires: now };
  const sent = { submittedAt: now, verifiedAt: now, createdAt: now, updatedAt: now };

  it('leaves the times of its leads to the server', async () => {
    const volunteer = await createVolunteer(api, [eventId]);
    const before = Date.now();
    for (const [client, path] of [
      [api.anyone, '/api/leads/public'],
      [volunteer.client, '/api/leads'],
    ] as const) {
      const answer = await client.post(path, { eventId, ...newContact(), ...sent }, headers);
      expect(answer.status).toBe(201);
      const submittedAt = Date.parse(answer.as(ownLead).submittedAt);
      // The time comes from the database, whose clock is this machine's or close to it.
      expect(Math.abs(submittedAt - before)).toBeLessThan(600_000);
    }
  });

  it('is signed in and out like any other', async () => {
    const volunteer = await createVolunteer(api);
    const mine = { authorization: `Bearer ${volunteer.client.token}`, ...headers };
    expect((await api.anyone.get('/api/auth/me', mine)).status).toBe(200);
    expect((await api.anyone.post('/api/auth/logout', sent, mine)).status).toBe(200);
    expect((await api.anyone.get('/api/auth/me', mine)).status).toBe(401);
  });

  it('asks for any span of time and is answered or refused', async () => {
    const span = new URLSearchParams({ from: now, to: now, limit: '5' });
    expect([200, 400]).toContain((await api.admin.get(`/api/leads?${span}`)).status);
    const body = { name: 'Fair', date: now, location: 'Here', status: 'active' };
    expect([201, 400]).toContain((await api.admin.post('/api/events', body)).status);
  });
});
