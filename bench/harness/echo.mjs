// The least that an entry could cost: Fastify reads the same JSON and sends it back.
import Fastify from 'fastify';

const app = Fastify();
app.post('/api/leads/public', (request, reply) => reply.code(201).send(request.body));
console.log(`Fastify is ready: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
