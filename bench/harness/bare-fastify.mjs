// Shows how fast the framework alone is on this machine: no hooks, no schema, no log, no database.
import Fastify from 'fastify';

const app = Fastify();
app.get('/healthz', () => ({ status: 'ok' }));
app.post('/echo', (request, reply) => reply.code(201).send(request.body));
process.send(await app.listen({ port: 0, host: '127.0.0.1' }));
