// Loaded into the server before its own code (`node --import`): measures what only the process itself can see, and
// reports it on request. It measures from the first request on, so that it costs nothing where nobody asks.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
let peak = 0;
const note = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};

process.once('message', () => {
  delays.enable();
  setInterval(note, 5).unref();
});
process.on('message', (question) => {
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
