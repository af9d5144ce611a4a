import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createReport, importFolder } from '#server/importing/index.ts';
import { withSite } from './with-site.ts';

// Brings in members, photos and balances of another site. The site may run; a second run brings in only what is new.
//   npm run import -- FOLDER --dry-run
//   npm run import -- FOLDER [--site example.com] [--report FILE]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false }, site: { type: 'string' }, report: { type: 'string' } },
});
const folder = resolve(positionals[0] ?? '');

if (positionals[0] === undefined || !existsSync(join(folder, 'members.csv'))) {
  console.error('Name a folder with a members.csv in it. docs/operate/importing.md says what belongs there.');
  process.exitCode = 1;
} else {
  await withSite({ attach: true }, async ({ app }) => {
    const started = performance.now();
    const report = createReport((text) => console.error(text));
    await importFolder(app, folder, { site: values.site ?? null, dryRun: values['dry-run'] }, report);
    const file = resolve(values.report ?? join(folder, 'import-report.csv'));
    writeFileSync(file, report.csv(), { mode: 0o600 });
    console.table(report.counts);
    console.log(
      `${values['dry-run'] ? 'Nothing was written. ' : ''}${Math.round((performance.now() - started) / 1000)} seconds. Refused lines and notes: ${file}`,
    );
    if (Object.values(report.counts).some(({ refused }) => refused > 0)) process.exitCode = 2;
  });
}
