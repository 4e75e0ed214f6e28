import { ServerResponse } from 'node:http';
import type { LeadCounts } from '@drawbridge/contract/raffle/live';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../../log.ts';
import { newAdministrator } from '../../test/checks/callers.ts';
import { startApi } from '../../test/world/api.ts';
import { createEvent, createVolunteer, submitLead } from '../../test/world/fixtures.ts';
import { type Watcher, watchStream } from '../../test/world/live-client.ts';
import { LeadFeed } from './lead-feed.ts';
import { Reader } from './reader.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

async function watch({ url, token } = api.admin): Promise<Watcher> {
  const watcher = await watchStream(`${url}/api/events/live`, { authorization: `Bearer ${token}` });
  onTestFinished(() => watcher.close());
  return watcher;
}

/** Reads the next message with counts. */
async function nextCounts(watcher: Watcher): Promise<LeadCounts> {
  for (;;) {
    const { kind, data } = await watcher.next();
    if (kind === 'leads') return data as LeadCounts;
  }
}

/** Reads messages until one has this number of leads for the event. */
async function expectLeads(watcher: Watcher, eventId: string, leads: number): Promise<void> {
  for (;;) {
    const { counts } = await nextCounts(watcher);
    if (counts.some((count) => count.eventId === eventId && count.leads === leads)) return;
  }
}

it('says how many leads each event has, and then what changes', async () => {
  const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
  await submitLead(api.anyone, event.id);
  const watcher = await watch();
  const first = await nextCounts(watcher);
  expect(first.complete).toBe(true);
  expect(first.counts).toContainEqual({ eventId: event.id, leads: 1 });
  expect(first.counts).toContainEqual({ eventId: other.id, leads: 0 });

  const lead = await submitLead(api.anyone, event.id);
  await expectLeads(watcher, event.id, 2);
  const volunteer = await createVolunteer(api, [event.id]);
  await submitLead(volunteer.client, event.id);
  await expectLeads(watcher, event.id, 3);
  await api.admin.delete(`/api/leads/${lead.id}`);
  await expectLeads(watcher, event.id, 2);
  await api.admin.delete(`/api/events/${event.id}`);
  await expectLeads(watcher, event.id, 0);
});

it('tells an organiser of single events of no other, also when an event is taken away', async () => {
  const [own, lost, other] = [
    await createEvent(api.admin),
    await createEvent(api.admin),
    await createEvent(api.admin),
  ];
  const organiser = await newAdministrator(api, [own.id, lost.id]);
  const watcher = await watch(organiser);
  const first = await nextCounts(watcher);
  expect(first.counts.map(({ eventId }) => eventId).sort()).toEqual([own.id, lost.id].sort());
  await submitLead(api.anyone, other.id);
  await submitLead(api.anyone, own.id);
  let counts: LeadCounts['counts'];
  do {
    ({ counts } = await nextCounts(watcher));
    for (const { eventId } of counts) expect([own.id, lost.id]).toContain(eventId);
  } while (!counts.some(({ eventId, leads }) => eventId === own.id && leads === 1));

  await api.sql`update users set only_events = ${[own.id]} where id = ${organiser.user?.id ?? ''}`;
  await submitLead(api.anyone, lost.id);
  await expect(nextCounts(watcher)).rejects.toThrow();
});

it('is sent to every open page', async () => {
  const event = await createEvent(api.admin);
  const watchers = [await watch(), await watch()];
  await submitLead(api.anyone, event.id);
  for (const watcher of watchers) await expectLeads(watcher, event.id, 1);
});

it('ends the stream of a session that has ended, and of no other', async () => {
  const feed = new LeadFeed(api.sql, createLog('silent'));
  const leaving = await api.anyone.signIn(await createVolunteer(api));
  const join = async (token = '') => {
    const response = new ServerResponse({ method: 'GET' } as never);
    const end = vi.spyOn(response, 'end');
    await feed.join(new Reader(response, () => {}), token, null);
    return end;
  };
  const [ended, kept] = [await join(leaving.token), await join(api.admin.token)];
  const heartbeat = Buffer.from('event: heartbeat\ndata: {}\n\n');
  await feed.endStreams(heartbeat);
  expect(ended).not.toHaveBeenCalled();

  await leaving.post('/api/auth/logout');
  await feed.endStreams(heartbeat);
  expect(ended).toHaveBeenCalled();
  expect(kept).not.toHaveBeenCalled();
});
