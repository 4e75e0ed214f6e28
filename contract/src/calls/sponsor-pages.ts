import { z } from 'zod';
import { fileTypes } from '../files/file-types.ts';
import {
  sponsorFileInput,
  sponsorLogIn,
  sponsorNote,
  sponsorPage,
  sponsorPageQuery,
  sponsorReport,
  sponsorSession,
} from '../sponsor-pages.ts';
import { defineCalls } from './call.ts';

/** What a sponsor can do with its private link: read its leads, and take notes of them. */
export const sponsorPageCalls = defineCalls(
  { tag: 'sponsor page', who: 'sponsors', tokens: 'none', limited: 'none', changes: 'none' },
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
      summary: "A sponsor's own note of somebody who shares their details with it",
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
