import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { v5 as uuidV5 } from 'uuid';
import { sql } from 'kysely';
import { addPhoto } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { memberOfExternal, type ImportOptions } from './import-members.ts';
import type { Report } from './report.ts';
import { readRows } from './rows.ts';

/** As much as an upload may have. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Makes a photo's number out of its member and name, so that a repeat is the same photo. */
const NAMESPACE = '6f0a4ad0-3d6b-5a43-9b2e-6a1c41b0a7d1';

/**
 * Adds the photos of `photos.csv` as their members would: processed, counted against the member's limit, waiting for inspection.
 * `fine`: members of this run who are not written yet in a dry run.
 */
export async function importPhotos(app: App, folder: string, { dryRun }: ImportOptions, fine: ReadonlySet<string>, report: Report): Promise<void> {
  for await (const { line, values } of readRows(resolve(folder, 'photos.csv'), ['external_id', 'file'])) {
    const id = values['external_id'] ?? '';
    const at = { file: 'photos.csv', line, id };
    const file = resolve(folder, values['file'] ?? '');
    const fault = faultOf(folder, file);
    const member = await memberOfExternal(app.db, id);
    if (fault) report.refused(at, [`file: ${fault}`]);
    else if (!member && !(dryRun && fine.has(id))) report.refused(at, ['external_id: no such member came in']);
    else if (dryRun || !member) report.took(at, 'new');
    else {
      const clientId = uuidV5(`${id}\n${values['file']}`, NAMESPACE);
      const { rows } = await sql`select from photos where member_id = ${member} and client_id = ${clientId}`.execute(app.db);
      if (rows.length > 0) {
        report.took(at, 'there');
        continue;
      }
      try {
        await addPhoto(app, { memberId: member, content: readFileSync(file), clientId, main: isYes(values['main']), private: isYes(values['private']) });
        report.took(at, 'new');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        report.refused(at, [`file: ${error.code}`]);
      }
    }
  }
}

const isYes = (word = '') => ['yes', '1', 'true'].includes(word.toLowerCase());

/** Only files of the folder: a list that somebody else wrote must not read the machine's own. */
function faultOf(folder: string, file: string): string | null {
  if (!file.startsWith(resolve(folder) + sep)) return 'lies outside the folder';
  if (!existsSync(file) || !statSync(file).isFile()) return 'is not there';
  return statSync(file).size > MOST_BYTES ? 'is too large' : null;
}
