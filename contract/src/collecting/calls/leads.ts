import { z } from 'zod';
import { defineCalls } from '../../core/call.ts';
import { fileTypes } from '../../core/files/file-types.ts';
import { deleted } from '../../core/ids.ts';
import {
  bulkChancesAnswer,
  bulkChancesInput,
  bulkDeleteAnswer,
  bulkInput,
  bulkPromoteAnswer,
  bulkVerifyAnswer,
  bulkVerifyInput,
  leadExportQuery,
  leadExportRow,
  leadFileInput,
  leadFilters,
  leadMarks,
  leadQuery,
  leadTally,
  submitter,
  undoAnswer,
  undoInput,
} from '../lead-lists.ts';
import { BULK_VERIFY_MAX } from '../lead-values.ts';
import {
  addedLead,
  adminLead,
  enteredLead,
  leadChange,
  leadInput,
  numberMarks,
  ownLead,
  ownLeadChange,
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
  { room: 'collecting', who: 'anyone', tokens: 'none', limited: 'none', changes: 'leads' },
  {
    enterRaffle: {
      route: 'POST /api/leads/public',
      summary: 'Enter the raffle (the public form)',
      body: publicLeadInput,
      answers: { 200: repeatedEntry, 201: enteredLead },
      problems: [...submissionProblems, 'event-ended', 'too-many-requests'],
      changes: 'new leads',
    },
  },
);

export const collectingCalls = defineCalls(
  { room: 'collecting', who: 'users', tokens: 'leads', limited: 'named', changes: 'leads' },
  {
    createLead: {
      route: 'POST /api/leads',
      summary: 'Add a lead as a volunteer, administrator or program',
      description:
        'Only what volunteers add has a `consentVersion` and `marketing`; of others they are not kept. Tokens cannot ' +
        'give an `agreement`. What administrators and programs add may lack required answers.',
      body: leadInput,
      answers: { 200: repeatedLead, 201: addedLead },
      problems: ['not-assigned', ...submissionProblems],
      changes: 'new leads',
    },
  },
);

export const leadCalls = defineCalls(
  {
    room: 'collecting',
    who: 'administrators',
    tokens: 'leads',
    limited: 'filtered',
    changes: 'leads',
  },
  {
    getLeads: {
      route: 'GET /api/leads',
      summary: 'All leads, newest first',
      description:
        'With `limit` the answer is one page, sorted as asked for, and its `Link` header names the next ' +
        'one. `q` finds a part of a name, an e-mail address or a phone number, or the lead with that id.',
      query: leadQuery,
      answers: { 200: z.array(adminLead) },
      problems: ['event-not-found'],
    },
    exportLeads: {
      route: 'GET /api/leads/export',
      summary: 'The rows of the CSV export',
      query: leadExportQuery,
      answers: { 200: z.array(leadExportRow) },
      problems: ['event-not-found'],
      audit: 'leads-exported',
    },
    exportLeadFile: {
      route: 'POST /api/leads/export',
      summary: 'A CSV file or workbook of the leads that match',
      tokens: 'leads:read',
      body: leadFileInput,
      answers: { 200: z.string() },
      produces: Object.values(fileTypes),
      problems: ['event-not-found'],
      audit: 'leads-exported',
      changes: 'none',
    },
    countLeads: {
      route: 'GET /api/leads/counts',
      summary: 'How many leads of each status match',
      query: leadFilters,
      answers: { 200: leadTally },
      problems: ['event-not-found'],
    },
    countLeadMarks: {
      route: 'GET /api/leads/marks',
      summary:
        'How many of the leads that match have an invalid number, are duplicates, have won or were imported',
      query: leadFilters,
      answers: { 200: leadMarks },
      problems: ['event-not-found'],
    },
    getLeadSubmitters: {
      route: 'GET /api/leads/submitters',
      summary: 'Who has added leads, for the filter by submitter',
      query: leadExportQuery,
      answers: { 200: z.array(submitter) },
    },
    getLead: {
      route: 'GET /api/leads/:leadId',
      summary: 'A lead with its answers, its consent, its draws and its history',
      limited: 'named',
      answers: { 200: leadDetails },
    },
  },
);

