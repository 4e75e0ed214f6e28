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
  {
    room: 'outreach',
    allowedFor: 'sponsors',
    tokenScope: 'none',
    eventScope: 'none',
    changes: 'none',
  },
  {
    openSponsorLink: {
      route: 'POST /api/sponsor-page/session',
      summary: "Open a sponsor's private link",
      allowedFor: 'anyone',
      body: sponsorLogIn,
      responses: { 200: sponsorSession },
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
      summary: "A sponsor's own leads, page by page",
      query: sponsorPageQuery,
      responses: { 200: sponsorPage },
    },
    getSponsorPageReport: {
      route: 'GET /api/sponsor-page/report',
      summary: "The sponsor's report on the event",
      responses: { 200: sponsorReport },
    },
    replaceSponsorNote: {
      route: 'PUT /api/sponsor-page/note',
      summary: "Save or erase the sponsor's note about a lead",
      description:
        'Only this sponsor can read it. It is erased when the lead is deleted, the agreement withdrawn or the link revoked.',
      body: sponsorNote,
      responses: { 200: sponsorNote },
      problems: ['lead-not-found'],
    },
    downloadSponsorLeads: {
      route: 'POST /api/sponsor-page/file',
      summary: "A CSV file or workbook of all of a sponsor's leads",
      body: sponsorFileInput,
      responses: { 200: z.string() },
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
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'named',
    changes: 'sponsors',
  },
  {
    getSponsorsSharing: {
      route: 'GET /api/sponsors/sharing',
      summary: "The sharing settings of an event's sponsors",
      query: sponsorQuery,
      responses: { 200: z.array(sharing) },
      problems: ['event-not-found'],
    },
    replaceSponsorSharing: {
      route: 'PUT /api/sponsors/:sponsorId/sharing',
      summary:
        'Change the sharing settings of a sponsor: the consent question, and the shared answers and prizes',
      description:
        'The question is an optional agreement. Leads who have given it stay shared if it is ' +
        'no longer asked.',
      body: sharingInput,
      responses: { 200: sharing },
      problems: ['sponsor-without-name', 'too-many-questions', 'questions-full'],
      audit: 'sponsor-sharing-changed',
      changes: 'prizes',
    },
    createSponsorLink: {
      route: 'POST /api/sponsors/:sponsorId/link',
      summary: 'Create a private link for a sponsor; it replaces the previous one',
      description:
        'Only this response contains its secret. The address is `/sponsor#` and the secret.',
      body: sponsorLinkInput,
      responses: { 201: newSponsorLink },
      problems: ['sponsor-without-name'],
      audit: 'sponsor-link-created',
      changes: 'none',
    },
    deleteSponsorLink: {
      route: 'DELETE /api/sponsors/:sponsorId/link',
      summary: "Revoke a sponsor's private link",
      responses: { 200: deleted },
      audit: 'sponsor-link-revoked',
      changes: 'none',
    },
    getSponsorReport: {
      route: 'GET /api/sponsors/:sponsorId/report',
      summary: 'The report on an event for a sponsor',
      responses: { 200: sponsorReport },
    },
  },
);
