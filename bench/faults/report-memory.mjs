// Loaded into the server (node --expose-gc --import …): on SIGUSR2 it collects garbage and reports the
// memory still in use.
process.on('SIGUSR2', () => {
  for (let i = 0; i < 3; i++) globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.stderr.write(`memory ${JSON.stringify({ rss, heap: heapUsed + external })}\n`);
});
