import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { fileTypes } from '../../core/files/file-types.ts';
import { deleted } from '../../core/ids.ts';
import {
  bulkChancesInput,
  bulkChancesResponse,
  bulkDeleteResponse,
  bulkInput,
  bulkPromoteResponse,
  bulkVerifyInput,
  bulkVerifyResponse,
  leadExportQuery,
  leadExportRow,
  leadFileInput,
  leadFilters,
  leadFlagCounts,
  leadQuery,
  leadTally,
  mergeInput,
  mergeResponse,
  submitter,
  undoInput,
  undoResponse,
} from '../lead-lists.ts';
import { BULK_VERIFY_MAX } from '../lead-values.ts';
import {
  addedLead,
  adminLead,
  enteredLead,
  leadChange,
  leadInput,
  ownLead,
  ownLeadChange,
  phoneHashes,
  publicLeadInput,
  repeatedEntry,
  repeatedLead,
} from '../leads.ts';
import { leadDetails } from '../personal-data.ts';

const submissionProblems = [
  'event-not-found',
  'lead-id-reused',
  'lead-deleted',
  'entry-code-used',
  'phone-too-short',
  'phone-not-valid',
  'too-busy',
] as const;

export const entryCalls = defineCalls(
  {
    room: 'collecting',
    allowedFor: 'anyone',
    tokenScope: 'none',
    eventScope: 'none',
    changes: 'leads',
  },
  {
    enterRaffle: {
      route: 'POST /api/leads/public',
      summary: 'Enter the raffle (the public form)',
      body: publicLeadInput,
      responses: { 200: repeatedEntry, 201: enteredLead },
      problems: [...submissionProblems, 'event-ended', 'too-many-requests'],
      changes: 'new leads',
    },
  },
);

export const collectingCalls = defineCalls(
  {
    room: 'collecting',
    allowedFor: 'users',
    tokenScope: 'leads',
    eventScope: 'named',
    changes: 'leads',
  },
  {
    createLead: {
      route: 'POST /api/leads',
      summary: 'Add a lead as a volunteer, administrator or program',
      description:
        '`consentVersion` and `marketing` are stored for leads of volunteers only. Tokens cannot ' +
        'give an `agreement`. Leads of administrators and programs may lack required answers.',
      body: leadInput,
      responses: { 200: repeatedLead, 201: addedLead },
      problems: ['not-assigned', ...submissionProblems],
      changes: 'new leads',
    },
  },
);

export const leadCalls = defineCalls(
  {
    room: 'collecting',
    allowedFor: 'administrators',
    tokenScope: 'leads',
    eventScope: 'filtered',
    changes: 'leads',
  },
  {
    getLeads: {
      route: 'GET /api/leads',
      summary: 'All leads, newest first',
      description:
        'With `limit` the response is one page in the requested order, and its `Link` header names the next ' +
        'one. `q` finds a part of a name, an e-mail address or a phone number, or the lead with that id.',
      query: leadQuery,
      responses: { 200: z.array(adminLead) },
      problems: ['event-not-found'],
    },
    exportLeads: {
      route: 'GET /api/leads/export',
      summary: 'The rows of the CSV export',
      query: leadExportQuery,
      responses: { 200: z.array(leadExportRow) },
      problems: ['event-not-found'],
      audit: 'leads-exported',
    },
    exportLeadFile: {
      route: 'POST /api/leads/export',
      summary: 'A CSV file or workbook of the leads that match',
      tokenScope: 'leads:read',
      body: leadFileInput,
      responses: { 200: z.string() },
      produces: Object.values(fileTypes),
      problems: ['event-not-found'],
      audit: 'leads-exported',
      changes: 'none',
    },
    countLeads: {
      route: 'GET /api/leads/counts',
      summary: 'The number of matching leads per status',
      query: leadFilters,
      responses: { 200: leadTally },
      problems: ['event-not-found'],
    },
    countLeadMarks: {
      route: 'GET /api/leads/marks',
      summary: 'The number of matching leads per flag',
      query: leadFilters,
      responses: { 200: leadFlagCounts },
      problems: ['event-not-found'],
    },
    getLeadSubmitters: {
      route: 'GET /api/leads/submitters',
      summary: 'The users who have added leads, for the filter `addedBy`',
      query: leadExportQuery,
      responses: { 200: z.array(submitter) },
    },
    getLead: {
      route: 'GET /api/leads/:leadId',
      summary: 'A lead with its answers, its consent, its draws and its history',
      eventScope: 'named',
      responses: { 200: leadDetails },
    },
  },
);

