import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { slimContract } from './scripts/slim-contract.ts';

export default defineConfig({
  test: {
    reporters: ['dot'],
    // Tests wait for PostgreSQL as long as they work: two files at once even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        plugins: [slimContract()],
        test: {
          name: 'server',
          // Each file has a database and a site of its own; loading the code anew for each would take longer than the tests.
          isolate: false,
          include: ['{contract,server,scripts,seeds,mail,web,tests/support}/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/support/built-pages.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          // A browser and a whole site share two cores: one file at a time.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
