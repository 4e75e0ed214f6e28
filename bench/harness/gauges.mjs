// Loaded into the server before its own code (`node --import`): measures what only the process itself can
// see, and reports it to the benchmark on request.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

let peak = 0;
const note = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};
setInterval(note, 5).unref();

process.on('message', (question) => {
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
