import { createEvent, createPrize, eventBody, picture } from '../../test/fixtures.ts';
import type { Examples, World } from '../../test/world.ts';

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
    // It is due from the beginning.
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
};
