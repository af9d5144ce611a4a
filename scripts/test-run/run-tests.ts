// `npm test` runs every check and test of the project, on a fresh clone too, and ends with `N passed, N failed`.
//
//   npm test                                   everything
//   npm run test:quick                         static checks, tests without a database, and a few journeys
//   npm test -- server/chat/streams            the tests in a file or folder
//   npm test -- -t "name of a test"            the tests whose name matches a regular expression
//
// Other options are passed on to Vitest.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureEverythingBuilt, environment, nodePath, root, runQuietly } from '../prepare.mjs';
import { causes, filesToRepeat, type Report, type Run, settle, slowestFiles } from './test-result.ts';
import { filesWithoutDatabase, filesWithTest, readArguments, type TestFile } from './test-selection.ts';

const { quick, name, vitestOptions } = readArguments(process.argv.slice(2));
const isSelection = name !== null || vitestOptions.length > 0;
const bin = (...path: string[]) => join(root, 'node_modules', ...path);

const typescript = [
  bin('typescript', 'bin', 'tsc'),
  '--noEmit',
  // Checks only files that changed since the last run: 2 s of processor time instead of 23.
  '--incremental',
  '--tsBuildInfoFile',
  bin('.cache', 'types.tsbuildinfo'),
];

interface Check {
  name: string;
  hint?: string;
  before?: string[];
  args: string[];
}

const checks: Check[] = [
  { name: 'types', args: typescript },
  { name: 'format', hint: 'npm run format', args: [bin('oxfmt', 'bin', 'oxfmt'), '--list-different', '.'] },
  { name: 'lint', args: [bin('oxlint', 'bin', 'oxlint'), '--quiet'] },
  { name: 'layout', args: ['scripts/checks/check-layout.ts'] },
  { name: 'web code', args: ['scripts/checks/check-web.ts'] },
  { name: 'tables', args: ['scripts/checks/check-tables.ts'] },
  { name: 'languages', args: ['scripts/checks/check-locales.ts'] },
  { name: 'documents', args: ['scripts/checks/check-docs.ts'] },
  { name: 'unused code', args: [bin('knip', 'bin', 'knip.js'), '--no-progress'] },
  {
    name: 'database files',
    hint: 'npm run db:schema && npm run db:types',
    args: ['scripts/database-files.ts', '--check'],
  },
];

/** Part of the quick run although they need a database: what members do most, and every call's contract. */
const JOURNEYS = [
  'server/chat/send-message.test.ts',
  'server/contract.test.ts',
  'server/likes/likes.test.ts',
  'server/membership/signup/sign-up.test.ts',
  'server/payments/payments.test.ts',
  'server/search/search.test.ts',
  'server/visibility/invisible.test.ts',
];

const totals = { passed: 0, failed: 0, skipped: 0, flaky: 0 };

if (isSelection) {
  await runTests(selection());
} else if (quick) {
  const files = [...filesWithoutDatabase(testFiles()), ...JOURNEYS];
  // Checks and tests run in parallel, because they wait for different things: the disk, PostgreSQL, timers.
  await Promise.all([runChecks(), runTests(['--project', 'server', ...files])]);
} else {
  await Promise.all([runChecks(), runBuild().then(() => runTests([]))]);
}

const extra = (['skipped', 'flaky'] as const)
  .filter((kind) => totals[kind] > 0)
  .map((kind) => `, ${totals[kind]} ${kind}`);
console.log(`${totals.passed} passed, ${totals.failed} failed${extra.join('')}`);
process.exit(totals.failed > 0 ? 1 : 0);

function selection(): string[] {
  if (name === null) return vitestOptions;
  const hasFilter = vitestOptions.some((option) => !option.startsWith('-'));
  // Otherwise Vitest would import every file, and build the pages, to find one name.
  return ['-t', name, ...vitestOptions, ...(hasFilter ? [] : filesWithTest(name, testFiles()))];
}

function testFiles(): TestFile[] {
  return ['contract', 'server', 'scripts', 'seeds', 'mail', 'web', 'office', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}

async function runChecks(): Promise<void> {
  for (const check of checks) await runCheck(check);
}

async function runCheck({ name, hint, before, args }: Check): Promise<void> {
  const began = Date.now();
  const first = before ? await runQuietly(before) : { status: 0, output: '' };
  const { status, output } = first.status === 0 ? await runQuietly(args) : first;
  count(name, status === 0, began);
  if (status === 0) return;
  console.log(indent(output));
  if (hint) console.log(`  → ${hint}`);
}

async function runBuild(): Promise<void> {
  const began = Date.now();
  await ensureEverythingBuilt();
  count('build', true, began);
}

async function runTests(options: readonly string[]): Promise<void> {
  const began = Date.now();
  const first = await runVitest(options);
  // Whoever runs single tests wants to see a failure at once.
  const again = isSelection ? [] : filesToRepeat(first, root);
  if (again.length > 0) console.log(`Once more: ${again.join(', ')}`);
  const second = again.length > 0 ? await runVitest(again) : null;
  const { passed, failed, skipped, flaky, failures } = settle(first, second, root);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  totals.flaky += flaky.length;
  print('tests', failed === 0, began);
  if (!isSelection) {
    const slowest = slowestFiles(first, root, quick ? 10 : 60);
    console.log(indent(slowest.map(({ name, seconds }) => `${seconds} s  ${name}`).join('\n')));
  }
  // Together at the end, because CI shows no more of a long output.
  printFailures('FLAKY, passed at its second attempt', flaky, causes(first, root));
  printFailures('FAILED', failures, causes(second ?? first, root));
}

function printFailures(kind: string, tests: readonly string[], cause: Map<string, string>): void {
  for (const test of tests) {
    console.log(`${kind}: ${test}`);
    const reason = cause.get(test);
    if (reason !== undefined) console.log(indent(reason));
  }
}

async function runVitest(options: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-report-'));
  const file = join(folder, 'report.json');
  const status = await new Promise<number>((resolve) => {
    const args = [
      bin('vitest', 'vitest.mjs'),
      'run',
      ...options,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const child = spawn(nodePath(), args, {
      cwd: root,
      env: environment({
        ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      }),
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    child.on('close', (code) => resolve(code ?? 1));
  });
  const report = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  return { status, report };
}

function readReport(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function count(name: string, passed: boolean, began: number): void {
  totals[passed ? 'passed' : 'failed']++;
  print(name, passed, began);
}

function print(name: string, passed: boolean, began: number): void {
  console.log(`${passed ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

function indent(text: string): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.length > 120 ? [...lines.slice(0, 120), `… ${lines.length - 120} lines more`] : lines;
  return shown.map((line) => `  ${line}`).join('\n');
}
