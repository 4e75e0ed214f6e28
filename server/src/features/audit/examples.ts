import { auditPage } from '@drawbridge/contract/audit';
import type { Examples } from '../../test/world.ts';

export const auditExamples: Examples = {
  getAuditTrail: async ({ api, eventId }) => {
    const { nextCursor } = (await api.admin.get('/api/audit?limit=1')).as(auditPage);
    return {
      query: {
        actorId: api.admin.user?.id ?? '',
        eventId,
        kind: 'event-created',
        from: '2024-05-15',
        to: '2038-01-19T03:14:07Z',
        limit: '10',
        cursor: nextCursor ?? '',
      },
    };
  },
  exportAudit: ({ eventId }) => ({
    query: { eventId, kind: 'event-created', from: '2024-05-15', to: '2038-01-19' },
  }),
};
