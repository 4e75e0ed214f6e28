import type { CollectedLead, OwnLead } from '@drawbridge/contract/collecting/leads';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, api, type CallOptions } from '../../lib/api/api-client.ts';
import { currentSession, onLogout } from '../../lib/api/session.ts';
import { changeRows, refetch, removeRow } from '../../lib/queries/query-client.ts';
import { setReachable } from './outbox/outbox.ts';
import { forgetAnswers, storedResponse, storeResponse } from './outbox/outbox-store.ts';

export const OWN_LEADS = '/api/volunteer/leads';
const OWN_ASSIGNMENTS = '/api/volunteer/assignments';
const NUMBERS = '/api/volunteer/numbers';

/** A query that falls back on the last known response without a network. */
function keptQuery<Answer>(url: string, read: (options: CallOptions) => Promise<Answer>) {
  return queryOptions<Answer>({
    queryKey: [url],
    queryFn: async ({ signal }) => {
      const userId = currentSession().user?.id ?? '';
      try {
        const response = await read({ signal, large: true });
        setReachable(true);
        // A browser without storage only cannot start without a network.
        storeResponse(userId, url, response).catch(() => {});
        return response;
      } catch (error) {
        if (error instanceof ApiError || signal.aborted) throw error;
        const stored = await storedResponse(userId, url).catch(() => undefined);
        if (typeof stored !== 'object') throw error;
        setReachable(false);
        return stored as Answer;
      }
    },
  });
}

export const ownAssignmentsQuery = keptQuery(OWN_ASSIGNMENTS, (options) =>
  api.get(OWN_ASSIGNMENTS, options),
);
export const ownLeadsQuery = keptQuery(OWN_LEADS, (options) => api.get(OWN_LEADS, options));
/** The short hashes of the latest phone numbers at the user's events. */
export const numbersQuery = keptQuery(NUMBERS, (options) => api.get(NUMBERS, options));

// A borrowed device stores nobody's details after its user has logged out.
onLogout(() => forgetAnswers().catch(() => {}));

/** Adds an arrived lead to the list without refetching it. */
export function showArrived({ entryCode, alsoEntered, ...lead }: CollectedLead): void {
  changeRows<OwnLead>(OWN_LEADS, (rows) => [lead, ...rows.filter(({ id }) => id !== lead.id)]);
}

export function hideOwnLead(id: string): void {
  removeRow(OWN_LEADS, id);
}

export function refetchOwn(): Promise<void> {
  return refetch([OWN_LEADS, OWN_ASSIGNMENTS, NUMBERS]);
}
