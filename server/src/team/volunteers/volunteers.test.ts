import { type AdminLead, adminLead, ownLead } from '@drawbridge/contract/collecting/leads';
import { deleted } from '@drawbridge/contract/core/ids';
import { assignment, type Volunteer, volunteer } from '@drawbridge/contract/team/volunteers';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../test/world/api.ts';
import type { ApiResponse, Client } from '../../test/world/client.ts';
import {
  createEvent,
  createVolunteer,
  newContact,
  next,
  submitLead,
  UNKNOWN_ID,
} from '../../test/world/fixtures.ts';

const api = await startApi();
afterAll(() => api.close());

const notFound: ApiResponse['problem'] = [404, 'Volunteer not found'];

async function listVolunteers(): Promise<Volunteer[]> {
  return (await api.admin.get('/api/users/volunteers')).as(z.array(volunteer.strict()));
}

async function findVolunteer(id: string): Promise<Volunteer | undefined> {
  return (await listVolunteers()).find((one) => one.id === id);
}

async function addLead(client: Client, eventId: string): Promise<string> {
  return (await client.post('/api/leads', { eventId, ...newContact() })).as(ownLead).id;
}

async function findLead(id: string): Promise<AdminLead | undefined> {
  const leads = (await api.admin.get('/api/leads')).as(z.array(adminLead));
  return leads.find((lead) => lead.id === id);
}

async function revoke(volunteerId: string, eventId: string): Promise<void> {
  const all = (await api.admin.get('/api/volunteer-assignments')).as(z.array(assignment));
  const one = all.find((given) => given.volunteerId === volunteerId && given.eventId === eventId);
  await api.admin.patch(`/api/volunteer-assignments/${one?.id}/revoke`);
}

describe('the list of volunteers', () => {
  it('carries the figures of each card', async () => {
    const [busy, quiet, former, forgotten] = [
      await createEvent(api.admin, { name: 'Busy', date: '2027-03-01' }),
      await createEvent(api.admin, { name: 'Quiet', date: '2027-04-01' }),
      await createEvent(api.admin, { name: 'Former', date: '2027-05-01' }),
      await createEvent(api.admin, { name: 'Forgotten', date: '2027-06-01' }),
    ];
    const { id, username, client } = await createVolunteer(api, [
      busy.id,
      quiet.id,
      former.id,
      forgotten.id,
    ]);
    await addLead(client, busy.id);
    await addLead(client, busy.id);
    await addLead(client, former.id);
    await addLead(api.admin, busy.id);
    await submitLead(api.anyone, busy.id);
    await revoke(id, former.id);
    await revoke(id, forgotten.id);

    // Active assignments first, with or without leads; then where leads were collected before.
    expect(await findVolunteer(id)).toEqual({
      id,
      name: 'Priya Shah',
      username,
      email: null,
      createdAt: expect.any(String),
      manageable: true,
      credentialsIssuedBy: [],
      loggedInAt: expect.any(String),
      leadCount: 3,
      activeEventCount: 2,
      events: [
        { eventId: quiet.id, eventName: 'Quiet', leadCount: 0, assigned: true },
        { eventId: busy.id, eventName: 'Busy', leadCount: 2, assigned: true },
        { eventId: former.id, eventName: 'Former', leadCount: 1, assigned: false },
      ],
    });
    await client.post('/api/auth/logout');
    expect(await findVolunteer(id)).toMatchObject({ loggedInAt: null });
  });

  it('holds no administrators and is sorted by name without regard to case', async () => {
    const names = ['Zed Moor', 'ada Byron', 'Bo Li'];
    for (const fullName of names) {
      const account = { fullName, username: `sorted${next()}`, password: 'secret1' };
      await api.admin.post('/api/auth/register', account);
    }
    const list = await listVolunteers();
    expect(list.map(({ id }) => id)).not.toContain(api.admin.user?.id);
    const listed = list.map(({ name }) => name).filter((name) => names.includes(String(name)));
    expect(listed).toEqual(['ada Byron', 'Bo Li', 'Zed Moor']);
  });
});

