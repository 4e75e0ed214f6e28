// A separate process that watches a raffle like many phones in a hall. Some of them have stopped reading
// but are still connected.
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

process.on('message', async ({ url, eventId, viewers, stuck }) => {
  const hall = await Promise.all(Array.from({ length: viewers }, () => watch(url, eventId)));
  for (let place = 0; place < stuck; place++) (await watch(url, eventId)).socket.pause();
  process.send({ watching: hall.length });

  // One draw at a time: when all viewers have received it, their times are reported.
  for (;;) {
    const heard = await Promise.all(hall.map((viewer) => viewer.nextDraw()));
    process.send({ heard });
  }
});

/** Resolves when the first message has arrived. */
function watch(url, eventId) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const waiting = [];
  const times = [];
  socket.write(`GET /api/events/${eventId}/live HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (text) => {
      if (text.includes('event: snapshot')) {
        resolve({
          socket,
          nextDraw: () =>
            new Promise((done) => {
              if (times.length > 0) done(times.shift());
              else waiting.push(done);
            }),
        });
      }
      if (!text.includes('event: drawn')) return;
      const now = performance.timeOrigin + performance.now();
      if (waiting.length > 0) waiting.shift()(now);
      else times.push(now);
    });
  });
}
