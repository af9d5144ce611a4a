// `npm test`: every check and test of the project, on a fresh clone too. `--quick` leaves out the web build and the browser.
// Ends with the line `N passed, N failed`, and how many were skipped or flaky.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, environment, nodePath, root, runQuietly } from './prepare.mjs';
import { filesToRepeat, settle } from './test-result.mjs';

const quick = process.argv.includes('--quick');
const bin = (...path) => join(root, 'node_modules', ...path);

ensureInstalled({ withDev: true });

const checks = [
  { name: 'format', hint: 'npm run format', args: [bin('oxfmt', 'bin', 'oxfmt'), '--list-different', '.'] },
  { name: 'lint', args: [bin('oxlint', 'bin', 'oxlint'), '--quiet'] },
  { name: 'layout', args: ['scripts/checks/check-layout.ts'] },
  { name: 'web code', args: ['scripts/checks/check-web.ts'] },
  { name: 'tables', args: ['scripts/checks/check-tables.ts'] },
  { name: 'languages', args: ['scripts/checks/check-locales.ts'] },
  { name: 'unused code', args: [bin('knip', 'bin', 'knip.js'), '--no-progress'] },
  { name: 'types', before: [bin('@react-router', 'dev', 'bin.cjs'), 'typegen'], args: [bin('typescript', 'bin', 'tsc'), '--noEmit'] },
  { name: 'database files', hint: 'npm run db:schema && npm run db:types', args: ['scripts/database-files.ts', '--check'] },
];

const totals = { passed: 0, failed: 0, skipped: 0, flaky: 0 };

for (const check of checks) await runCheck(check);
if (!quick) await runBuild();
await runTests();

const also = ['skipped', 'flaky'].filter((what) => totals[what] > 0).map((what) => `, ${totals[what]} ${what}`);
console.log(`${totals.passed} passed, ${totals.failed} failed${also.join('')}`);
process.exit(totals.failed > 0 ? 1 : 0);

async function runCheck({ name, hint, before, args }) {
  const began = Date.now();
  const first = before ? await runQuietly(before) : { status: 0 };
  const { status, output } = first.status === 0 ? await runQuietly(args) : first;
  report(name, status === 0, began);
  if (status === 0) return;
  console.log(indent(output));
  if (hint) console.log(`  → ${hint}`);
}

async function runBuild() {
  const began = Date.now();
  await ensureBuilt();
  report('web build', true, began);
}

/** Vitest in full view; its numbers come from its own report. Browser tests that failed run once more. */
async function runTests() {
  const began = Date.now();
  const first = await runVitest(quick ? ['--project', 'server'] : []);
  const again = filesToRepeat(first, root);
  if (again.length > 0) console.log(`Once more: ${again.join(', ')}`);
  const second = again.length > 0 ? await runVitest(['--project', 'e2e*', ...again]) : null;
  const { passed, failed, skipped, flaky } = settle(first, second, root);
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  totals.flaky += flaky.length;
  say('tests', failed === 0, began);
  for (const name of flaky) console.log(`FLAKY, passed at its second attempt: ${name}`);
}

async function runVitest(options) {
  const folder = mkdtempSync(join(tmpdir(), 'liaison-report-'));
  const file = join(folder, 'report.json');
  const status = await new Promise((resolve) => {
    const args = [bin('vitest', 'vitest.mjs'), 'run', ...options, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const child = spawn(nodePath(), args, { cwd: root, env: environment(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    child.on('close', (code) => resolve(code ?? 1));
  });
  const report = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  return { status, report };
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** One check that passed or failed, in the sum too. */
function report(name, passed, began) {
  totals[passed ? 'passed' : 'failed']++;
  say(name, passed, began);
}

function say(name, passed, began) {
  console.log(`${passed ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

function indent(text) {
  const lines = text.trimEnd().split('\n');
  const shown = lines.length > 120 ? [...lines.slice(0, 120), `… ${lines.length - 120} lines more`] : lines;
  return shown.map((line) => `  ${line}`).join('\n');
}