export const leadChangeCalls = defineCalls(
  {
    room: 'collecting',
    allowedFor: 'administrators',
    tokenScope: 'leads',
    eventScope: 'named',
    changes: 'leads',
  },
  {
    verifyLeads: {
      route: 'POST /api/leads/bulk-verify',
      summary: 'Verify pending leads: the given ones, or all that match a filter',
      tokenScope: 'none',
      eventScope: 'filtered',
      body: bulkVerifyInput,
      // A UUID in JSON takes 39 bytes.
      maxBytes: BULK_VERIFY_MAX * 39 + 4096,
      responses: { 200: bulkVerifyResponse },
      problems: ['event-not-found'],
      audit: 'leads-verified',
    },
    promoteLeads: {
      route: 'POST /api/leads/promote',
      summary: 'Promote all verified leads that match a filter',
      tokenScope: 'none',
      eventScope: 'filtered',
      body: bulkInput,
      responses: { 200: bulkPromoteResponse },
      problems: ['event-not-found', 'more-leads-match', 'lead-sealed'],
      audit: 'leads-promoted',
    },
    deleteLeads: {
      route: 'POST /api/leads/delete',
      summary: 'Delete all leads that match a filter, except winners and those of a sealed draw',
      tokenScope: 'none',
      eventScope: 'filtered',
      body: bulkInput,
      responses: { 200: bulkDeleteResponse },
      problems: ['event-not-found', 'more-leads-match'],
      audit: 'leads-deleted',
    },
    giveChances: {
      route: 'POST /api/leads/chances',
      summary: 'Set the chances of the given leads, or of all that match a filter',
      tokenScope: 'none',
      eventScope: 'filtered',
      body: bulkChancesInput,
      maxBytes: BULK_VERIFY_MAX * 39 + 4096,
      responses: { 200: bulkChancesResponse },
      problems: ['event-not-found'],
      audit: 'chances-changed',
    },
    mergeLeads: {
      route: 'POST /api/leads/:leadId/merge',
      summary: 'Merge another lead of the same person into this one',
      description:
        'The lead takes what it lacks: contact fields, answers, agreements, the consent, the verification, and the ' +
        'greater number of chances. It keeps the time of the earlier entry. The other lead is removed, and its entry ' +
        'and consent stay on record. Its ticket stays on the register as removed.',
      tokenScope: 'none',
      body: mergeInput,
      responses: { 200: mergeResponse },
      problems: ['leads-not-alike', 'lead-won', 'lead-sealed'],
      audit: 'leads-merged',
    },
    undoLeadSteps: {
      route: 'POST /api/leads/undo',
      summary: 'Undo a status change of a lead, a bulk verification or promotion, or a merge',
      description:
        'Possible within a minute, and only for the user who made the change. Leads that have changed since, ' +
        'and leads of events with a draw or seal since, are skipped.',
      tokenScope: 'none',
      eventScope: 'filtered',
      body: undoInput,
      responses: { 200: undoResponse },
      problems: ['undo-too-late'],
    },
    updateLead: {
      route: 'PATCH /api/leads/:leadId',
      summary: "Change a lead's details, or verify or promote it",
      description:
        'Agreements can only be withdrawn; a token that changes the contact withdraws all of them. Tokens can neither set ' +
        '`status` nor change the contact or event of a verified lead.',
      body: leadChange,
      responses: { 200: adminLead },
      problems: [
        'event-not-found',
        'chances-need-person',
        'lead-not-pending',
        'lead-not-verified',
        'lead-not-reversible',
        'lead-won',
        'lead-already-verified',
        'entry-code-used',
        'phone-too-short',
        'phone-not-valid',
        'lead-sealed',
        'not-for-tokens',
      ],
      audit: 'lead-changed',
    },
    deleteLead: {
      route: 'DELETE /api/leads/:leadId',
      summary: 'Delete a lead',
      responses: { 200: deleted },
      problems: ['lead-won', 'lead-sealed'],
      audit: 'lead-deleted',
    },
  },
);

/** Calls of volunteers on the leads that they have collected. */
export const ownLeadCalls = defineCalls(
  {
    room: 'collecting',
    allowedFor: 'users',
    tokenScope: 'none',
    eventScope: 'named',
    changes: 'leads',
  },
  {
    getOwnLeads: {
      route: 'GET /api/volunteer/leads',
      summary: 'The leads that the logged-in user has collected, newest first',
      description: 'Volunteers see those of the events they are assigned to.',
      eventScope: 'filtered',
      responses: { 200: z.array(ownLead) },
    },
    getKnownNumbers: {
      route: 'GET /api/volunteer/numbers',
      summary: "Short hashes of the latest phone numbers at the user's events",
      description: 'With them, a device recognises a number that is entered again.',
      eventScope: 'filtered',
      responses: { 200: phoneHashes },
    },
    updateOwnLead: {
      route: 'PATCH /api/volunteer/leads/:leadId',
      summary: 'Correct one of your own leads while it is pending and the assignment is active',
      body: ownLeadChange,
      responses: { 200: ownLead },
      problems: ['not-assigned', 'lead-already-verified', 'phone-too-short', 'phone-not-valid'],
      audit: 'lead-changed',
    },
    deleteOwnLead: {
      route: 'DELETE /api/volunteer/leads/:leadId',
      summary: 'Delete one of your own leads while it is pending and the assignment is active',
      responses: { 200: deleted },
      problems: ['not-assigned', 'lead-already-verified', 'lead-sealed'],
      audit: 'lead-deleted',
    },
  },
);
