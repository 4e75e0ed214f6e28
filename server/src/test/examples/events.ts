import { newLinkSecret } from '../checks/callers.ts';
import { type Examples, type World, withEventId } from '../world/example-context.ts';
import {
  createEvent,
  createPrize,
  createSponsor,
  eventBody,
  picture,
  sponsorBody,
  submitLead,
} from '../world/fixtures.ts';

const newEventId = async ({ api }: World) => (await createEvent(api.admin)).id;

export const eventExamples: Examples = {
  createSample: async ({ api }) => {
    await api.admin.delete('/api/sample');
    return {};
  },
  createEvent: () => ({ body: () => ({ id: crypto.randomUUID(), ...eventBody() }) }),
  updateEvent: async (world) => ({
    params: { eventId: await newEventId(world) },
    body: eventBody,
  }),
  confirmErasure: async ({ api }) => {
    // The erasure is due from the beginning.
    const { id } = await createEvent(api.admin, { date: '2020-01-01', retentionDays: 1 });
    const body = () => ({ id: crypto.randomUUID(), day: '2020-01-02', leads: 0 });
    return { params: { eventId: id }, body };
  },
  deleteEvent: async (world) => ({ params: { eventId: await newEventId(world) } }),

  replaceEventQuestions: async (world) => ({
    params: { eventId: await newEventId(world) },
    body: () => ({
      version: 1,
      questions: [{ id: crypto.randomUUID(), kind: 'text', label: 'Company', required: true }],
    }),
  }),
  replaceEventTranslations: async (world) => {
    const eventId = await newEventId(world);
    const { id } = await createPrize(world.api.admin, eventId);
    return {
      params: { eventId },
      body: () => ({
        version: 1,
        event: { de: { name: 'Frühstück', privacyText: 'Bis zur\nZiehung.' } },
        prizes: { [id]: { fr: { name: 'Vélo' } } },
      }),
    };
  },
  getPicture: async ({ api }) => {
    const { logo } = await createEvent(api.admin, { logo: picture });
    return { params: { file: logo?.split('/').at(-1) ?? '' } };
  },
  getEventAnswers: async (world) => ({ params: { eventId: await newEventId(world) } }),

  getPrizes: withEventId,
  'getPrizes of all events': () => ({}),
  getPrizesLeft: withEventId,
  getPrizeNotes: withEventId,
  createPrize: ({ eventId }) => ({
    body: () => ({
      id: crypto.randomUUID(),
      eventId,
      name: 'City bicycle',
      description: 'Seven gears\nand a bell',
      value: '£400',
      sponsorId: null,
      note: 'Given by the town’s oldest shop',
      position: 2,
      picture,
    }),
  }),
  orderPrizes: async ({ api }) => {
    const { id: eventId } = await createEvent(api.admin);
    const prizeIds = [(await createPrize(api.admin, eventId)).id];
    return { body: () => ({ eventId, prizeIds }) };
  },
  updatePrize: () => ({
    body: () => ({
      name: 'Tandem',
      description: 'For two',
      value: '£900',
      sponsorId: null,
      picture: null,
      note: null,
    }),
  }),
  restorePrize: async ({ api, eventId }) => {
    const { id } = await createPrize(api.admin, eventId);
    await api.admin.delete(`/api/prizes/${id}`);
    return { params: { prizeId: id } };
  },

  getSponsors: withEventId,
  getPublicSponsors: withEventId,
  getSponsorLogo: async ({ api, eventId }) => {
    const { id } = await createSponsor(api, eventId);
    const [row] = await api.sql<[{ logoHash: string }]>`
      select logo_hash from sponsors where id = ${id}`;
    return { params: { sponsorId: id, hash: row.logoHash } };
  },
  createSponsor: ({ eventId }) => ({
    body: () => ({ id: crypto.randomUUID(), eventId, ...sponsorBody() }),
  }),
  updateSponsor: () => ({ body: sponsorBody }),
  restoreSponsor: async ({ api, eventId }) => {
    const { id } = await createSponsor(api, eventId);
    await api.admin.delete(`/api/sponsors/${id}`);
    return { params: { sponsorId: id } };
  },
  getSponsorsSharing: withEventId,
  replaceSponsorSharing: () => ({
    body: () => ({ asked: false, questions: [crypto.randomUUID()], prizes: [] }),
  }),
  createSponsorLink: () => ({ body: () => ({ password: 'opens-one-page' }) }),

  openSponsorLink: async (world) => {
    const secret = await newLinkSecret(world);
    const device = crypto.randomUUID();
    return { body: () => ({ secret, password: 'not needed', device }) };
  },
  getSponsorPage: () => ({ query: { limit: '20', sort: 'name', search: 'an' } }),
  // No lead is shared with the sponsors of these tests.
  replaceSponsorNote: {
    status: 404,
    prepare: () => ({ body: () => ({ key: crypto.randomUUID(), note: 'Call on Monday' }) }),
  },
  downloadSponsorLeads: () => ({ body: () => ({ format: 'csv' }) }),

  getAnalytics: () => ({ query: { timeZone: 'Europe/Lisbon' } }),
  getEventFigures: async ({ api }) => {
    const { id: eventId } = await createEvent(api.admin);
    await submitLead(api.anyone, eventId);
    return { params: { eventId } };
  },

  getAuditTrail: async ({ api, eventId }) => {
    const { next } = await api.admin.get('/api/audit?limit=1');
    return {
      query: {
        actorId: api.admin.user?.id ?? '',
        eventId,
        kind: 'event-created',
        from: '2024-05-15',
        to: '2038-01-19T03:14:07Z',
        limit: '10',
        cursor: new URL(next ?? '', api.anyone.url).searchParams.get('cursor') ?? '',
      },
    };
  },
  exportAudit: ({ eventId }) => ({
    query: { eventId, kind: 'event-created', from: '2024-05-15', to: '2038-01-19' },
  }),
};
