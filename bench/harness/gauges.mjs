// Loaded into the server before its own code (`node --import`): reads what only the process itself can
// see, and tells the benchmark when it asks.
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
// The question may be asked; nobody has to.
process.channel?.unref();
