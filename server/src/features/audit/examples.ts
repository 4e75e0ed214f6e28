import type { Examples } from '../../test/world.ts';

export const auditExamples: Examples = {
  getAuditTrail: async ({ api, eventId }) => {
    const { next } = await api.admin.get('/api/audit?limit=1');
    return {
      query: {
        actorId: api.admin.user?.id ?? '',
        eventId,
        kind: 'event-created',
        from: '2024-05-15',
        to: '2038-01-19T03:14:07Z',
        limit: '10',
        cursor: new URL(next ?? '', api.anyone.url).searchParams.get('cursor') ?? '',
      },
    };
  },
  exportAudit: ({ eventId }) => ({
    query: { eventId, kind: 'event-created', from: '2024-05-15', to: '2038-01-19' },
  }),
};
