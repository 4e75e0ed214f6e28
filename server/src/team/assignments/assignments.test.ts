import { ownLead } from '@drawbridge/contract/collecting/leads';
import {
  type Assignment,
  assignment,
  type OwnAssignment,
  ownAssignment,
} from '@drawbridge/contract/team/volunteers';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { examples, prepareCall } from '../../test/examples/examples.ts';
import { standstill } from '../../test/fakes/until-blocked.ts';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse, Client } from '../../test/world/client.ts';
import {
  createEvent,
  createVolunteer,
  newContact,
  submitLead,
  UNKNOWN_ID,
} from '../../test/world/fixtures.ts';

const api = await startApi();
afterAll(() => api.close());

const path = '/api/volunteer-assignments';

function assign(volunteerId: string, eventId: string): Promise<ApiResponse> {
  return api.admin.post(path, { volunteerId, eventId });
}

async function assigned(volunteerId: string, eventId: string): Promise<Assignment> {
  return (await assign(volunteerId, eventId)).as(assignment);
}

/** All assignments ever made between the two, revoked ones included. */
async function history(volunteerId: string, eventId: string): Promise<Assignment[]> {
  const all = (await api.admin.get(path)).as(z.array(assignment.strict()));
  return all.filter((one) => one.volunteerId === volunteerId && one.eventId === eventId);
}

async function ownAssignments(client: Client): Promise<OwnAssignment[]> {
  return (await client.get('/api/volunteer/assignments')).as(z.array(ownAssignment.strict()));
}

