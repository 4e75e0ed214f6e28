// A separate process that watches a raffle like many phones in a hall. Some of them have stopped reading
// but are still connected.
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/** How many pages are opened at the same time; the system refuses connections that wait in too long a queue. */
const AT_ONCE = 400;

process.on('message', async ({ url, eventId, viewers, stuck, from }) => {
  const hall = [];
  while (hall.length < viewers) {
    const some = Math.min(AT_ONCE, viewers - hall.length);
    hall.push(
      ...(await Promise.all(Array.from({ length: some }, () => watch(url, eventId, from)))),
    );
  }
  for (let place = 0; place < stuck; place++) (await watch(url, eventId, from)).socket.pause();
  process.send({ watching: hall.length });

  // A draw, then 'continue': when all viewers have received one of them, their times are reported.
  for (;;) {
    for (const news of Object.keys(marks)) {
      const heard = await Promise.all(hall.map((viewer) => viewer.next(news)));
      process.send({ heard });
    }
  }
});

/** How a viewer recognises the news. */
const marks = {
  drawn: /event: drawn/,
  continued: /event: stage\n.*"revealed":null/,
};

// It ends with the benchmark, however that ends.
process.on('disconnect', () => process.exit());

/** How long a page waits that was refused because its process has no room; another process may have some. */
const RETRY_MS = 200;

/** Resolves when the first message has arrived. */
function watch(url, eventId, localAddress) {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ port: Number(port), host, localAddress }).setEncoding('latin1');
  const received = { drawn: withResolvers(), continued: withResolvers() };
  socket.write(`GET /api/events/${eventId}/live HTTP/1.1\r\nhost: ${host}:${port}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (text) => {
      if (text.startsWith('HTTP/1.1 503')) {
        socket.destroy();
        setTimeout(() => resolve(watch(url, eventId, localAddress)), RETRY_MS);
      }
      if (text.includes('event: snapshot')) {
        resolve({
          socket,
          async next(news) {
            const time = await received[news].promise;
            received[news] = withResolvers();
            return time;
          },
        });
      }
      for (const [news, mark] of Object.entries(marks)) {
        if (mark.test(text)) received[news].resolve(performance.timeOrigin + performance.now());
      }
    });
  });
}

function withResolvers() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
