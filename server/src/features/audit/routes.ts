import {
  auditChoices,
  auditEntry,
  auditFilters,
  auditPage,
  auditQuery,
} from '@drawbridge/contract/audit';
import { z } from 'zod';
import { sendJson } from '../../plugins/json.ts';
import { signedIn } from '../../plugins/session.ts';
import { readPage } from '../cursor.ts';
import type { Routes } from '../feature.ts';
import { nameFile } from '../files/table-file.ts';
import { listAudit, listAuditChoices, recordAudit, streamAudit } from './store.ts';

const tags = ['audit'];

export const auditRoutes: Routes = async (app, { db }) => {
  app.get(
    '/',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: 'A page of the audit trail, newest first',
        querystring: auditQuery,
        response: { 200: auditPage },
      },
    },
    async (request) => {
      const { cursor, limit, ...filters } = request.query;
      const { events } = await signedIn(request);
      const { rows, nextCursor } = await readPage(
        { cursor, limit },
        (page) => listAudit(db, { ...filters, only: events }, page),
        (entry) => entry,
      );
      return { entries: rows, nextCursor };
    },
  );

  app.get(
    '/choices',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: 'The people and events in the audit trail',
        response: { 200: auditChoices },
      },
    },
    async (request) => listAuditChoices(db, (await signedIn(request)).events),
  );

  app.get(
    '/export',
    {
      config: { limited: 'filtered' },
      schema: {
        tags,
        summary: 'All entries that match, for the CSV export',
        querystring: auditFilters,
        response: { 200: z.array(auditEntry) },
      },
    },
    async (request, reply) => {
      const user = await signedIn(request);
      // HEAD comes here too, and exports nothing.
      if (request.method === 'GET') await recordAudit(db, user, { kind: 'audit-exported' });
      nameFile(reply, 'json', 'audit', request.query.eventId);
      return sendJson(reply, streamAudit(db, user.id, { ...request.query, only: user.events }));
    },
  );
};
