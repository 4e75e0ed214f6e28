import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { deleted } from '../../core/ids.ts';
import {
  LOGO_MAX_BYTES,
  logoTypes,
  publicSponsor,
  sponsor,
  sponsorChange,
  sponsorInput,
  sponsorQuery,
} from '../sponsors.ts';

// The size of the largest logo in its longest encoding, so that a larger one is refused by the logo's own rule and
// message.
const maxBytes = 4 * LOGO_MAX_BYTES;

export const sponsorCalls = defineCalls(
  {
    room: 'events',
    allowedFor: 'administrators',
    tokenScope: 'events',
    eventScope: 'named',
    changes: 'sponsors',
  },
  {
    getSponsors: {
      route: 'GET /api/sponsors',
      summary: "An event's sponsors",
      allowedFor: 'anyone',
      query: sponsorQuery,
      responses: { 200: z.array(sponsor) },
      problems: ['event-not-found'],
      // Most of the response is pictures, which are compressed already.
      compress: false,
    },
    getPublicSponsors: {
      route: 'GET /api/sponsors/public',
      summary: "An event's sponsors as public pages show them",
      description: 'Here `logo` is the address of the picture, which can be cached forever.',
      allowedFor: 'anyone',
      query: sponsorQuery,
      responses: { 200: z.array(publicSponsor) },
      problems: ['event-not-found'],
    },
    getSponsorLogo: {
      route: 'GET /api/sponsors/:sponsorId/logo/:hash',
      summary: "A sponsor's logo as a picture",
      allowedFor: 'anyone',
      responses: { 200: z.string() },
      produces: logoTypes,
      compress: false,
    },
    countFormView: {
      route: 'POST /api/events/:eventId/form-views',
      summary: "Count a view of the form with the sponsors' logos",
      description: 'Nothing about the browser is stored.',
      allowedFor: 'anyone',
      responses: { 202: z.object({}) },
      changes: 'none',
    },
    createSponsor: {
      route: 'POST /api/sponsors',
      summary: 'Add a sponsor',
      body: sponsorInput,
      maxBytes,
      responses: { 201: sponsor },
      problems: ['event-not-found', 'too-many-sponsors', 'logo-too-large', 'logos-too-large'],
      audit: 'sponsor-added',
    },
    updateSponsor: {
      route: 'PATCH /api/sponsors/:sponsorId',
      summary: 'Change a sponsor',
      body: sponsorChange,
      maxBytes,
      responses: { 200: sponsor },
      problems: ['publishing-needs-person', 'logo-too-large', 'logos-too-large', 'questions-full'],
      audit: 'sponsor-changed',
    },
    restoreSponsor: {
      route: 'POST /api/sponsors/:sponsorId/restore',
      summary: 'Undo the removal of a sponsor, within a day',
      responses: { 200: sponsor },
      problems: ['publishing-needs-person', 'too-many-sponsors', 'logos-too-large'],
      audit: 'sponsor-restored',
      changes: ['sponsors', 'prizes'],
    },
    deleteSponsor: {
      route: 'DELETE /api/sponsors/:sponsorId',
      summary: 'Remove a sponsor',
      responses: { 200: deleted },
      problems: ['publishing-needs-person'],
      audit: 'sponsor-removed',
      changes: ['sponsors', 'prizes'],
    },
  },
);
