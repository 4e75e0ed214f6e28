import { mergeConfig } from 'vitest/config';
import everything from './vitest.config.ts';

/** The HTTP suite once more: wherever a test starts the API, three processes on one database answer. */
export default mergeConfig(everything, {
  test: {
    env: { TEST_SERVERS: '3' },
    maxWorkers: 2,
    // Tests that start no API have the same result here.
    exclude: [
      'contract/**',
      'web/**',
      'server/src/main.test.ts',
      'server/src/operations/commands/**',
      'server/src/db/**',
    ],
  },
});
