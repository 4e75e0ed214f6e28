import {
  collectingCalls,
  entryCalls,
  leadCalls,
} from '@drawbridge/contract/collecting/calls/leads';
import { foldText } from '@drawbridge/contract/collecting/search';
import { fileTypes } from '@drawbridge/contract/core/files/file-types';
import { id } from '@drawbridge/contract/core/ids';
import type { SessionUser } from '@drawbridge/contract/login/auth';
import type { FastifyReply } from 'fastify';
import { mayCollect } from '../../core/access.ts';
import { invalidCursor, readCursor, readPage } from '../../core/cursor.ts';
import { feature, type Services } from '../../core/feature.ts';
import { createTableFile, nameFile } from '../../core/files/table-file.ts';
import { type Outcome, orProblem, Problem, unwrap } from '../../errors.ts';
import { findTimeZone, requireEvent } from '../../events/events/store.ts';
import { listQuestions } from '../../events/questions/store.ts';
import { etagOf, sendJson } from '../../http/json.ts';
import { findEarlierEntry } from '../lead-changes/own-leads-store.ts';
import { limitEntries } from '../submission/entry-limits.ts';
import { collectEntryProblems } from '../submission/entry-problems.ts';
import type { PageNonces } from '../submission/page-nonces.ts';
import type { SubmitLead } from '../submission/submission-queue.ts';
import type { Submitted } from '../submission/submission-store.ts';
import { allowsChances, streamExport, streamLeadFile } from './file-store.ts';
import { fileForPeople, fileForProgram } from './lead-files.ts';
import {
  countFlags,
  countLeads,
  findLead,
  findLeads,
  findSamePerson,
  listSubmitters,
  streamLeads,
} from './store.ts';
import { readStoredLeads } from './stored-lead-store.ts';

/** Services of features that take entries: the submission queue and the nonces of pages. */
export interface EntryServices extends Services {
  submitLead: SubmitLead;
  nonces: PageNonces;
}

export const entries = feature(entryCalls, (services: EntryServices, app) => {
  const { db, settings, submitLead, nonces } = services;
  const entryLimits = limitEntries(app, { perMinute: settings.publicSubmitsPerMinute, nonces });
  app.setErrorHandler(async (error, request, reply) =>
    entryLimits.delayFailures(
      await collectEntryProblems(db, error, request.body, 'form'),
      request,
      reply,
    ),
  );

  return {
    enterRaffle: async ({ body: { nonce, ...lead }, request, reply }) => {
      await entryLimits.count(request, nonce);
      const code = await nonces.codeFor(nonce, lead.id);
      const sender = entryLimits.senderOf(request);
      const outcome = await submitLead({ lead, source: 'qr', channel: 'form', code, sender });
      return answerSubmission(outcome, reply).lead;
    },
  };
});

const channelOf = ({ role }: SessionUser) => (role === 'admin' ? 'administrator' : 'volunteer');

export const collecting = feature(collectingCalls, ({ db, submitLead }: EntryServices, app) => {
  app.setErrorHandler(async (error, request) => {
    const user = await request.findUser();
    const { eventId } = Object(request.body);
    const isTheirs =
      user &&
      id.safeParse(eventId).success &&
      (user.events?.includes(eventId) ?? true) &&
      (await mayCollect(db, user, eventId));
    throw isTheirs
      ? await collectEntryProblems(db, error, request.body, channelOf(user), user.scopes !== null)
      : error;
  });

  return {
    createLead: async ({ body, user, reply }) => {
      if (!(await mayCollect(db, user, body.eventId))) throw new Problem('not-assigned');
      const outcome = await submitLead({
        lead: body,
        source: 'volunteer',
        channel: channelOf(user),
        submitter: {
          id: user.id,
          name: user.name ?? user.username,
          program: user.scopes !== null,
        },
      });
      const { lead } = answerSubmission(outcome, reply);
      const stored = await findLead(db, lead.id);
      if (user.role !== 'admin') {
        return { ...lead, alsoEntered: await findEarlierEntry(db, stored?.duplicateOf) };
      }
      const added = orProblem(stored, 'lead-not-found');
      // A lead that was created before with this id may have moved to another event since.
      if (user.events?.includes(added.eventId) === false) throw new Problem('not-in-your-events');
      return { ...added, entryCode: lead.entryCode };
    },
  };
});

