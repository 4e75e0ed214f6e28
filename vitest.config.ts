import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-directory.mjs';

keepTemporaryFilesInMemory();

/** Tests that start whole processes take longest; begun last, one of them would keep everybody waiting. */
const WHOLE_PROCESSES =
  /\/(main|processes|refusals|doctor|embedded|embedded-install|demo|killed|bad-\w+|indexes|access)\.test\.ts$/;

/** Slow tests of parts that seldom break: installations, packages, recorded examples. */
const thoroughOnly = [
  'server/src/operations/commands/demo.test.ts',
  'server/src/db/embedded/embedded-install.test.ts',
  'server/src/test/checks/recorded-examples.test.ts',
  'scripts/pack/pack.test.mjs',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const first = others.filter(({ moduleId }) => WHOLE_PROCESSES.test(moduleId));
    return [...first, ...others.filter((file) => !first.includes(file))];
  }
}

export default defineConfig({
  // The contract's sources, so that a test never runs against an old build.
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    exclude: [...configDefaults.exclude, ...(process.env.THOROUGH ? [] : thoroughOnly)],
    // One more than there are cores, for the moments when a test waits: each loads and compiles everything anew.
    maxWorkers: Math.min(6, availableParallelism() + 1),
    // A worker's files share their modules, which are then loaded once for all of them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Only a stuck test takes so long: your machine may be several times slower than ours.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: 'server/src/test/database/cluster.ts',
          setupFiles: ['scripts/lib/same-values.mjs', 'server/src/test/fakes/cheap-secrets.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'units',
          include: ['{contract,web}/src/**/*.test.ts', 'scripts/**/*.test.mjs'],
          setupFiles: ['scripts/lib/same-values.mjs', 'web/src/test/english.ts'],
        },
      },
    ],
  },
});
