// `npm test`: every check and test of the project, on a fresh clone too. `--quick` leaves out the web build and the browser.
// Ends with the line `N passed, N failed`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, environment, nodePath, root, runQuietly } from './prepare.mjs';

const quick = process.argv.includes('--quick');
const bin = (...path) => join(root, 'node_modules', ...path);

ensureInstalled({ withDev: true });

const checks = [
  { name: 'format', hint: 'npm run format', args: [bin('oxfmt', 'bin', 'oxfmt'), '--list-different', '.'] },
  { name: 'lint', args: [bin('oxlint', 'bin', 'oxlint'), '--quiet'] },
  { name: 'layout', args: ['scripts/check-layout.ts'] },
  { name: 'languages', args: ['scripts/check-locales.ts'] },
  { name: 'unused code', args: [bin('knip', 'bin', 'knip.js'), '--no-progress'] },
  { name: 'types', before: [bin('@react-router', 'dev', 'bin.cjs'), 'typegen'], args: [bin('typescript', 'bin', 'tsc'), '--noEmit'] },
  { name: 'database files', hint: 'npm run db:schema && npm run db:types', args: ['scripts/database-files.ts', '--check'] },
];

const totals = { passed: 0, failed: 0, skipped: 0 };

for (const check of checks) await runCheck(check);
if (!quick) await runBuild();
await runVitest();

const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
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

/** Vitest in full view; its numbers come from its own report. */
async function runVitest() {
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), 'liaison-report-'));
  const file = join(folder, 'report.json');
  const projects = quick ? ['--project', 'server'] : [];
  const status = await new Promise((resolve) => {
    const args = [bin('vitest', 'vitest.mjs'), 'run', ...projects, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
    const child = spawn(nodePath(), args, { cwd: root, env: environment(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    child.on('close', (code) => resolve(code ?? 1));
  });
  const result = readReport(file);
  rmSync(folder, { recursive: true, force: true });
  totals.passed += result?.numPassedTests ?? 0;
  totals.failed += result?.numFailedTests ?? 0;
  totals.skipped += (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0);
  // A file that did not load, or an error outside any test, fails no test but the run.
  const whole = status === 0 || (result?.numFailedTests ?? 0) > 0;
  report('tests', status === 0, began, whole ? 0 : 1);
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function report(name, passed, began, count = 1) {
  totals[passed ? 'passed' : 'failed'] += name === 'tests' && passed ? 0 : count;
  console.log(`${passed ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

function indent(text) {
  const lines = text.trimEnd().split('\n');
  const shown = lines.length > 120 ? [...lines.slice(0, 120), `… ${lines.length - 120} lines more`] : lines;
  return shown.map((line) => `  ${line}`).join('\n');
}
