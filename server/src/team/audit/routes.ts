import { auditCalls } from '@drawbridge/contract/team/calls/audit';
import { readPage } from '../../core/cursor.ts';
import { feature } from '../../core/feature.ts';
import { nameFile } from '../../core/files/table-file.ts';
import { sendJson } from '../../http/json.ts';
import { listAudit, listAuditChoices, streamAudit } from './store.ts';

export const audit = feature(auditCalls, ({ db }) => ({
  getAuditTrail: (exchange) => {
    const { query, user } = exchange;
    return readPage(
      exchange,
      (page) => listAudit(db, { ...query, only: user.events }, page),
      (entry) => entry,
    );
  },
  getAuditChoices: ({ user }) => listAuditChoices(db, user.events),
  exportAudit: async ({ query, user, record, request, reply }) => {
    // HEAD requests come here as well, and export nothing.
    if (request.method === 'GET') await record();
    nameFile(reply, 'json', 'audit', query.eventId);
    return sendJson(reply, streamAudit(db, user.id, { ...query, only: user.events }));
  },
}));
