import { helpPages, leadFormPath, pages, rafflePath } from '@drawbridge/contract/pages';
import { normalizeIP } from '@fastify/rate-limit';
import { LRUCache } from 'lru-cache';
import { permissionsOf } from '../../plugins/security-headers.ts';
import { findEventByShortCode } from '../events/store.ts';
import type { Routes } from '../feature.ts';
import { readEvent, withTimeout } from './first-view.ts';
import { leadFormRoutes } from './lead-form-routes.ts';

/** More wrong codes than people mistype, and too few to find an event's by trying. */
const WRONG_CODES_PER_MINUTE = 30;
/** How long an address may use a code again without being counted. */
const KNOWN_MS = 24 * 60 * 60_000;

/**
 * Each page includes the responses to its first requests, which saves a phone in a crowded hall one round
 * trip. Logos are not included, because they would delay the page.
 */
export const pageRoutes: Routes = async (app, services) => {
  if (!app.hasReplyDecorator('sendPage')) return;

  await app.register(leadFormRoutes, services);

  /** So that nobody who tries codes keeps the others in a hall, who share the address, from their form. */
  const known = new LRUCache<string, true>({ max: 10_000, ttl: KNOWN_MS });
  app.get<{ Params: { shortCode: string } }>(
    pages.typedLeadForm,
    { schema: { hide: true } },
    async ({ params: { shortCode }, ip }, reply) => {
      // Counted before it is known to be wrong, so that many at once are not free.
      const subject = `wrong short codes ${normalizeIP(ip)}`;
      const use = `${subject} ${shortCode}`;
      const counted = !known.has(use);
      if (counted) app.limits.count(subject, WRONG_CODES_PER_MINUTE);
      const event = await findEventByShortCode(services.db, shortCode);
      if (event && counted) app.limits.uncount(subject);
      if (event) known.set(use, true);
      // The form itself says that there is no such event.
      const path = event?.takesEntries === false ? rafflePath : leadFormPath;
      return reply.redirect(path(event?.id ?? shortCode));
    },
  );

  for (const path of Object.values(helpPages)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.header('permissions-policy', permissionsOf(path)).sendFile(`${path}.html`),
    );
  }

  app.get<{ Params: { eventId: string } }>(
    pages.raffle,
    { schema: { hide: true } },
    async (request, reply) => {
      const read = await withTimeout(
        services.writes,
        readEvent(services.db, request.params.eventId),
      );
      if (!read) return reply.sendPage();
      return reply.sendPage({ title: read.event?.name ?? 'Event Not Found', view: read.view });
    },
  );
};
