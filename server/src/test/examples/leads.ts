import { ownLead } from '@drawbridge/contract/collecting/leads';
import { type Examples, type World, withEventId } from '../world/example-context.ts';
import { leadBody, newContact, submitLead } from '../world/fixtures.ts';

export const newLeadId = async ({ api, eventId }: World) =>
  (await submitLead(api.anyone, eventId)).id;
const newOwnLeadId = async ({ api, eventId }: World) =>
  (await api.admin.post('/api/leads', leadBody(eventId))).as(ownLead).id;

const conditionsAtCount = (eventId: string, q: string) => ({
  id: crypto.randomUUID(),
  eventId,
  q,
  count: 1000,
  at: new Date().toISOString(),
});

/** Creates an import with one row. */
export async function newImportId({ api, eventId }: World): Promise<string> {
  const id = crypto.randomUUID();
  await api.admin.post('/api/imports', { id, eventId });
  await api.admin.post(`/api/imports/${id}/rows`, { rows: [{ row: 1, ...newContact() }] });
  return id;
}

export const leadExamples: Examples = {
  enterRaffle: ({ eventId }) => ({
    body: () => ({ ...leadBody(eventId), website: '', nonce: 'none-of-ours' }),
  }),
  createLead: ({ eventId }) => ({ body: () => leadBody(eventId) }),
  getLeads: async (world) => {
    const { api, eventId } = world;
    await newLeadId(world);
    await newLeadId(world);
    const { headers } = await api.admin.get(`/api/leads?eventId=${eventId}&limit=1`);
    const cursor = /cursor=([\w-]+)/.exec(headers.get('link') ?? '')?.[1] ?? '';
    return {
      query: {
        eventId,
        status: 'pending',
        source: 'qr',
        imported: 'false',
        won: 'false',
        invalidPhone: 'false',
        duplicate: 'false',
        q: 'visitor',
        addedBy: 'public',
        from: '2024-05-15',
        to: '2038-01-19T03:14:07Z',
        sort: 'newest',
        limit: '10',
        cursor,
      },
    };
  },
  'getLeads of all events': () => ({}),
  exportLeads: withEventId,
  exportLeadFile: ({ eventId }) => ({
    body: () => ({ eventId, q: 'visitor', format: 'csv', details: true, timeZone: 'Asia/Tokyo' }),
  }),
  countLeads: ({ eventId }) => ({ query: { eventId, status: 'pending', q: 'visitor' } }),
  countLeadMarks: ({ eventId }) => ({ query: { eventId, status: 'pending' } }),
  getLeadSubmitters: withEventId,
  verifyLeads: async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ leadIds: [id] }) };
  },
  'verifyLeads by filter': ({ eventId }) => ({
    body: () => ({
      id: crypto.randomUUID(),
      filter: { eventId, q: 'visitor' },
      except: [crypto.randomUUID()],
    }),
  }),
  giveChances: async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ id: crypto.randomUUID(), ids: [id], chances: 3 }) };
  },
  'giveChances by filter': ({ eventId }) => ({
    body: () => ({ id: crypto.randomUUID(), filter: { eventId, q: 'visitor' }, chances: 2 }),
  }),
  promoteLeads: async ({ api, eventId }) => {
    const { id, email } = await submitLead(api.anyone, eventId);
    await api.admin.patch(`/api/leads/${id}`, { status: 'verified' });
    return { body: () => conditionsAtCount(eventId, String(email)) };
  },
  deleteLeads: async ({ api, eventId }) => {
    const { email } = await submitLead(api.anyone, eventId);
    return { body: () => conditionsAtCount(eventId, String(email)) };
  },
  mergeLeads: async ({ api, eventId }) => {
    const response = await submitLead(api.anyone, eventId);
    const { email } = response;
    const other = await submitLead(api.anyone, eventId, { email });
    return {
      params: { leadId: response.id },
      body: () => ({ id: crypto.randomUUID(), other: other.id }),
    };
  },
  undoLeadSteps: async (world) => {
    const leadId = await newLeadId(world);
    await world.api.admin.patch(`/api/leads/${leadId}`, { status: 'verified' });
    return { body: () => ({ id: crypto.randomUUID(), leadId }) };
  },
  updateLead: ({ eventId }) => ({
    body: () => ({ eventId, ...newContact(), source: 'volunteer', status: 'verified' }),
  }),
  updateOwnLead: async (world) => ({
    params: { leadId: await newOwnLeadId(world) },
    body: newContact,
  }),
  deleteOwnLead: async (world) => ({ params: { leadId: await newOwnLeadId(world) } }),

  createImport: ({ eventId }) => ({ body: () => ({ id: crypto.randomUUID(), eventId }) }),
  addImportRows: () => ({ body: () => ({ rows: [{ row: 2, ...newContact() }] }) }),
  commitImport: () => ({ body: () => ({ rows: 1, duplicates: 'leave-out', withErrors: 0 }) }),

  findPeople: () => ({ body: () => ({ contact: '07700 900123' }) }),
  exportPerson: async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ leadIds: [id], usernames: [] }) };
  },
  erasePeople: async (world) => {
    const id = await newLeadId(world);
    return { body: () => ({ leadIds: [id] }) };
  },
};
