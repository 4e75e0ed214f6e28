import { once } from 'node:events';
import { connect } from 'node:net';
import { createEvent, seconds, send, startServer, withDirectory } from './harness.mjs';

const SLOW = 500;
const SAMPLES = 400;
/** A median of half a millisecond is noisy, but waiting for 500 other clients would be far slower. */
const RATIO = 3;
const DROPPED_MS = 45_000;

const HEAD = 'POST /api/leads/public HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n';
const kinds = [
  ['', ''],
  [`${HEAD}x-slow: `, 'z'],
  [`${HEAD}content-length: 60000\r\n\r\n{"name": "`, 'z'],
];

/** 500 sockets send nothing or a byte a second: other clients are not affected, and these are dropped. */
export const slowClients = {
  name: '500 slow clients',
  run: () =>
    withDirectory(async (directory) => {
      const server = await startServer(directory);
      const { eventId } = await createEvent(server.url);
      await medianOf(server.url, eventId);
      const without = [await medianOf(server.url, eventId)];
      const slow = await Promise.all(Array.from({ length: SLOW }, (_, i) => dawdle(server.url, i)));
      const beside = await medianOf(server.url, eventId);
      const open = slow.filter(({ socket }) => !socket.closed).length;
      const lifetimes = await Promise.all(slow.map(({ lifetime }) => lifetime));
      without.push(await medianOf(server.url, eventId));
      const ratio = beside / Math.min(...without);
      const longest = Math.max(...lifetimes);
      const code = await server.stop();
      return {
        ok: code === 0 && ratio <= RATIO && longest <= DROPPED_MS,
        figures: `median of others ${ratio.toFixed(2)} × that without them (${open} were open), the last slow one dropped after ${seconds(longest)}`,
      };
    }),
};

async function medianOf(url, eventId) {
  const times = [];
  for (let i = 0; i < SAMPLES; i++) {
    const began = performance.now();
    const { status } = await send(url, 'GET', `/api/events/${eventId}`);
    if (status !== 200) throw new Error(`A request was answered ${status}`);
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[SAMPLES / 2];
}

async function dawdle(url, index) {
  const { hostname, port } = new URL(url);
  const [text, byte] = kinds[index % kinds.length];
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  socket.write(text);
  const trickle = setInterval(() => byte && socket.write(byte), 1_000);
  const lifetime = once(socket, 'close').then(() => {
    clearInterval(trickle);
    return performance.now() - began;
  });
  return { socket, lifetime };
}
