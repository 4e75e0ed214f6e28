// A separate process that watches a raffle like many phones in a hall. Some of them have stopped reading
// but are still connected.
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

process.on('message', async ({ url, eventId, viewers, stuck }) => {
  const hall = await Promise.all(Array.from({ length: viewers }, () => watch(url, eventId)));
  for (let place = 0; place < stuck; place++) (await watch(url, eventId)).socket.pause();
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

/** Resolves when the first message has arrived. */
function watch(url, eventId) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const received = { drawn: withResolvers(), continued: withResolvers() };
  socket.write(`GET /api/events/${eventId}/live HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (text) => {
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
