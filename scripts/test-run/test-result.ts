// Summarises Vitest runs from their JSON reports. Files with failed tests run a second time, when nothing else
// does: on a busy machine a browser, or a program that a test starts and kills, may lose a race that is not
// the site's fault. Tests that fail twice count as failed.
import { relative } from 'node:path';

export interface Run {
  status: number;
  report: Report | null;
}

export interface Report {
  testResults: {
    name: string;
    status: string;
    /** Milliseconds since 1970. */
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
  flaky: string[];
  /** Tests that still fail, as `file › test`, or as `file` if it failed outside its tests. */
  failures: string[];
}

interface FileResult {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  loaded: boolean;
  failures: string[];
}

/** More failed files than this have a common cause, which a repetition would only show again. */
const MOST_REPEATED = 20;

export function filesToRepeat(run: Run, root: string): string[] {
  const failed = filesOf(run.report, root).filter((file) => file.failed > 0);
  return failed.length > MOST_REPEATED ? [] : failed.map(({ name }) => name);
}

/**
 * The totals of a run and its repetition, if any. A repeated file counts with its second result. `flaky`
 * lists tests that failed first and then passed, as `file › test`.
 */
export function settle(first: Run, second: Run | null, root: string): Totals {
  const repeated = new Map(second ? filesOf(second.report, root).map((file) => [file.name, file]) : []);
  const files = filesOf(first.report, root);
  const asked = new Set(second ? filesToRepeat(first, root) : []);
  const counted = files.map((file) => (asked.has(file.name) ? (repeated.get(file.name) ?? file) : file));
  const sum = (what: 'passed' | 'failed' | 'skipped') =>
    counted.reduce((total, file) => total + file[what], 0);
  const flaky = files
    .filter(({ name }) => asked.has(name))
    .flatMap(({ name, failures }) => {
      const second = repeated.get(name);
      if (!second) return [];
      // A file that failed outside its tests, in a hook or while loading, is flaky as a whole.
      if (failures.length === 0) return second.failed === 0 ? [name] : [];
      return failures
        .filter((test) => second.loaded && !second.failures.includes(test))
        .map((test) => `${name} › ${test}`);
    });
  // A run that failed without a failed file (an error outside any test, or a crash) still fails.
  const unexplained = (run: Run) =>
    run.status !== 0 && filesOf(run.report, root).every(({ failed }) => failed === 0);
  const outside = [first, ...(second ? [second] : [])].filter(unexplained).length;
  return {
    passed: sum('passed'),
    failed: sum('failed') + outside,
    skipped: sum('skipped'),
    flaky,
    failures: counted.flatMap(({ name, failed, failures }) =>
      failures.length > 0 ? failures.map((test) => `${name} › ${test}`) : failed > 0 ? [name] : [],
    ),
  };
}

/** The error of each failed test by `file › test`: its message, shortened, and the test's line. */
export function causes(run: Run, root: string): Map<string, string> {
  return new Map(
    (run.report?.testResults ?? []).flatMap(({ name, assertionResults }) => {
      const path = relative(root, name).replaceAll('\\', '/');
      return assertionResults.flatMap(({ fullName, failureMessages: [error] = [] }): [string, string][] =>
        error === undefined ? [] : [[`${path} › ${fullName}`, shorten(error, path)]],
      );
    }),
  );
}

const LONGEST_CAUSE = 300;

function shorten(error: string, path: string): string {
  const [message = ''] = error.split(/\n\s+at |\n\nOpen pages/);
  const line = error.split(path, 2)[1]?.match(/^:(\d+)/)?.[1];
  const text = message.replaceAll(/\s+/g, ' ').slice(0, LONGEST_CAUSE);
  return line === undefined ? text : `${text} (line ${line})`;
}

export function slowestFiles(run: Run, root: string, limit: number): { name: string; seconds: number }[] {
  return (run.report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({
      name: relative(root, name).replaceAll('\\', '/'),
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, limit);
}

/**
 * Results by file. A file that failed without a failed test (while loading, or in a hook) counts as one
 * failure.
 */
function filesOf(report: Report | null, root: string): FileResult[] {
  const files = new Map<string, FileResult>();
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const count = (...kinds: string[]) =>
      assertionResults.filter((test) => kinds.includes(test.status)).length;
    const failed = count('failed');
    const path = relative(root, name).replaceAll('\\', '/');
    // The report has two entries for a file that runs in two browsers.
    const before = files.get(path) ?? { passed: 0, failed: 0, skipped: 0, failures: [], loaded: true };
    const failures = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    files.set(path, {
      name: path,
      passed: before.passed + count('passed'),
      failed: before.failed + (status === 'failed' ? Math.max(failed, 1) : failed),
      skipped: before.skipped + count('pending', 'skipped', 'todo', 'disabled'),
      loaded: before.loaded && (status !== 'failed' || failed > 0),
      failures: [...new Set([...before.failures, ...failures])],
    });
  }
  return [...files.values()];
}