export const leadChangeCalls = defineCalls(
  {
    room: 'collecting',
    who: 'administrators',
    tokens: 'leads',
    limited: 'named',
    changes: 'leads',
  },
  {
    verifyLeads: {
      route: 'POST /api/leads/bulk-verify',
      summary: 'Verify the pending ones among many leads, or among all that match a filter',
      tokens: 'none',
      limited: 'filtered',
      body: bulkVerifyInput,
      // A UUID in JSON takes 39 bytes.
      maxBytes: BULK_VERIFY_MAX * 39 + 4096,
      answers: { 200: bulkVerifyAnswer },
      problems: ['event-not-found'],
      audit: 'leads-verified',
    },
    promoteLeads: {
      route: 'POST /api/leads/promote',
      summary: 'Promote the verified ones among all leads that match a filter',
      tokens: 'none',
      limited: 'filtered',
      body: bulkInput,
      answers: { 200: bulkPromoteAnswer },
      problems: ['event-not-found', 'more-leads-match', 'lead-sealed'],
      audit: 'leads-promoted',
    },
    deleteLeads: {
      route: 'POST /api/leads/delete',
      summary: 'Delete all leads that match a filter, except winners and those of a sealed draw',
      tokens: 'none',
      limited: 'filtered',
      body: bulkInput,
      answers: { 200: bulkDeleteAnswer },
      problems: ['event-not-found', 'more-leads-match'],
      audit: 'leads-deleted',
    },
    giveChances: {
      route: 'POST /api/leads/chances',
      summary: 'Give many leads, or all that match a filter, the same chances in draws',
      tokens: 'none',
      limited: 'filtered',
      body: bulkChancesInput,
      maxBytes: BULK_VERIFY_MAX * 39 + 4096,
      answers: { 200: bulkChancesAnswer },
      problems: ['event-not-found'],
      audit: 'chances-changed',
    },
    undoLeadSteps: {
      route: 'POST /api/leads/undo',
      summary: 'Undo a status change of a lead, or a bulk verification or promotion',
      description:
        'Possible within a minute, and only for the user who made the change. Leads that have changed since, ' +
        'and leads of events with a draw or seal since, are skipped.',
      tokens: 'none',
      limited: 'filtered',
      body: undoInput,
      answers: { 200: undoAnswer },
      problems: ['undo-too-late'],
    },
    updateLead: {
      route: 'PATCH /api/leads/:leadId',
      summary: "Change a lead's details or take it to its next status",
      description:
        'Agreements can only be withdrawn, and are when a token changes the contact. Tokens can neither set ' +
        '`status` nor change the contact or event of a verified lead.',
      body: leadChange,
      answers: { 200: adminLead },
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
      answers: { 200: deleted },
      problems: ['lead-won', 'lead-sealed'],
      audit: 'lead-deleted',
    },
  },
);

/** Calls of volunteers on the leads that they have collected. */
export const ownLeadCalls = defineCalls(
  { room: 'collecting', who: 'users', tokens: 'none', limited: 'named', changes: 'leads' },
  {
    getOwnLeads: {
      route: 'GET /api/volunteer/leads',
      summary: 'The leads that the logged-in user has collected, newest first',
      description: 'Volunteers see those of the events they are assigned to.',
      limited: 'filtered',
      answers: { 200: z.array(ownLead) },
    },
    getKnownNumbers: {
      route: 'GET /api/volunteer/numbers',
      summary: "Marks of the latest phone numbers at the user's events",
      description: 'Not the numbers themselves: a phone recognises one that is typed in again.',
      limited: 'filtered',
      answers: { 200: numberMarks },
    },
    updateOwnLead: {
      route: 'PATCH /api/volunteer/leads/:leadId',
      summary: 'Correct one of your own leads while it is pending and the assignment is active',
      body: ownLeadChange,
      answers: { 200: ownLead },
      problems: ['not-assigned', 'lead-already-verified', 'phone-too-short', 'phone-not-valid'],
      audit: 'lead-changed',
    },
    deleteOwnLead: {
      route: 'DELETE /api/volunteer/leads/:leadId',
      summary: 'Delete one of your own leads while it is pending and the assignment is active',
      answers: { 200: deleted },
      problems: ['not-assigned', 'lead-already-verified', 'lead-sealed'],
      audit: 'lead-deleted',
    },
  },
);
