// A process of its own that watches a raffle like many phones in a hall. Some of them have stopped reading but are still
// connected.
import { once } from 'node:events';
import { connect } from 'node:net';

/** How many pages are opened at the same time; the system refuses connections that wait in too long a queue. */
const AT_ONCE = 400;
/** How a viewer recognises the news: a draw, then 'Continue'. */
const marks = [/event: drawn/, /event: stage\n.*"revealed":null/];

process.on('message', async ({ url, eventId, viewers, stuck, applaud }) => {
  const hall = [];
  while (hall.length < viewers + stuck) {
    const some = Math.min(AT_ONCE, viewers + stuck - hall.length);
    hall.push(...(await Promise.all(Array.from({ length: some }, () => watch(url, eventId)))));
  }
  for (const socket of hall.splice(viewers)) socket.pause();
  if (applaud) await applaudFor(url, eventId, viewers);
  process.send('watching');
  // When all viewers have received the news, their times are reported.
  for (let news = 0; ; news = 1 - news) {
    process.send(await Promise.all(hall.map((socket) => hear(socket, marks[news]))));
  }
});

// It ends with the benchmark, however that ends.
process.on('disconnect', () => process.exit());

/** Resolves when the first message has arrived. */
async function watch(url, eventId) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  socket.write(`GET /api/events/${eventId}/live HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  await hear(socket, /event: snapshot/);
  return socket;
}

/** A phone reports its applause every two seconds; a few connections send the reports of all. */
async function applaudFor(url, eventId, phones) {
  const { hostname, port, host } = new URL(url);
  const sockets = 50;
  for (let n = 0; n < sockets; n++) {
    const socket = connect(Number(port), hostname).resume();
    await once(socket, 'connect');
    setInterval(
      () => {
        const body = JSON.stringify({ device: crypto.randomUUID(), claps: 7, hearts: 3 });
        socket.write(
          `POST /api/events/${eventId}/applause HTTP/1.1\r\nhost: ${host}\r\n` +
            `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
      },
      (2000 * sockets) / phones,
    );
  }
}

async function hear(socket, mark) {
  for (;;) {
    const [text] = await once(socket, 'data');
    if (mark.test(text)) return performance.timeOrigin + performance.now();
  }
}
