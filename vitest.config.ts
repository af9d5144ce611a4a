import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { slimContract } from './scripts/build/slim-contract.ts';

/**
 * The machine's own Chromium, which is newer than the one from npm. CI installs it. Tests that need it are
 * skipped without it.
 */
const newestBrowser = '/usr/bin/chromium';

const NEWEST_TOO = [
  'members/photos',
  'visitors/journey',
  'visitors/page-weight',
  'chat/chat',
  'device/installed-app',
  'device/push',
];

const browserTests = {
  // Each file has a site of its own. A fresh process for each would load Playwright and the contract again.
  isolate: false,
  globalSetup: ['tests/support/browser/built-pages.ts'],
  setupFiles: ['tests/support/browser/on-failure.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** How long a test polls for an expected state. Generous, for slow machines. */
const poll = { timeout: 60_000 };

export default defineConfig({
  test: {
    reporters: ['dot'],
    // A test also waits (for timers, timeouts, restarts), so one file more than there are cores keeps them
    // busy. For the same reason the projects share one group: the next one begins while the last files of one
    // still run.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins: [slimContract()],
        test: {
          name: 'server',
          // Each file has a database and a site of its own. Loading the code again for each would take longer than the tests.
          isolate: false,
          include: ['{contract,server,scripts,seeds,mail,web,office,tests/support}/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/global-setup.ts'],
          // Stops tests that hang; a slow machine must never reach it.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll },
        },
      },
      {
        test: {
          ...browserTests,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // Service workers fail in the browser from npm; e2e-newest runs these files.
          exclude: ['tests/e2e/device/installed-app.test.ts', 'tests/e2e/device/push.test.ts'],
          expect: { poll },
        },
      },
      ...(existsSync(newestBrowser)
        ? [
            {
              test: {
                ...browserTests,
                name: 'e2e-newest',
                include: NEWEST_TOO.map((name) => `tests/e2e/${name}.test.ts`),
                env: { TEST_BROWSER: newestBrowser },
                expect: { poll },
              },
            },
          ]
        : []),
    ],
  },
});
