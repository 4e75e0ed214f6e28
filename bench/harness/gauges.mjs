// Loaded into the server before its own code (`node --import`): measures what only the process itself can see, and
// reports it on request. It measures from the first request on, so that it costs nothing where nobody asks.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
let measuring = false;
let peak = 0;
const note = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};

process.on('message', (question) => {
  // The server's own processes send each other other messages.
  if (!['read', 'reset', 'collect'].includes(question)) return;
  if (!measuring) {
    measuring = true;
    delays.enable();
    setInterval(note, 5).unref();
  }
  if (question === 'collect') for (let i = 0; i < 3; i++) globalThis.gc();
  note();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send({
    memory: rss,
    heap: heapUsed + external,
    peakMemory: peak,
    longestBlockMs: delays.max / 1e6,
  });
  if (question === 'reset') {
    peak = 0;
    delays.reset();
  }
});
// Listening for requests must not keep the process alive.
process.channel?.unref();