describe('changing a volunteer', () => {
  it('changes the fields that are sent and answers with the whole volunteer', async () => {
    const event = await createEvent(api.admin);
    const { id, client, username } = await createVolunteer(api, [event.id]);
    await addLead(client, event.id);
    const before = await findVolunteer(id);

    const renamed = await api.admin.patch(`/api/users/${id}`, { fullName: ' Priya Patel ' });
    expect(renamed.status).toBe(200);
    expect(renamed.as(volunteer.strict())).toEqual({ ...before, name: 'Priya Patel' });

    const called = await api.admin.patch(`/api/users/${id}`, { username: `${username}.new` });
    expect(called.as(volunteer)).toMatchObject({
      name: 'Priya Patel',
      username: `${username}.new`,
    });

    const nothing = await api.admin.patch(`/api/users/${id}`, {});
    expect(nothing.as(volunteer)).toEqual(called.as(volunteer));
    expect(await findVolunteer(id)).toEqual(called.as(volunteer));
  });

  it('changes neither the role nor the id, whatever is sent', async () => {
    const { id, client } = await createVolunteer(api);
    const response = await api.admin.patch(`/api/users/${id}`, { role: 'admin', id: UNKNOWN_ID });
    expect(response.as(volunteer).id).toBe(id);
    expect((await client.get('/api/auth/me')).json()).toMatchObject({ id, role: 'volunteer' });
  });

  it('refuses a username that is taken, in any case, and then changes nothing at all', async () => {
    const other = await createVolunteer(api);
    const { id, client } = await createVolunteer(api);
    const before = await findVolunteer(id);
    for (const username of [other.username, other.username.toUpperCase(), 'ADMIN']) {
      const response = await api.admin.patch(`/api/users/${id}`, {
        fullName: 'Somebody Else',
        username,
        password: 'fresh-secret',
      });
      expect(response.problem).toEqual([409, 'Username is already taken']);
    }
    expect(await findVolunteer(id)).toEqual(before);
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });

  it("shows the new name on the volunteer's leads and on nobody else's", async () => {
    const event = await createEvent(api.admin);
    const { id, client } = await createVolunteer(api, [event.id]);
    const other = await createVolunteer(api, [event.id]);
    const [own, others] = [await addLead(client, event.id), await addLead(other.client, event.id)];
    expect(await findLead(own)).toMatchObject({ submittedBy: id, submitterName: 'Priya Shah' });

    await api.admin.patch(`/api/users/${id}`, { fullName: 'Priya Patel' });

    expect(await findLead(own)).toMatchObject({ submittedBy: id, submitterName: 'Priya Patel' });
    expect(await findLead(others)).toMatchObject({ submitterName: 'Priya Shah' });
  });

  it('works on volunteers only', async () => {
    for (const id of [api.admin.user?.id, UNKNOWN_ID, 'no-uuid', 'x'.repeat(90)]) {
      const response = await api.admin.patch(`/api/users/${id}`, { fullName: 'Somebody Else' });
      expect(response.problem).toEqual(notFound);
    }
    expect((await api.admin.get('/api/auth/me')).json()).toMatchObject({ name: null });
  });
});

describe('deleting a volunteer', () => {
  it('keeps the leads and the name on them', async () => {
    const event = await createEvent(api.admin);
    const { id, client } = await createVolunteer(api, [event.id]);
    const lead = await addLead(client, event.id);
    const before = await findLead(lead);

    const response = await api.admin.delete(`/api/users/${id}`);

    expect([response.status, response.as(deleted.strict())]).toEqual([200, { id }]);
    expect(await findLead(lead)).toEqual({ ...before, submittedBy: null });
    expect(before).toMatchObject({ submittedBy: id, submitterName: 'Priya Shah' });
  });

  it('ends the sessions and the assignments, and frees the username', async () => {
    const event = await createEvent(api.admin);
    const { id, client, username } = await createVolunteer(api, [event.id]);

    await api.admin.delete(`/api/users/${id}`);

    expect((await client.get('/api/auth/me')).problem).toEqual([401, 'Please log in to continue']);
    expect(await findVolunteer(id)).toBeUndefined();
    const all = (await api.admin.get('/api/volunteer-assignments')).as(z.array(assignment));
    expect(all.filter(({ volunteerId }) => volunteerId === id)).toEqual([]);
    const again = { fullName: 'Priya Shah', username, password: 'secret1' };
    expect((await api.admin.post('/api/auth/register', again)).status).toBe(201);
  });

  it('works once, and on volunteers only', async () => {
    const { id } = await createVolunteer(api);
    await api.admin.delete(`/api/users/${id}`);
    for (const gone of [id, api.admin.user?.id, UNKNOWN_ID, 'no-uuid']) {
      expect((await api.admin.delete(`/api/users/${gone}`)).problem).toEqual(notFound);
    }
    expect((await api.admin.get('/api/auth/me')).status).toBe(200);
  });
});
