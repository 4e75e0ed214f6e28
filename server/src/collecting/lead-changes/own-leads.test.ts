import { randomUUID } from 'node:crypto';
import {
  collectedLead,
  type OwnLead,
  ownLead,
  phoneHashes,
} from '@drawbridge/contract/collecting/leads';
import { deleted } from '@drawbridge/contract/core/ids';
import { phoneHash, readPhone } from '@drawbridge/contract/phones/phone-key';
import { assignment } from '@drawbridge/contract/team/volunteers';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import type { Client } from '../../test/world/client.ts';
import {
  createEvent,
  createVolunteer,
  newContact,
  submitLead,
  verifiedLead,
} from '../../test/world/fixtures.ts';
import { listLeads } from '../../test/world/leads.ts';

const NOT_FOUND = [404, 'Lead not found'];
const NOT_ASSIGNED = [403, 'You are not assigned to this event'];
const VERIFIED = [409, 'This lead has already been verified. Ask an administrator to change it.'];

const api = await startApi();
afterAll(() => api.close());

const collect = async (client: Client, eventId: string, fields: Record<string, unknown> = {}) =>
  (await client.post('/api/leads', { eventId, ...newContact(), ...fields })).as(
    collectedLead.strict(),
  );
const pathOf = ({ id }: { id: string }) => `/api/volunteer/leads/${id}`;

/** Creates an event with a volunteer and a lead added by them. */
async function collected() {
  const event = await createEvent(api.admin, { country: 'GB' });
  const { id, client } = await createVolunteer(api, [event.id]);
  return { event, volunteerId: id, client, lead: await collect(client, event.id) };
}

async function revoke(volunteerId: string) {
  const all = (await api.admin.get('/api/volunteer-assignments')).as(z.array(assignment));
  const own = all.find((one) => one.volunteerId === volunteerId && !one.accessRevoked);
  await api.admin.patch(`/api/volunteer-assignments/${own?.id}/revoke`);
}

/** Tries both calls, and expects the same problem and an unchanged lead. */
async function expectRefused(client: Client, lead: OwnLead, problem: (string | number)[]) {
  const before = await listLeads(api, `?eventId=${lead.eventId}`);
  expect((await client.patch(pathOf(lead), { name: 'Somebody Else' })).problem).toEqual(problem);
  expect((await client.delete(pathOf(lead))).problem).toEqual(problem);
  expect(await listLeads(api, `?eventId=${lead.eventId}`)).toEqual(before);
}

it("returns hashes of the latest numbers at the volunteer's own events, and no number", async () => {
  const { event, client, volunteerId, lead } = await collected();
  const entered = await submitLead(api.anyone, event.id);
  await submitLead(api.anyone, (await createEvent(api.admin)).id);
  const readHashes = async () => (await client.get('/api/volunteer/numbers')).as(phoneHashes);
  const keyOf = ({ phone }: { phone: string }) => readPhone(phone, 'GB').key;
  expect(await readHashes()).toEqual({
    [event.id]: [lead, entered].map((one) => phoneHash(keyOf(one))).sort(),
  });
  await revoke(volunteerId);
  expect(await readHashes()).toEqual({});
});