describe('assigning a volunteer', () => {
  it.each(['volunteerId', 'userId'])('takes the volunteer as %s', async (field) => {
    const event = await createEvent(api.admin);
    const { id, username } = await createVolunteer(api);
    const response = await api.admin.post(path, { [field]: id, eventId: event.id });

    expect(response.status).toBe(201);
    const created = response.as(assignment.strict());
    expect(created).toEqual({
      id: expect.any(String),
      eventId: event.id,
      volunteerId: id,
      accessRevoked: false,
      assignedAt: expect.any(String),
      revokedAt: null,
      volunteer: { name: 'Priya Shah', username },
    });
    expect(await history(id, event.id)).toEqual([created]);
  });

  it('answers 404 for a volunteer who is deleted at the same moment', async () => {
    const event = await createEvent(api.admin);
    const { id } = await createVolunteer(api);
    let late: Promise<ApiResponse> | undefined;
    await api.sql.begin(async (tx) => {
      await tx`delete from users where id = ${id}`;
      late = assign(id, event.id);
      await standstill(api.sql, [late]);
    });
    expect((await late)?.problem).toEqual([404, 'Volunteer not found']);
  });

  it('refuses a second active assignment to the same event, and no other', async () => {
    const [event, other] = [await createEvent(api.admin), await createEvent(api.admin)];
    const [volunteer, colleague] = [await createVolunteer(api), await createVolunteer(api)];
    await assigned(volunteer.id, event.id);
    const again = await api.admin.post(path, { userId: volunteer.id, eventId: event.id });
    expect(again.problem).toEqual([409, 'Volunteer is already assigned to this event']);
    expect((await assign(volunteer.id, other.id)).status).toBe(201);
    expect((await assign(colleague.id, event.id)).status).toBe(201);
    expect(await history(volunteer.id, event.id)).toHaveLength(1);
  });

  it('accepts one of twenty concurrent calls', async () => {
    const event = await createEvent(api.admin);
    const { id } = await createVolunteer(api);
    const responses = await Promise.all(Array.from({ length: 20 }, () => assign(id, event.id)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    expect(await history(id, event.id)).toHaveLength(1);
  });
});

describe('revoking an assignment', () => {
  it.each([
    ['no body', undefined],
    ['an empty body that claims to be JSON', ''],
    ['an empty object', {}],
  ])('takes %s', async (_, body) => {
    const event = await createEvent(api.admin);
    const { id } = await createVolunteer(api);
    const given = await assigned(id, event.id);

    const response = await api.admin.patch(`${path}/${given.id}/revoke`, body);

    expect(response.status).toBe(200);
    const revoked = response.as(assignment.strict());
    expect(revoked).toEqual({ ...given, accessRevoked: true, revokedAt: expect.any(String) });
    expect(await history(id, event.id)).toEqual([revoked]);
  });

  it('is fine twice, and keeps the moment of the first time', async () => {
    const event = await createEvent(api.admin);
    const { id } = await createVolunteer(api);
    const given = await assigned(id, event.id);
    await api.admin.patch(`${path}/${given.id}/revoke`);
    // In the past, so that a second revocation at the same time could not look like the first.
    await api.sql`
      update volunteer_assignments set revoked_at = revoked_at - interval '1 day'
      where id = ${given.id}`;
    const [first] = await history(id, event.id);

    const response = await api.admin.patch(`${path}/${given.id}/revoke`);

    expect([response.status, response.as(assignment)]).toEqual([200, first]);
    expect(await history(id, event.id)).toEqual([first]);
  });

  it('can be undone, unless the volunteer has been assigned again', async () => {
    const event = await createEvent(api.admin);
    const { id, client } = await createVolunteer(api);
    const given = await assigned(id, event.id);
    await api.admin.patch(`${path}/${given.id}/revoke`);
    const restore = () => api.admin.post(`${path}/${given.id}/restore`);
    expect((await restore()).as(assignment.strict())).toEqual(given);
    expect(await history(id, event.id)).toEqual([given]);
    const input = await client.post('/api/leads', { eventId: event.id, ...newContact() });
    expect(input.status).toBe(201);

    await api.admin.patch(`${path}/${given.id}/revoke`);
    await assigned(id, event.id);
    expect((await restore()).problem).toEqual([409, 'Volunteer is already assigned to this event']);
    expect((await api.admin.post(`${path}/${UNKNOWN_ID}/restore`)).status).toBe(404);
  });

  it('makes room for a new assignment beside the old one', async () => {
    const event = await createEvent(api.admin);
    const { id, client } = await createVolunteer(api);
    const first = await assigned(id, event.id);
    await api.admin.patch(`${path}/${first.id}/revoke`);

    const second = await assigned(id, event.id);

    expect(second.id).not.toBe(first.id);
    const all = await history(id, event.id);
    expect(all.find((one) => one.id === first.id)).toMatchObject({ accessRevoked: true });
    expect(all.find((one) => one.id === second.id)).toEqual(second);
    expect(all).toHaveLength(2);
    expect((await ownAssignments(client)).map((one) => one.id)).toEqual([second.id]);
    // Revoking the old assignment again does not affect the new one.
    await api.admin.patch(`${path}/${first.id}/revoke`);
    expect(await ownAssignments(client)).toHaveLength(1);
  });
});

describe('a revoked volunteer', () => {
  it('cannot read the contacts of that event any more, only those of other events', async () => {
    const [mine, gone] = [await createEvent(api.admin), await createEvent(api.admin)];
    const { id, client } = await createVolunteer(api, [mine.id]);
    const assignment = await assigned(id, gone.id);
    const [kept, secret] = [newContact(), newContact()];
    const sent = { id: crypto.randomUUID(), eventId: gone.id, ...secret };
    expect((await client.post('/api/leads', { eventId: mine.id, ...kept })).status).toBe(201);
    expect((await client.post('/api/leads', sent)).status).toBe(201);
    await api.admin.patch(`${path}/${assignment.id}/revoke`);

    const reads = await Promise.all(
      examples
        .filter(({ call }) => call.room && call.route.startsWith('GET /'))
        .filter(({ name }) => !['watchRaffle', 'watchEvents'].includes(name))
        .map(async (example) => {
          const { url } = await prepareCall(example, { api, eventId: gone.id });
          return client.get(url);
        }),
    );
    // Sending a lead again returns it, but not to a volunteer who may no longer send it.
    reads.push(await client.post('/api/leads', sent));
    for (const { text } of reads) expect(text).not.toContain(secret.name);
    const leads = (await client.get('/api/volunteer/leads')).as(z.array(ownLead));
    expect(leads.map(({ name }) => name)).toEqual([kept.name]);
  });
});

describe("a volunteer's own assignments", () => {
  it("say how many leads the rest of the team has collected, and what the event's clock says", async () => {
    const { id } = await createEvent(api.admin, { timeZone: 'Asia/Kolkata' });
    const [me, colleague] = [await createVolunteer(api, [id]), await createVolunteer(api, [id])];
    const collect = ({ client }: typeof me) =>
      client.post('/api/leads', { eventId: id, ...newContact() });
    await Promise.all([collect(me), collect(colleague), collect(colleague)]);
    await submitLead(api.anyone, id);

    const expected = { utcOffset: 5 * 60 + 30, leadsOfOthers: 2 };
    expect(await ownAssignments(me.client)).toMatchObject([expected]);
    // Their leads stay with the team.
    await api.admin.delete(`/api/users/${colleague.id}`);
    expect(await ownAssignments(me.client)).toMatchObject([expected]);
  });

  it('are the active ones, the oldest first, each with its event', async () => {
    const [early, late, gone] = [
      await createEvent(api.admin, { name: 'Early' }),
      await createEvent(api.admin, { name: 'Late', totalAmountCollected: '500' }),
      await createEvent(api.admin, { name: 'Gone' }),
    ];
    const { id, client } = await createVolunteer(api, [late.id]);
    const revoked = await assigned(id, gone.id);
    await api.admin.patch(`${path}/${revoked.id}/revoke`);
    const assignment = await assigned(id, early.id);
    await api.sql`
      update volunteer_assignments set assigned_at = assigned_at - interval '1 day'
      where id = ${assignment.id}`;

    const response = await client.get('/api/volunteer/assignments');

    const own = response.as(z.array(ownAssignment));
    expect(own.map(({ event }) => event.name)).toEqual(['Early', 'Late']);
    // Compared literally, so that no figure of the event is included.
    expect((response.json() as unknown[])[1]).toEqual({
      id: expect.any(String),
      eventId: late.id,
      volunteerId: id,
      accessRevoked: false,
      assignedAt: expect.any(String),
      revokedAt: null,
      utcOffset: expect.any(Number),
      leadsOfOthers: 0,
      event: {
        id: late.id,
        name: 'Late',
        shortCode: late.shortCode,
        date: late.date,
        location: late.location,
        status: late.status,
        country: 'GB',
        phoneMinLength: late.phoneMinLength,
        organiser: null,
        privacyText: null,
        privacyUrl: null,
        consentNote: null,
        marketingText: null,
        receipts: false,
        ...{ drawAt: null, drawClock: null, timeZone: late.timeZone },
        ...{ logo: null, cover: null, accent: null, accentStyles: null },
        language: 'en',
        languages: null,
        translations: {},
        consentVersion: late.consentVersion,
        questions: [],
        questionsVersion: 1,
      },
    });
  });
});
