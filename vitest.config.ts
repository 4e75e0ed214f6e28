import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The contract's sources, so that a test never runs against an old build.
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{contract,server,web}/src/**/*.test.ts'],
    globalSetup: 'server/src/test/cluster.ts',
    // Each file has a pool of its own, and one PostgreSQL has places for all of them.
    maxWorkers: 4,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
