import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startApi } from '../../test/world/api.ts';
import { createEvent, verifiedLead } from '../../test/world/fixtures.ts';
import { watch, watchStream } from '../../test/world/live-client.ts';

const api = await startApi({ PUBLIC_SUBMITS_PER_MINUTE: '0' });
afterAll(() => api.close());

async function arrange({ begun }: { begun: boolean }) {
  const { id: eventId } = await createEvent(api.admin);
  await verifiedLead(api, eventId);
  const watcher = await watchStream(`${api.anyone.url}/api/events/${eventId}/live?screen=wall`, {});
  onTestFinished(() => watcher.close());
  await watcher.expect('snapshot');
  const begin = async () => {
    await api.admin.post(`/api/events/${eventId}/drawing`, { id: randomUUID() });
    await watcher.expect('stage');
  };
  if (begun) await begin();
  const applaud = (claps: number, hearts: number, device = randomUUID(), client = api.anyone) =>
    client.post(`/api/events/${eventId}/applause`, { device, claps, hearts });
  return { eventId, watcher, begin, applaud };
}

it('is counted for the whole hall, in every process, and stored nowhere', async () => {
  const other = await startApi({}, undefined, { beside: api });
  onTestFinished(() => other.close());
  const { eventId, applaud, watcher } = await arrange({ begun: true });
  const stored = () => api.sql`
    select (select count(*) from live_messages) as messages, (select count(*) from audit_log) as audited,
           (select row_to_json(e) from events e where id = ${eventId}) as event`;
  const before = await stored();
  await applaud(3, 1);
  await applaud(2, 0, randomUUID(), other.anyone);
  const sum = { claps: 0, hearts: 0 };
  while (sum.claps < 5) {
    const { claps, hearts } = await watcher.expect('applause');
    sum.claps += claps;
    sum.hearts += hearts;
  }
  expect(sum).toEqual({ claps: 5, hearts: 1 });
  expect(await stored()).toEqual(before);
  const late = await watch(api.anyone.url, eventId);
  onTestFinished(() => late.close());
  expect(JSON.stringify(await late.expect('snapshot'))).not.toContain('claps');
});

it('is sent to walls and remotes alone, so that no phone in the hall waits for it', async () => {
  const { eventId, applaud, watcher } = await arrange({ begun: true });
  const phone = await watch(api.anyone.url, eventId);
  onTestFinished(() => phone.close());
  await phone.expect('snapshot');
  await applaud(3, 1);
  await watcher.expect('applause');
  await api.admin.patch(`/api/events/${eventId}/stage`, { blank: true });
  expect((await phone.expect('stage')).stage.blank).toBe(true);
});

it('is taken once a second from each device, and no more than two hands can give', async () => {
  const { applaud, watcher } = await arrange({ begun: true });
  const device = randomUUID();
  await Promise.all([applaud(4, 0, device), applaud(4, 0, device), applaud(0, 2)]);
  expect(await watcher.expect('applause')).toEqual({ claps: 4, hearts: 2 });
  expect((await applaud(21, 0)).status).toBe(400);
  expect((await applaud(0, -1)).status).toBe(400);
});

it('is ignored between draws, and where it is switched off', async () => {
  const heard = await arrange({ begun: true });
  const [quiet, off] = [await arrange({ begun: false }), await arrange({ begun: true })];
  await api.admin.patch(`/api/events/${off.eventId}/stage`, { applause: false });
  expect((await off.watcher.expect('stage')).stage.applause).toBe(false);
  for (const { applaud } of [quiet, off, heard]) expect((await applaud(1, 0)).status).toBe(202);
  // All counts are published together, or none.
  await heard.watcher.expect('applause');
  await quiet.begin();
  await api.admin.patch(`/api/events/${off.eventId}/stage`, { blank: true });
  await off.watcher.expect('stage');
});

it('leaves a rehearsal to walls and remotes, and stores nothing of it', async () => {
  const { eventId, watcher } = await arrange({ begun: false });
  const phone = await watch(api.anyone.url, eventId);
  onTestFinished(() => phone.close());
  await phone.expect('snapshot');
  const stored = () => api.sql`
    select (select count(*) from live_messages) as messages, (select count(*) from audit_log) as audited,
           (select count(*) from stages) as stages, (select count(*) from records) as records`;
  const before = await stored();
  const rehearsal = { run: 7, drawn: 1, began: null, phrase: null, round: null };
  const path = `/api/events/${eventId}/rehearsal`;
  expect((await api.anyone.post(path, { rehearsal })).status).toBe(401);
  await api.admin.post(path, { rehearsal });
  expect(await watcher.expect('rehearsal')).toEqual({ rehearsal });
  expect(await stored()).toEqual(before);
  await api.admin.patch(`/api/events/${eventId}/stage`, { blank: true });
  expect((await phone.expect('stage')).stage.blank).toBe(true);
});