export const leads = feature(leadCalls, ({ db }) => ({
  getLeads: async ({ query: { cursor, limit, sort, ...query }, user, request, reply }) => {
    const filters = { ...query, only: user.events };
    if (filters.eventId) await requireEvent(db, filters.eventId);
    const after = readCursor(cursor);
    if (after && sort === 'name' && after.name === undefined) throw invalidCursor();
    if (after && sort === 'chances' && !/^\d{1,4}$/.test(after.name ?? '')) throw invalidCursor();
    if (limit === undefined) return sendJson(reply, await streamLeads(db, user.id, filters, after));
    return readPage(
      { query: { cursor, limit }, request, reply },
      (page) => findLeads(db, { ...filters, sort }, page),
      ({ submittedAt: at, id, name, chances }) => ({
        at,
        id,
        ...(sort === 'name' && { name: foldText(name) }),
        ...(sort === 'chances' && { name: String(chances) }),
      }),
    );
  },
  exportLeads: async ({ query: { eventId }, user, record, request, reply }) => {
    if (eventId) await requireEvent(db, eventId);
    if (request.method === 'GET') await record({ ...(eventId && { eventId }) });
    nameFile(reply, 'json', 'leads', eventId);
    return sendJson(reply, streamExport(db, user.id, { eventId, only: user.events }));
  },
  exportLeadFile: async ({ body, user, record, reply }) => {
    const { eventId, format, layout } = body;
    const details = body.details || layout !== undefined;
    const eventTimeZone = await findTimeZone(db, eventId);
    const { timeZone = eventTimeZone } = body;
    const searched = { eventId, only: user.events };
    const { pending, verified, promoted } = await countLeads(db, { ...body, ...searched });
    await record({
      ...(eventId && { eventId }),
      details: { leads: pending + verified + promoted },
    });
    const questions = details ? await listQuestions(db, searched) : new Map();
    const { rowOf, ...columns } = layout
      ? fileForProgram(layout, questions)
      : fileForPeople({ details, chances: await allowsChances(db, searched) }, questions);
    const writer = createTableFile({ format, timeZone, title: 'Leads', ...columns });
    const selection = { ...body, ...searched, details };
    const file = await streamLeadFile(db, user.id, selection, { writer, rowOf });
    nameFile(reply, format, 'leads', eventId);
    return reply.type(fileTypes[format]).send(file);
  },
  countLeads: async ({ query, user, reply }) => {
    if (query.eventId) await requireEvent(db, query.eventId);
    const { at, ...counts } = await countLeads(db, { ...query, only: user.events });
    // The time is not part of the ETag: the same counts at another time are the same response.
    reply.header('etag', etagOf(JSON.stringify(counts)));
    return { ...counts, at };
  },
  countLeadMarks: async ({ query, user }) => {
    if (query.eventId) await requireEvent(db, query.eventId);
    return countFlags(db, { ...query, only: user.events });
  },
  getLeadSubmitters: ({ query, user }) => listSubmitters(db, { ...query, only: user.events }),
  getLead: async ({ params: { leadId } }) => {
    const [held] = await readStoredLeads(db, [leadId]);
    const lead = orProblem(await findLead(db, leadId), 'lead-not-found');
    return {
      lead,
      held: orProblem(held, 'lead-not-found'),
      samePerson: await findSamePerson(db, leadId),
    };
  },
}));

/** Sets the status: 201 for a new lead, 200 for one that was already created with this id. */
function answerSubmission(outcome: Outcome<Submitted>, reply: FastifyReply): Submitted {
  const submitted = unwrap(outcome);
  reply.code(submitted.repeated ? 200 : 201);
  return submitted;
}
