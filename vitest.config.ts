import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { slimContract } from './scripts/build/slim-contract.ts';

/** The machine's own Chromium, which is newer than the one inside npm: CI installs it, elsewhere its tests are left out. */
const newestBrowser = '/usr/bin/chromium';

/** Browser tests that the newest Chromium sees, too or only. */
const NEWEST_TOO = ['members/photos', 'visitors/journey', 'visitors/page-weight', 'chat/chat', 'device/installed-app', 'device/push'];

const browserTests = {
  globalSetup: ['tests/support/browser/built-pages.ts'],
  setupFiles: ['tests/support/browser/on-failure.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** How long a test looks again for a state that must come: a slow machine's time, not a measurement. */
const poll = { timeout: 60_000 };

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
          // Each file has a database and a site of its own; loading the code again for each would take longer than the tests.
          isolate: false,
          include: ['{contract,server,scripts,seeds,mail,web,tests/support}/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/support/global-setup.ts'],
          // Against tests that hang, not against slow machines: nothing here is a measurement.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll },
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...browserTests,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // Service workers fail in the browser inside npm: e2e-newest has them.
          exclude: ['tests/e2e/device/installed-app.test.ts', 'tests/e2e/device/push.test.ts'],
          expect: { poll },
          sequence: { groupOrder: 1 },
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
                sequence: { groupOrder: 2 },
              },
            },
          ]
        : []),
    ],
  },
});
