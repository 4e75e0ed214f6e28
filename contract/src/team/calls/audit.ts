import { defineCalls } from '../../core/call.ts';
import { auditChoices, auditFilters, auditPage, auditQuery } from '../audit.ts';

export const auditCalls = defineCalls(
  { room: 'team', who: 'administrators', tokens: 'none', limited: 'filtered', changes: 'none' },
  {
    getAuditTrail: {
      route: 'GET /api/audit',
      summary: 'A page of the audit trail, newest first',
      query: auditQuery,
      answers: { 200: auditPage },
    },
    getAuditChoices: {
      route: 'GET /api/audit/choices',
      summary: 'The people and events in the audit trail',
      answers: { 200: auditChoices },
    },
    exportAudit: {
      route: 'GET /api/audit/export',
      summary: 'All entries that match, for the CSV export',
      query: auditFilters,
      answers: { 200: auditPage },
      audit: 'audit-exported',
    },
  },
);
