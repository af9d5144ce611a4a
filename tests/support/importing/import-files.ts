import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { afterAll } from 'vitest';
import { createReport, importFolder } from '#server/importing/index.ts';
import type { TestApp } from '../app.ts';

export type ImportRow = Record<string, string | number>;

/** Files of another site. Folders are deleted after the tests. Call it at the top of a file. */
export function importFiles(site: TestApp) {
  const folders: string[] = [];
  afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

  return {
    folderWith(files: Record<string, ImportRow[]>): string {
      const folder = mkdtempSync(join(tmpdir(), 'import-'));
      folders.push(folder);
      mkdirSync(join(folder, 'photos'));
      for (const [name, rows] of Object.entries(files))
        writeFileSync(join(folder, name), stringify(rows, { header: true }));
      return folder;
    },
    async run(folder: string, dryRun = false) {
      const report = createReport();
      await importFolder(site.app, folder, { site: null, dryRun }, report);
      return report;
    },
  };
}

export const memberRow = (number: number | string, more: ImportRow = {}): ImportRow => ({
  external_id: `old-${number}`,
  email: `import${number}@example.test`,
  name: `Import ${number}`,
  gender: 'female',
  gender_sought: 'male',
  date_of_birth: '1988-05-04',
  country: 'NL',
  region: '',
  city: 'Utrecht',
  language: 'nl',
  about: 'Likes "long" walks, and tea',
  interests: 'reading|tea',
  hair_color: 'brown',
  password_hash: '',
  premium: 'no',
  signed_up_at: '2021-03-02',
  confirmed_at: '2021-03-03T10:00:00Z',
  consent_at: '2023-05-01',
  ...more,
});
