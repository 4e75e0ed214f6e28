// Visitors who enter as fast as the server responds, on connections of their own.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { percentile } from './table.mjs';

const SECONDS = 4;

/** Sends entries over many connections for some seconds, or `count` of them. */
export async function enter({
  url,
  eventId,
  path = '/api/leads/public',
  connections = 64,
  seconds = SECONDS,
  count = Infinity,
  makeLead = newLead,
  status = 201,
}) {
  const { hostname, port, host } = new URL(url);
  const times = [];
  let left = count;
  const began = performance.now();
  const ends = began + seconds * 1000;
  const visitor = async () => {
    let socket;
    while (left > 0 && (count < Infinity || performance.now() < ends)) {
      left -= 1;
      socket ??= connect(Number(port), hostname).setEncoding('latin1').setNoDelay();
      const body = JSON.stringify(makeLead(eventId));
      const sentAt = performance.now();
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      const response = await readResponse(socket);
      times.push(performance.now() - sentAt);
      if (!response.startsWith(`HTTP/1.1 ${status}`)) throw new Error(response);
      // The server takes a limited number of requests on one connection.
      if (!/\r\nconnection: close\r\n/i.test(response)) continue;
      socket.destroy();
      socket = undefined;
    }
    socket?.destroy();
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  const perSecond = times.length / ((performance.now() - began) / 1000);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return { count: times.length, perSecond, p50, p99, longest: percentile(times, 1) };
}

async function readResponse(socket) {
  let text = '';
  for (;;) {
    const [piece] = await once(socket, 'data');
    text += piece;
    const head = text.indexOf('\r\n\r\n');
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
    if (head >= 0 && text.length >= head + 4 + length) return text;
  }
}

/** A new person every time, with a random British mobile number and an entry code of their device. */
export function newLead(eventId) {
  const id = randomUUID();
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0');
  return {
    id,
    eventId,
    name: `Visitor ${digits}`,
    phone: `074${digits}`,
    email: `visitor${digits}@example.com`,
    // The last character of a code carries three bits.
    entryCode: `${id.replaceAll('-', '').slice(0, 25).toUpperCase()}0`,
  };
}
