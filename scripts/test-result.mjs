// What runs of Vitest come to, by its JSON reports. Browser tests that failed run a second time: a browser and a whole
// site on a machine that others use too may lose a race that is no fault of the site; what fails twice is a fault.
import { relative } from 'node:path';

const BROWSER_TESTS = /(^|\/)tests\/e2e\//;

/** The files of browser tests that failed in a run. */
export function filesToRepeat(run, root) {
  return filesOf(run.report, root)
    .filter(({ name, failed }) => failed > 0 && BROWSER_TESTS.test(name))
    .map(({ name }) => name);
}

/**
 * The sum of a run and, when there was one, its repetition: a file repeated counts as it went the second time. `flaky` names the
 * tests that failed first and passed then: `file › test`.
 */
export function settle(first, second, root) {
  const repeated = new Map(second ? filesOf(second.report, root).map((file) => [file.name, file]) : []);
  const files = filesOf(first.report, root);
  const asked = new Set(second ? filesToRepeat(first, root) : []);
  const counted = files.map((file) => (asked.has(file.name) ? (repeated.get(file.name) ?? file) : file));
  const sum = (what) => counted.reduce((total, file) => total + file[what], 0);
  const flaky = files
    .filter(({ name }) => asked.has(name))
    .flatMap(({ name, failures }) => {
      const second = repeated.get(name);
      if (!second) return [];
      // A file that failed as a whole, in a hook or at loading, is flaky as a whole.
      if (failures.length === 0) return second.failed === 0 ? [name] : [];
      return failures.filter((test) => second.loaded && !second.failures.includes(test)).map((test) => `${name} › ${test}`);
    });
  // A run that failed without a failed file (an error outside any test, a crash) fails all the same.
  const unexplained = (run) => run.status !== 0 && filesOf(run.report, root).every(({ failed }) => failed === 0);
  const outside = [first, ...(second ? [second] : [])].filter(unexplained).length;
  return { passed: sum('passed'), failed: sum('failed') + outside, skipped: sum('skipped'), flaky };
}

/** How the tests of each file went. A file that failed without a failed test (it did not load, a hook failed) counts one. */
function filesOf(report, root) {
  const files = new Map();
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const count = (...kinds) => assertionResults.filter((test) => kinds.includes(test.status)).length;
    const failed = count('failed');
    const path = relative(root, name).replaceAll('\\', '/');
    // A file that runs in two browsers is in the report twice.
    const before = files.get(path) ?? { passed: 0, failed: 0, skipped: 0, failures: [], loaded: true };
    const failures = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    files.set(path, {
      name: path,
      passed: before.passed + count('passed'),
      failed: before.failed + (status === 'failed' ? Math.max(failed, 1) : failed),
      skipped: before.skipped + count('pending', 'skipped', 'todo', 'disabled'),
      // Without a failure outside its tests.
      loaded: before.loaded && (status !== 'failed' || failed > 0),
      failures: [...new Set([...before.failures, ...failures])],
    });
  }
  return [...files.values()];
}
