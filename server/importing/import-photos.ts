import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { sql } from 'kysely';
import { v5 as uuidV5 } from 'uuid';
import { addPhoto } from '../photos/index.ts';
import type { App } from '../platform/app.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { memberOfExternal, type ImportOptions } from './import-members.ts';
import type { Report } from './report.ts';
import { readRows } from './rows.ts';

const MOST_BYTES = 20 * 1024 * 1024;
/**
 * Namespace of the UUID made from member and file name, so that a repeated import does not add a photo twice.
 */
const NAMESPACE = '6f0a4ad0-3d6b-5a43-9b2e-6a1c41b0a7d1';

/**
 * Adds the photos of `photos.csv` like uploads by their members: processed, counted against the member's
 * limit, queued for inspection. `fine` contains members that a dry run has validated but not written.
 */
export async function importPhotos(
  app: App,
  folder: string,
  { dryRun }: ImportOptions,
  fine: ReadonlySet<string>,
  report: Report,
): Promise<void> {
  for await (const { line, values } of readRows(resolve(folder, 'photos.csv'), ['external_id', 'file'])) {
    const id = values['external_id'] ?? '';
    const at = { file: 'photos.csv', line, id };
    const file = resolve(folder, values['file'] ?? '');
    const fault = faultOf(folder, file);
    const member = await memberOfExternal(app.db, id);
    if (fault) report.refused(at, [`file: ${fault}`]);
    else if (!member && !(dryRun && fine.has(id)))
      report.refused(at, ['external_id: no such member came in']);
    else if (dryRun || !member) report.took(at, 'new');
    else {
      const clientId = uuidV5(`${id}\n${values['file']}`, NAMESPACE);
      const { rows } =
        await sql`select from photos where member_id = ${member} and client_id = ${clientId}`.execute(app.db);
      if (rows.length > 0) {
        report.took(at, 'there');
        continue;
      }
      try {
        await addPhoto(app, {
          memberId: member,
          content: readFileSync(file),
          clientId,
          main: isYes(values['main']),
          private: isYes(values['private']),
        });
        report.took(at, 'new');
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        report.refused(at, [`file: ${error.code}`]);
      }
    }
  }
}

const isYes = (word = '') => ['yes', '1', 'true'].includes(word.toLowerCase());

/**
 * Allows only files within the folder, so that a list from an untrusted author cannot read other files of
 * this machine.
 */
function faultOf(folder: string, file: string): string | null {
  if (!file.startsWith(resolve(folder) + sep)) return 'lies outside the folder';
  if (!existsSync(file) || !statSync(file).isFile()) return 'is not there';
  // A symbolic link in the folder may point anywhere.
  if (!realpathSync(file).startsWith(realpathSync(folder) + sep)) return 'lies outside the folder';
  return statSync(file).size > MOST_BYTES ? 'is too large' : null;
}
