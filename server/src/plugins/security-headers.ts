import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export async function setSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        // Dialogs that lock the page's scrolling write a style element of their own.
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // The rest of helmet's headers only make sense over TLS, which a venue's LAN does not have; whoever
    // terminates TLS in front of us sets Strict-Transport-Security there.
    hsts: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
  // What the API tells is for the one who asked; a route that is for everybody says so itself.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });
}
