import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../errors.ts';
import { type AddCounts, SharedCounts } from './shared-counts.ts';

const WINDOW_MS = 60_000;

/** Lets routes set their own limit per address and minute; by default a route has none. */
export async function allowLimits(app: FastifyInstance, addCounts: AddCounts): Promise<void> {
  const counts = new SharedCounts(WINDOW_MS, addCounts, (err) => {
    app.log.warn({ err }, 'the limits of this server do not know of the others');
  });
  app.addHook('onClose', () => counts.close());

  class Store implements FastifyRateLimitStore {
    readonly #route: string;

    constructor(_options: unknown, route = '') {
      this.#route = route;
    }

    incr: FastifyRateLimitStore['incr'] = (address, done, _window, max) => {
      done(null, counts.count(`${this.#route} ${address}`, max));
    };

    child(options: unknown): Store {
      // The types say that this gets the route's options, but they are inside the plugin's own.
      const { routeInfo } = options as { routeInfo: { url: string } };
      return new Store(options, routeInfo.url);
    }
  }

  await app.register(rateLimit, {
    global: false,
    timeWindow: WINDOW_MS,
    store: Store,
    errorResponseBuilder: (_request, { ttl }) =>
      new Problem('too-many-requests', { retryAfterSeconds: Math.ceil(ttl / 1000) }),
  });
}
