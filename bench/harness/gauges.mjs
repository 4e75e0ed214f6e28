// Loaded into the server before its own code (`node --import`): measures what only the process itself can
// see, and reports it to the benchmark on request. It measures from the first request on, so that it costs
// nothing in comparisons that do not ask.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
let measuring = false;
let peak = 0;
const note = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};

process.on('message', (question) => {
  if (!measuring) {
    measuring = true;
    delays.enable();
    setInterval(note, 5).unref();
  }
  note();
  process.send({
    memory: process.memoryUsage.rss(),
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
