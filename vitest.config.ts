import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { iconModules } from './scripts/build/icon-modules.ts';
import { slimContract } from './scripts/build/slim-contract.ts';

/**
 * The machine's own Chromium, which is newer than the one from npm. CI installs it. Tests that need it are
 * skipped without it.
 */
const newestBrowser = '/usr/bin/chromium';

/** Service workers, microphones and cameras fail in the browser from npm. */
const NEWEST_ONLY = [
  'device/installed-app',
  'device/push',
  'device/shared-photos',
  'device/voice-intro',
  'device/voice-recorder',
  'chat/video-date',
];
/** What may depend on the version of the browser (docs/decisions/0059-tests-in-two-browsers.md). */
const NEWEST_TOO = ['device/browser-versions', 'device/missing-chunks', 'visitors/journey'];

/** Programs that tests start find their compiled code here: a command takes 1.7 s of processor time instead of 2.2. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'build', 'compiled') };

const fileOf = (name: string) => `tests/e2e/${name}.test.ts`;

const browserTests = {
  // Each file has a site of its own. A fresh process for each would load Playwright and the contract again.
  isolate: false,
  env,
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
    // A test also waits (for timers, timeouts, restarts), so two files more than there are cores keep them busy:
    // with one more, two cores were idle for a quarter of a run. For the same reason the projects share one
    // group: the next one begins while the last files of one still run.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        plugins: [slimContract(), iconModules()],
        test: {
          name: 'server',
          // Each file has a database and a site of its own. Loading the code again for each would take longer than the tests.
          isolate: false,
          env,
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
          exclude: NEWEST_ONLY.map(fileOf),
          expect: { poll },
        },
      },
      ...(existsSync(newestBrowser)
        ? [
            {
              test: {
                ...browserTests,
                name: 'e2e-newest',
                include: [...NEWEST_ONLY, ...NEWEST_TOO].map(fileOf),
                env: { ...env, TEST_BROWSER: newestBrowser },
                expect: { poll },
              },
            },
          ]
        : []),
    ],
  },
});
