import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { recordCommand } from '#server/audit/index.ts';
import { createReport, importFolder, writeReport } from '#server/importing/index.ts';
import { withSite } from './with-site.ts';

// Imports members, photos and balances of another site. The site may keep running; a second run only imports new data.
//   npm run import -- FOLDER --dry-run
//   npm run import -- FOLDER [--site example.com] [--report FILE]

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    site: { type: 'string' },
    report: { type: 'string' },
  },
});
const folder = resolve(positionals[0] ?? '');

if (positionals[0] === undefined || !existsSync(join(folder, 'members.csv'))) {
  console.error('Name a folder that contains members.csv. docs/operate/importing.md describes its files.');
  process.exitCode = 1;
} else {
  await withSite({ attach: true }, async ({ app }) => {
    const started = performance.now();
    const report = createReport((text) => console.error(text));
    await importFolder(app, folder, { site: values.site ?? null, dryRun: values['dry-run'] }, report);
    if (!values['dry-run'])
      await recordCommand(app.db, 'import.run', {
        details: { site: values.site ?? null, counts: report.counts },
      });
    const file = resolve(values.report ?? join(folder, 'import-report.csv'));
    writeReport(file, report);
    console.table(report.counts);
    console.log(
      `${values['dry-run'] ? 'Nothing was written. ' : ''}${Math.round((performance.now() - started) / 1000)} seconds. Rejected lines and notes: ${file}`,
    );
    if (Object.values(report.counts).some(({ refused }) => refused > 0)) process.exitCode = 2;
  });
}
