import {
  auditChoices,
  auditEntry,
  auditFilters,
  auditPage,
  auditQuery,
} from '@drawbridge/contract/audit';
import { z } from 'zod';
import { Problem } from '../../errors.ts';
import { sendJson } from '../../plugins/json.ts';
import { signedIn } from '../../plugins/session.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Routes } from '../feature.ts';
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
      const after = cursor === undefined ? undefined : readCursor(cursor);
      if (cursor !== undefined && !after) {
        throw new Problem('invalid-input', { sentence: 'The cursor is not valid' });
      }
      // One more than asked for tells whether there is another page.
      const found = await listAudit(db, { ...filters, only: events }, { limit: limit + 1, after });
      const entries = found.slice(0, limit);
      const last = found.length > limit ? entries.at(-1) : undefined;
      return { entries, nextCursor: last ? writeCursor(last) : null };
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
      return sendJson(reply, streamAudit(db, user.id, { ...request.query, only: user.events }));
    },
  );
};
