import { defineCalls } from '../../core/call.ts';
import { auditChoices, auditFilters, auditPage, auditQuery } from '../audit.ts';

export const auditCalls = defineCalls(
  {
    room: 'team',
    allowedFor: 'administrators',
    tokenScope: 'none',
    eventScope: 'filtered',
    changes: 'none',
  },
  {
    getAuditTrail: {
      route: 'GET /api/audit',
      summary: 'A page of the audit trail, newest first',
      query: auditQuery,
      responses: { 200: auditPage },
    },
    getAuditChoices: {
      route: 'GET /api/audit/choices',
      summary: 'The actors and events in the audit trail',
      responses: { 200: auditChoices },
    },
    exportAudit: {
      route: 'GET /api/audit/export',
      summary: 'All entries that match, for the CSV export',
      query: auditFilters,
      responses: { 200: auditPage },
      audit: 'audit-exported',
    },
  },
);
