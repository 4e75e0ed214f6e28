import { assignment } from '@drawbridge/contract/volunteers';
import { newUser, password } from '../../test/callers.ts';
import { next } from '../../test/fixtures.ts';
import type { Examples, World } from '../../test/world.ts';

/** A volunteer of the world's event. */
async function newAssignment({ api, eventId }: World) {
  const { id: volunteerId } = await newUser({ api });
  const answer = await api.admin.post('/api/volunteer-assignments', { volunteerId, eventId });
  return answer.as(assignment);
}
export const newAssignmentId = async (world: World) => (await newAssignment(world)).id;
export const newVolunteerId = async (world: World) => (await newAssignment(world)).volunteerId;

export const volunteerExamples: Examples = {
  createLoginCodes: async (world) => {
    const volunteerId = await newVolunteerId(world);
    return { body: () => ({ volunteerId }) };
  },
  'createLoginCodes of an event': async (world) => {
    await newAssignment(world);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    return { body: () => ({ eventId: world.eventId, until }) };
  },
  updateVolunteer: () => ({
    body: () => ({
      fullName: 'Jo Bloggs',
      username: `helper${next()}`,
      email: `helper${next()}@example.com`,
      password,
    }),
  }),
  createAssignment: async ({ api, eventId }) => {
    const { id } = await newUser({ api });
    return {
      body: () => ({ id: crypto.randomUUID(), volunteerId: id, userId: id, eventId }),
    };
  },
  sendHeartbeat: ({ eventId }) => ({
    body: () => ({ deviceId: crypto.randomUUID(), events: [{ eventId, unsent: 3 }] }),
  }),
  deleteSilentDevices: () => ({ params: { userId: crypto.randomUUID() } }),
};
