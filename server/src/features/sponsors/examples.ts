import { newLinkSecret } from '../../test/callers.ts';
import { createSponsor, logo } from '../../test/fixtures.ts';
import { type Examples, ofEvent } from '../../test/world.ts';

export const sponsorExamples: Examples = {
  getSponsors: ofEvent,
  getPublicSponsors: ofEvent,
  getSponsorLogo: async ({ api, eventId }) => {
    const { id } = await createSponsor(api, eventId);
    const [row] = await api.sql<[{ logoHash: string }]>`
      select logo_hash from sponsors where id = ${id}`;
    return { params: { sponsorId: id, hash: row.logoHash } };
  },
  createSponsor: ({ eventId }) => ({
    body: () => ({ id: crypto.randomUUID(), eventId, name: 'Acme', logo, position: 1 }),
  }),
  updateSponsor: () => ({ body: () => ({ name: 'Acme', logo, position: 1 }) }),
  restoreSponsor: async ({ api, eventId }) => {
    const { id } = await createSponsor(api, eventId);
    await api.admin.delete(`/api/sponsors/${id}`);
    return { params: { sponsorId: id } };
  },
  getSponsorsSharing: ofEvent,
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
  // Nobody shares their details with the sponsors of these tests.
  replaceSponsorNote: {
    status: 404,
    prepare: () => ({ body: () => ({ key: crypto.randomUUID(), note: 'Call on Monday' }) }),
  },
  downloadSponsorLeads: () => ({ body: () => ({ format: 'csv' }) }),
};
