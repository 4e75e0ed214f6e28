import { deleted, reference } from '@drawbridge/contract/ids';
import {
  bulkVerifyAnswer,
  bulkVerifyInput,
  undoAnswer,
  undoInput,
} from '@drawbridge/contract/lead-lists';
import { BULK_VERIFY_MAX } from '@drawbridge/contract/lead-values';
import { adminLead, leadChange } from '@drawbridge/contract/leads';
import { z } from 'zod';
import { Problem, succeed } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { type AuditRecord, fieldsOf } from '../audit/store.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import {
  changeLead,
  deleteLead,
  undoSteps,
  verifyLeads,
  verifyMatching,
  withdrawals,
} from './change-store.ts';

const tags = ['leads'];
const params = z.object({ id: reference('lead-not-found') });

const stepKinds = {
  pending: 'lead-changed',
  verified: 'lead-verified',
  promoted: 'lead-promoted',
} as const;

// A UUID in JSON takes 39 bytes.
const BULK_VERIFY_BYTES = BULK_VERIFY_MAX * 39 + 4096;

export const leadChangeRoutes: Routes = async (app, { db, audit }) => {
  app.post(
    '/bulk-verify',
    {
      bodyLimit: BULK_VERIFY_BYTES,
      config: { tokens: 'none', limited: 'filtered', problems: ['event-not-found'] },
      schema: {
        tags,
        summary: 'Verify the pending ones among many leads, or among all that match a filter',
        body: bulkVerifyInput,
        response: { 200: bulkVerifyAnswer },
      },
    },
    async (request) => {
      const { leadIds, filter = {}, except = [] } = request.body;
      if (filter.eventId) await requireEvent(db, filter.eventId);
      return audit(
        request,
        async (tx, { events: only }) =>
          succeed(
            await (leadIds
              ? verifyLeads(tx, leadIds)
              : verifyMatching(tx, { ...filter, only }, except)),
          ),
        ({ events }) =>
          events.map(({ eventId, leads }) => ({
            kind: 'leads-verified',
            eventId,
            details: { leads },
          })),
      );
    },
  );

  app.post(
    '/undo',
    {
      config: { tokens: 'none', limited: 'filtered', problems: ['undo-too-late'] },
      schema: {
        tags,
        summary: 'Take back a step of a lead, or a bulk verification',
        description:
          'Within a minute, by whoever made it, for leads to which nothing has happened since: no change, ' +
          'and neither a draw nor a seal in their event.',
        body: undoInput,
        response: { 200: undoAnswer },
      },
    },
    (request) =>
      audit(
        request,
        (tx, user) => undoSteps(tx, user, request.body),
        ({ kind, events }) =>
          events.map(({ eventId, leads }) => {
            const { leadId: id } = request.body;
            return { kind, eventId, ...(id ? { subject: { id } } : { details: { leads } }) };
          }),
      ),
  );

  app.patch(
    '/:id',
    {
      config: {
        problems: [
          'lead-not-found',
          'event-not-found',
          'lead-not-pending',
          'lead-not-verified',
          'lead-not-reversible',
          'lead-won',
          'lead-already-verified',
          'entry-code-used',
          'phone-too-short',
          'phone-not-valid',
          'lead-sealed',
        ],
      },
      schema: {
        tags,
        summary: "Change a lead's details or take it to its next status",
        params,
        body: leadChange,
        response: { 200: adminLead },
      },
    },
    async (request) => {
      const { status, ...details } = request.body;
      const program = Boolean((await signedIn(request)).scopes);
      // Tokens neither verify nor promote.
      if (status && program) throw new Problem('not-for-tokens');
      const fields = fieldsOf(details);
      return audit(
        request,
        (tx) => changeLead(tx, request.params.id, request.body, { program }),
        ({ id, eventId, withdrawn }): AuditRecord[] => [
          ...(status ? [{ kind: stepKinds[status], eventId, subject: { id } }] : []),
          ...(fields
            ? [{ kind: 'lead-changed' as const, eventId, subject: { id }, details: { fields } }]
            : []),
          ...withdrawals({ id, eventId, withdrawn }),
        ],
      );
    },
  );

  app.delete(
    '/:id',
    {
      config: { problems: ['lead-not-found', 'lead-won', 'lead-sealed'] },
      schema: { tags, summary: 'Delete a lead', params, response: { 200: deleted } },
    },
    (request) =>
      audit(
        request,
        (tx) => deleteLead(tx, request.params.id),
        ({ id, eventId }) => ({ kind: 'lead-deleted', eventId, subject: { id } }),
      ),
  );
};
