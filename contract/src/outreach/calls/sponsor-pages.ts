import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { fileTypes } from '../../core/files/file-types.ts';
import { deleted } from '../../core/ids.ts';
import { sponsorQuery } from '../../events/sponsors.ts';
import {
  newSponsorLink,
  sharing,
  sharingInput,
  sponsorFileInput,
  sponsorLinkInput,
  sponsorLogIn,
  sponsorNote,
  sponsorPage,
  sponsorPageQuery,
  sponsorReport,
  sponsorSession,
} from '../sponsor-pages.ts';

/** Calls of a sponsor's private page: read its leads, and write notes about them. */
export const sponsorPageCalls = defineCalls(
  { room: 'outreach', who: 'sponsors', tokens: 'none', limited: 'none', changes: 'none' },
  {
    openSponsorLink: {
      route: 'POST /api/sponsor-page/session',
      summary: "Open a sponsor's private link",
      who: 'anyone',
      body: sponsorLogIn,
      answers: { 200: sponsorSession },
      problems: [
        'sponsor-link-invalid',
        'sponsor-password-required',
        'sponsor-password-wrong',
        'too-many-wrong-passwords',
      ],
      limit: { failures: 30 },
    },
    getSponsorPage: {
      route: 'GET /api/sponsor-page',
      summary: "A sponsor's own leads, a page at a time",
      query: sponsorPageQuery,
      answers: { 200: sponsorPage },
    },
    getSponsorPageReport: {
      route: 'GET /api/sponsor-page/report',
      summary: 'How the event went for the sponsor',
      answers: { 200: sponsorReport },
    },
    replaceSponsorNote: {
      route: 'PUT /api/sponsor-page/note',
      summary: "A sponsor's own note about a lead that is shared with it",
      description: 'Nobody else reads it. It is erased with the lead, the agreement or the link.',
      body: sponsorNote,
      answers: { 200: sponsorNote },
      problems: ['lead-not-found'],
    },
    downloadSponsorLeads: {
      route: 'POST /api/sponsor-page/file',
      summary: "A CSV file or workbook of all of a sponsor's leads",
      body: sponsorFileInput,
      answers: { 200: z.string() },
      produces: Object.values(fileTypes),
      problems: ['too-many-requests'],
      audit: 'sponsor-leads-downloaded',
    },
  },
);

/** The organiser's settings for a sponsor: the consent question and the private link. */
export const sharingCalls = defineCalls(
  {
    room: 'outreach',
    who: 'administrators',
    tokens: 'none',
    limited: 'named',
    changes: 'sponsors',
  },
  {
    getSponsorsSharing: {
      route: 'GET /api/sponsors/sharing',
      summary: 'What is shared with the sponsors of an event',
      query: sponsorQuery,
      answers: { 200: z.array(sharing) },
      problems: ['event-not-found'],
    },
    replaceSponsorSharing: {
      route: 'PUT /api/sponsors/:sponsorId/sharing',
      summary: 'Ask people to share their details with a sponsor, and choose what it sees',
      description:
        'The question is an agreement that nobody has to give. Leads who have given it stay shared if it is ' +
        'no longer asked.',
      body: sharingInput,
      answers: { 200: sharing },
      problems: ['sponsor-without-name', 'too-many-questions', 'questions-full'],
      audit: 'sponsor-sharing-changed',
      changes: 'prizes',
    },
    createSponsorLink: {
      route: 'POST /api/sponsors/:sponsorId/link',
      summary: "Make a sponsor's private link, which replaces the previous one",
      description:
        'Only this answer contains its secret. The address is `/sponsor#` and the secret.',
      body: sponsorLinkInput,
      answers: { 201: newSponsorLink },
      problems: ['sponsor-without-name'],
      audit: 'sponsor-link-made',
      changes: 'none',
    },
    deleteSponsorLink: {
      route: 'DELETE /api/sponsors/:sponsorId/link',
      summary: "Revoke a sponsor's private link, at once",
      answers: { 200: deleted },
      audit: 'sponsor-link-revoked',
      changes: 'none',
    },
    getSponsorReport: {
      route: 'GET /api/sponsors/:sponsorId/report',
      summary: 'How an event went for a sponsor',
      answers: { 200: sponsorReport },
    },
  },
);
