import type { SessionUser } from '@drawbridge/contract/accounts/auth';
import { id, reference } from '@drawbridge/contract/ids';
import {
  leadExportQuery,
  leadExportRow,
  leadFileInput,
  leadFilters,
  leadMarks,
  leadQuery,
  leadTally,
  submitter,
} from '@drawbridge/contract/lead-lists';
import {
  addedLead,
  adminLead,
  enteredLead,
  leadInput,
  publicLeadInput,
  repeatedEntry,
  repeatedLead,
} from '@drawbridge/contract/leads';
import { leadDetails } from '@drawbridge/contract/people';
import { foldText } from '@drawbridge/contract/search';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { found, type Outcome, Problem, unwrap } from '../../errors.ts';
import { sendJson } from '../../plugins/json.ts';
import { signedIn } from '../../plugins/session.ts';
import { recordAudit } from '../audit/store.ts';
import { invalidCursor, readCursor, writeCursor } from '../cursor.ts';
import { findTimeZone, requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { createTableFile, fileTypes, nameFile } from '../files/table-file.ts';
import { listQuestions } from '../questions/store.ts';
import { limitEntries } from './entry-limits.ts';
import { nameAllProblems } from './entry-problems.ts';
import { readHeldLeads } from './held-store.ts';
import { fileForPeople, fileForProgram } from './lead-files.ts';
import { findEarlierEntry, mayCollect } from './own-leads-store.ts';
import {
  countLeads,
  countMarks,
  findLead,
  findLeads,
  listSubmitters,
  streamExport,
  streamLeadFile,
  streamLeads,
} from './store.ts';
import type { Submitted } from './submission-store.ts';

const tags = ['leads'];
const submissionProblems = [
  'event-not-found',
  'lead-id-reused',
  'lead-deleted',
  'entry-code-used',
  'phone-too-short',
  'phone-not-valid',
  'too-busy',
] as const;

export const leadRoutes: Routes = async (app, { db, settings, submitLead, nonces }) => {
  const entryLimits = limitEntries(app, { perMinute: settings.publicSubmitsPerMinute, nonces });

  app.post(
    '/public',
    {
      config: {
        who: 'anyone',
        problems: [...submissionProblems, 'event-ended', 'too-many-requests'],
      },
      errorHandler: async (error, request, reply) =>
        entryLimits.delayFailures(
          await nameAllProblems(db, error, request.body, 'form'),
          request,
          reply,
        ),
      schema: {
        tags,
        summary: 'Enter the raffle (the public form)',
        body: publicLeadInput,
        response: { 200: repeatedEntry, 201: enteredLead },
      },
    },
    async (request, reply) => {
      const { nonce, ...lead } = request.body;
      await entryLimits.count(request, nonce);
      const code = await nonces.codeFor(nonce, lead.id);
      const sender = entryLimits.senderOf(request);
      const outcome = await submitLead({ lead, source: 'qr', channel: 'form', code, sender });
      return answerSubmission(outcome, reply).lead;
    },
  );

  app.post(
    '/',
    {
      config: { who: 'users', problems: ['not-assigned', ...submissionProblems] },
      errorHandler: async (error, request) => {
        const user = await request.findUser();
        const { eventId } = Object(request.body);
        const isTheirs =
          user &&
          id.safeParse(eventId).success &&
          (user.events?.includes(eventId) ?? true) &&
          (await mayCollect(db, user, eventId));
        throw isTheirs ? await nameAllProblems(db, error, request.body, channelOf(user)) : error;
      },
      schema: {
        tags,
        summary: 'Add a lead as a volunteer or administrator',
        body: leadInput,
        response: { 200: repeatedLead, 201: addedLead },
      },
    },
    async (request, reply) => {
      const user = await signedIn(request);
      if (!(await mayCollect(db, user, request.body.eventId))) throw new Problem('not-assigned');
      const outcome = await submitLead({
        lead: request.body,
        source: 'volunteer',
        channel: channelOf(user),
        submitter: {
          id: user.id,
          name: user.name ?? user.username,
          program: Boolean(user.scopes),
        },
      });
      const { lead } = answerSubmission(outcome, reply);
      const stored = await findLead(db, lead.id);
      if (user.role !== 'admin') {
        return { ...lead, alsoEntered: await findEarlierEntry(db, stored?.duplicateOf) };
      }
      const added = found(stored, 'lead-not-found');
      // One that was added before may have been moved to another event since.
      if (user.events?.includes(added.eventId) === false) throw new Problem('not-in-your-events');
      return { ...added, entryCode: lead.entryCode };
    },
  );

  app.get(
    '/',
    {
      config: { limited: 'filtered', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'All leads, newest first',
        description:
          'With `limit` the answer is one page, sorted as asked for, and its `Link` header names the next ' +
          'one. `q` finds a part of a name, an e-mail address or a phone number, or the lead with that id.',
        querystring: leadQuery,
        response: { 200: z.array(adminLead) },
      },
    },
    async (request, reply) => {
      const { cursor, limit, sort, ...query } = request.query;
      const { id, events: only } = await signedIn(request);
      const filters = { ...query, only };
      if (filters.eventId) await requireEvent(db, filters.eventId);
      const after = readCursor(cursor);
      if (after && sort === 'name' && after.name === undefined) throw invalidCursor();
      if (limit === undefined) return sendJson(reply, await streamLeads(db, id, filters, after));
      const leads = await findLeads(db, { ...filters, sort, limit }, after);
      const last = leads.at(-1);
      if (last && leads.length === limit) {
        const next = new URL(request.url, 'http://here');
        const position = { at: last.submittedAt, id: last.id };
        const name = sort === 'name' ? { name: foldText(last.name) } : {};
        next.searchParams.set('cursor', writeCursor({ ...position, ...name }));
        reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
      }
      return leads;
    },
  );

  app.get(
    '/export',
    {
      config: { limited: 'filtered', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'The rows of the CSV export',
        querystring: leadExportQuery,
        response: { 200: z.array(leadExportRow) },
      },
    },
    async (request, reply) => {
      const { eventId } = request.query;
      if (eventId) await requireEvent(db, eventId);
      const user = await signedIn(request);
      if (request.method === 'GET') {
        const record = { kind: 'leads-exported', ...(eventId && { eventId }) } as const;
        await recordAudit(db, user, record);
      }
      nameFile(reply, 'json', 'leads', eventId);
      return sendJson(reply, streamExport(db, user.id, { eventId, only: user.events }));
    },
  );

  app.post(
    '/export',
    {
      config: { scope: 'leads:read', limited: 'filtered', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'A CSV file or workbook of the leads that match',
        body: leadFileInput,
        produces: Object.values(fileTypes),
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const { eventId, format, layout } = request.body;
      const details = request.body.details || layout !== undefined;
      const ofEvent = await findTimeZone(db, eventId);
      const { timeZone = ofEvent } = request.body;
      const user = await signedIn(request);
      const searched = { eventId, only: user.events };
      const { pending, verified, promoted } = await countLeads(db, {
        ...request.body,
        ...searched,
      });
      await recordAudit(db, user, {
        kind: 'leads-exported',
        ...(eventId && { eventId }),
        details: { leads: pending + verified + promoted },
      });
      const questions = details ? await listQuestions(db, searched) : new Map();
      const { rowOf, ...columns } = layout
        ? fileForProgram(layout, questions)
        : fileForPeople(details, questions);
      const writer = createTableFile({ format, timeZone, title: 'Leads', ...columns });
      const wanted = { ...request.body, ...searched, details };
      const file = await streamLeadFile(db, user.id, wanted, { writer, rowOf });
      nameFile(reply, format, 'leads', eventId);
      return reply.type(fileTypes[format]).send(file as never) as never;
    },
  );

  app.get(
    '/counts',
    {
      config: { limited: 'filtered', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'How many leads of each status match',
        querystring: leadFilters,
        response: { 200: leadTally },
      },
    },
    async (request) => {
      const { query } = request;
      if (query.eventId) await requireEvent(db, query.eventId);
      return countLeads(db, { ...query, only: (await signedIn(request)).events });
    },
  );

  app.get(
    '/marks',
    {
      config: { limited: 'filtered', problems: ['event-not-found'] },
      schema: {
        tags,
        summary:
          'How many of the leads that match have an invalid number, are duplicates, have won or were imported',
        querystring: leadFilters,
        response: { 200: leadMarks },
      },
    },
    async (request) => {
      const { query } = request;
      if (query.eventId) await requireEvent(db, query.eventId);
      return countMarks(db, { ...query, only: (await signedIn(request)).events });
    },
  );

  app.get(
    '/submitters',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: 'Who has added leads, for the filter by submitter',
        querystring: leadExportQuery,
        response: { 200: z.array(submitter) },
      },
    },
    async (request) =>
      listSubmitters(db, { ...request.query, only: (await signedIn(request)).events }),
  );

  app.get(
    '/:id',
    {
      config: { problems: ['lead-not-found'] },
      schema: {
        tags,
        summary: 'A lead with its answers, its consent, its draws and its history',
        params: z.object({ id: reference('lead-not-found') }),
        response: { 200: leadDetails },
      },
    },
    async ({ params: { id } }) => {
      const [held] = await readHeldLeads(db, [id]);
      const lead = found(await findLead(db, id), 'lead-not-found');
      return { lead, held: found(held, 'lead-not-found') };
    },
  );
};

const channelOf = ({ role }: SessionUser) => (role === 'admin' ? 'administrator' : 'volunteer');

/** 201 for a new lead, 200 for one that was already created with this id. */
function answerSubmission(outcome: Outcome<Submitted>, reply: FastifyReply): Submitted {
  const submitted = unwrap(outcome);
  reply.code(submitted.repeated ? 200 : 201);
  return submitted;
}
