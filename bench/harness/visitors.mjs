// A separate process whose visitors open the form for the first time, each from an address of their own, and enter.
// It uses bare sockets, because it shares the CPU with the server.
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { nextLead } from './next-lead.mjs';

const TIMEOUT_MS = 30_000;

process.on('message', async ({ url, eventId, page, files, from, visits, seconds }) => {
  const pause = (seconds * 1000) / visits;
  const all = Array.from({ length: visits }, async (_, place) => {
    await new Promise((begin) => setTimeout(begin, place * pause));
    return visit({ url, eventId, page, files, address: addressOf(from + place) });
  });
  process.send({ visits: await Promise.all(all) });
});

// It ends with the benchmark, however that ends.
process.on('disconnect', () => process.exit());

/** Every machine has all addresses of 127.0.0.0/8. */
function addressOf(place) {
  return `127.${1 + (place >> 16)}.${(place >> 8) & 255}.${place & 255}`;
}

/** How long the page took, everything that it loads, and the entry; or what went wrong. */
async function visit({ url, eventId, page, files, address }) {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ port: Number(port), host, localAddress: address }).setNoDelay();
  const began = performance.now();
  const since = () => performance.now() - began;
  try {
    const ask = reader(socket);
    const head = `HTTP/1.1\r\nhost: ${host}:${port}\r\naccept-encoding: gzip, br\r\n`;
    const get = async (path) => {
      const status = await ask(`GET ${path} ${head}\r\n`);
      if (status !== '200') throw new Error(`${status} for ${path}`);
    };
    await get(page);
    const pageMs = since();
    for (const file of files) await get(file);
    const loadedMs = since();
    const body = nextLead(eventId);
    const status = await ask(
      `POST /api/leads/public ${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    if (status !== '201') throw new Error(`${status} for an entry`);
    return { pageMs, loadedMs, entryMs: since() - loadedMs };
  } catch (error) {
    return { failure: error.message };
  } finally {
    socket.destroy();
  }
}

/** Sends one request at a time and resolves with the status of its answer, once all of that has arrived. */
function reader(socket) {
  let rest = '';
  let settle;
  const fail = (error) => settle?.reject(error);
  socket.setTimeout(TIMEOUT_MS, () => fail(new Error('no answer')));
  socket.on('error', fail).on('close', () => fail(new Error('closed')));
  socket.setEncoding('latin1').on('data', (piece) => {
    rest += piece;
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(rest.slice(0, headEnd))?.[1];
    const complete =
      length === undefined
        ? rest.endsWith('\r\n0\r\n\r\n')
        : rest.length >= headEnd + 4 + Number(length);
    if (!complete) return;
    const status = rest.slice(9, 12);
    rest = '';
    settle.resolve(status);
  });
  return (request) =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      socket.write(request, 'latin1');
    });
}
