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
import { Problem, unwrap } from '../../errors.ts';
import { signedIn } from '../../plugins/session.ts';
import { audited, fieldsOf } from '../audit/store.ts';
import { requireEvent } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { changeLead, deleteLead, undoSteps, verifyLeads, verifyMatching } from './change-store.ts';

const tags = ['leads'];
const params = z.object({ id: reference('lead-not-found') });

const stepKinds = {
  pending: 'lead-changed',
  verified: 'lead-verified',
  promoted: 'lead-promoted',
} as const;

// A UUID in JSON takes 39 bytes.
const BULK_VERIFY_BYTES = BULK_VERIFY_MAX * 39 + 4096;

export const leadChangeRoutes: Routes = async (app, { db }) => {
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
      const user = await signedIn(request);
      const filters = { ...filter, only: user.events };
      return audited(
        db,
        user,
        (tx) => (leadIds ? verifyLeads(tx, leadIds) : verifyMatching(tx, filters, except)),
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
    async (request) => {
      const user = await signedIn(request);
      return audited(
        db,
        user,
        async (tx) => unwrap(await undoSteps(tx, user, request.body)),
        ({ kind, events }) =>
          events.map(({ eventId, leads }) => {
            const { leadId } = request.body;
            return {
              kind,
              eventId,
              ...(leadId ? { subject: { id: leadId } } : { details: { leads } }),
            };
          }),
      );
    },
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
      const user = await signedIn(request);
      // Tokens neither verify nor promote.
      if (status && user.scopes) throw new Problem('not-for-tokens');
      return audited(
        db,
        user,
        async (tx) => unwrap(await changeLead(tx, request.params.id, request.body)),
        ({ id, eventId }) => [
          ...(status ? [{ kind: stepKinds[status], eventId, subject: { id } }] : []),
          ...(fieldsOf(details)
            ? [
                {
                  kind: 'lead-changed' as const,
                  eventId,
                  subject: { id },
                  details: { fields: fieldsOf(details) },
                },
              ]
            : []),
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
    async (request) =>
      audited(
        db,
        await signedIn(request),
        async (tx) => unwrap(await deleteLead(tx, request.params.id)),
        ({ id, eventId }) => ({ kind: 'lead-deleted', eventId, subject: { id } }),
      ),
  );
};
