import { expect, test } from 'vitest';
import { causes, filesToRepeat, settle, slowestFiles } from './test-result.ts';

const file = (name: string, tests: string, status = tests.includes('f') ? 'failed' : 'passed') => ({
  name: `/site/${name}`,
  status,
  startTime: 1_000,
  endTime: 1_000 + tests.length * 1_000,
  assertionResults: [...tests].map((test, i) => ({
    status: { p: 'passed', f: 'failed', s: 'skipped' }[test]!,
    fullName: `test ${i + 1}`,
  })),
});
const run = (...testResults: ReturnType<typeof file>[]) => ({
  status: testResults.some(({ status }) => status === 'failed') ? 1 : 0,
  report: { testResults },
});

test('reports the totals of a passed run', () => {
  const first = run(file('server/a.test.ts', 'pps'), file('tests/e2e/b.test.ts', 'ppp'));
  expect(filesToRepeat(first, '/site')).toEqual([]);
  expect(settle(first, null, '/site')).toEqual({
    passed: 5,
    failed: 0,
    skipped: 1,
    flaky: [],
    failures: [],
  });
});

test('repeats a failed file and counts its second result', () => {
  const first = run(
    file('server/a.test.ts', 'pp'),
    file('tests/e2e/b.test.ts', 'pffs'),
    file('tests/e2e/c.test.ts', 'p'),
  );
  expect(filesToRepeat(first, '/site')).toEqual(['tests/e2e/b.test.ts']);
  const passed = settle(first, run(file('tests/e2e/b.test.ts', 'pppp')), '/site');
  expect(passed).toEqual({
    passed: 7,
    failed: 0,
    skipped: 0,
    flaky: ['tests/e2e/b.test.ts › test 2', 'tests/e2e/b.test.ts › test 3'],
    failures: [],
  });
  const failed = settle(first, run(file('tests/e2e/b.test.ts', 'ppfp')), '/site');
  // The test that passed is flaky even though its neighbour failed again.
  expect(failed).toEqual({
    passed: 6,
    failed: 1,
    skipped: 0,
    flaky: ['tests/e2e/b.test.ts › test 2'],
    failures: ['tests/e2e/b.test.ts › test 3'],
  });
});

test('does not repeat when most of the site is broken', () => {
  const files = Array.from({ length: 21 }, (_, i) => file(`server/${i}.test.ts`, 'f'));
  expect(filesToRepeat(run(...files), '/site')).toEqual([]);
  expect(filesToRepeat(run(...files.slice(1)), '/site')).toHaveLength(20);
});

test('counts a file with a failed hook or import as one failure, and repeats it', () => {
  const first = run(file('tests/e2e/b.test.ts', 'ss', 'failed'), file('server/a.test.ts', 'pp', 'failed'));
  expect(filesToRepeat(first, '/site')).toEqual(['tests/e2e/b.test.ts', 'server/a.test.ts']);
  expect(settle(first, null, '/site')).toMatchObject({
    passed: 2,
    failed: 2,
    skipped: 2,
    failures: ['tests/e2e/b.test.ts', 'server/a.test.ts'],
  });
  const second = run(file('tests/e2e/b.test.ts', 'pp'), file('server/a.test.ts', 'pp', 'failed'));
  expect(settle(first, second, '/site')).toMatchObject({
    flaky: ['tests/e2e/b.test.ts'],
    failures: ['server/a.test.ts'],
  });
});

test('a repetition that crashed or skipped a file does not count as passed', () => {
  const first = run(file('tests/e2e/b.test.ts', 'pf'));
  expect(settle(first, { status: 1, report: null }, '/site')).toMatchObject({
    passed: 1,
    failed: 2,
    flaky: [],
  });
});

test('a run that failed without a failed test fails', () => {
  expect(settle({ status: 1, report: null }, null, '/site')).toMatchObject({ passed: 0, failed: 1 });
  expect(settle({ ...run(file('server/a.test.ts', 'p')), status: 1 }, null, '/site')).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test('lists the slowest files first', () => {
  const first = run(file('server/a.test.ts', 'pp'), file('tests/e2e/b.test.ts', 'pppp'));
  expect(slowestFiles(first, '/site', 1)).toEqual([{ name: 'tests/e2e/b.test.ts', seconds: 4 }]);
});

test('shortens the error of a failed test to its message and the line in the test', () => {
  const failed = file('tests/e2e/b.test.ts', 'pf');
  const { assertionResults } = failed;
  const error = `TimeoutError: waited\n  - for a button\n\nOpen pages:\n- /members\n    at wait (/site/web/wait.ts:3:1)\n    at /site/tests/e2e/b.test.ts:47:5`;
  const results = assertionResults.map((one) =>
    one.status === 'failed' ? { ...one, failureMessages: [error] } : one,
  );
  const found = causes(
    { status: 1, report: { testResults: [{ ...failed, assertionResults: results }] } },
    '/site',
  );
  expect([...found]).toEqual([
    ['tests/e2e/b.test.ts › test 2', 'TimeoutError: waited - for a button (line 47)'],
  ]);
});