describe('an own pending lead', () => {
  it('can be corrected in its name, phone and e-mail, and in nothing else', async () => {
    const { event, client, lead } = await collected();
    const response = await client.patch(pathOf(lead), {
      name: ' Jon Field ',
      phone: '+44 7400 123999',
      email: '',
      status: 'verified',
      source: 'qr',
      eventId: (await createEvent(api.admin)).id,
    });
    expect(response.status).toBe(200);
    expect(response.as(ownLead.strict())).toEqual({
      id: lead.id,
      eventId: event.id,
      answers: {},
      name: 'Jon Field',
      phone: '07400123999',
      email: null,
      status: 'pending',
      source: 'volunteer',
      submittedAt: lead.submittedAt,
    });
    expect((await client.patch(pathOf(lead), { name: 'Jon Fields' })).as(ownLead)).toMatchObject({
      name: 'Jon Fields',
      phone: '07400123999',
    });
    expect((await client.patch(pathOf(lead), { phone: '123' })).problem).toEqual([
      400,
      'Phone number must be at least 10 digits',
    ]);
  });

  it('can be taken back, and its id stays used', async () => {
    const { event, client } = await collected();
    const input = { id: randomUUID(), ...newContact() };
    const lead = await collect(client, event.id, input);
    const response = await client.delete(pathOf(lead));
    expect([response.status, response.as(deleted.strict())]).toEqual([200, { id: lead.id }]);
    expect((await client.delete(pathOf(lead))).problem).toEqual(NOT_FOUND);
    const again = await client.post('/api/leads', { eventId: event.id, ...input });
    expect(again.problem).toEqual([409, 'This lead has been deleted']);
  });

  it("is its collector's alone", async () => {
    const { event, lead } = await collected();
    const { client: colleague } = await createVolunteer(api, [event.id]);
    await expectRefused(colleague, lead, NOT_FOUND);
    await expectRefused(api.admin, lead, NOT_FOUND);
    await expectRefused(colleague, await submitLead(api.anyone, event.id), NOT_FOUND);
  });

  it('is fixed once the assignment is revoked', async () => {
    const { volunteerId, client, lead } = await collected();
    await revoke(volunteerId);
    await expectRefused(client, lead, NOT_ASSIGNED);
  });

  it('is fixed once it is verified, promoted or has won', async () => {
    const { event, client, lead } = await collected();
    await api.admin.patch(`/api/leads/${lead.id}`, { status: 'verified' });
    await expectRefused(client, lead, VERIFIED);
    await api.admin.post(`/api/events/${event.id}/draw-winner`, { prizeId: null });
    await expectRefused(client, lead, VERIFIED);
    await api.admin.patch(`/api/leads/${lead.id}`, { status: 'promoted' });
    await expectRefused(client, lead, VERIFIED);
  });

  it('can be corrected and go away while a draw is sealed, which it is not in', async () => {
    const { event, client, lead } = await collected();
    await verifiedLead(api, event.id);
    await api.admin.post(`/api/events/${event.id}/seal`, { prizeId: null });
    expect((await client.patch(pathOf(lead), { name: 'Jon Field' })).status).toBe(200);
    expect((await client.delete(pathOf(lead))).status).toBe(200);
  });

  it.each(['patch', 'delete'] as const)(
    'that is verified at the same moment is not changed by %s',
    async (method) => {
      const { event, client, lead } = await collected();
      const { call } = await api.sql.begin(async (tx) => {
        await tx`update leads set status = 'verified', verified_at = now() where id = ${lead.id}`;
        const call = client.send(method.toUpperCase(), pathOf(lead), { name: 'Too Late' });
        await standstill(api.sql, [call]);
        return { call };
      });
      expect((await call).problem).toEqual(VERIFIED);
      expect(await listLeads(api, `?eventId=${event.id}`)).toMatchObject([{ name: lead.name }]);
    },
  );
});

describe('a contact that is already known at the event', () => {
  it('is shown to the volunteer with its time and source only', async () => {
    const { event, client, lead } = await collected();
    expect(lead.alsoEntered).toBeNull();
    const visitor = await submitLead(api.anyone, event.id);
    const samePhone = await collect(client, event.id, { phone: visitor.phone, email: null });
    expect(samePhone.alsoEntered).toEqual({
      submittedAt: visitor.submittedAt,
      source: 'qr',
      imported: false,
    });
    const sameEmail = await collect(client, event.id, { email: lead.email });
    expect(sameEmail.alsoEntered).toEqual({
      submittedAt: lead.submittedAt,
      source: 'volunteer',
      imported: false,
    });
  });
});
