import { sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import type { App } from '../platform/app.ts';
import type { PersonalRows } from '../platform/module-tables.ts';
import { zip, type ZipEntry } from './zip.ts';

/**
 * Sends everything the site keeps of a member as a ZIP: a JSON file for each kind and the photos (GET /api/user-export.php).
 */
export async function sendExport(app: App, memberId: number, reply: FastifyReply): Promise<void> {
  await reply
    .header('content-type', 'application/zip')
    .header('content-disposition', 'attachment; filename="my-data.zip"')
    .header('cache-control', 'no-store')
    .send(zip(exportEntries(app, memberId)));
}

/** The files of a member's export, by what each module says it holds. */
export async function* exportEntries(app: Pick<App, 'db' | 'storage' | 'tables'>, memberId: number): AsyncGenerator<ZipEntry> {
  for (const entry of app.tables.flatMap((module) => module.personal ?? [])) {
    if (!entry.exportAs) continue;
    const rows = await rowsOf(app, entry, memberId);
    if (rows.length > 0) yield { name: `${entry.exportAs}.json`, content: Buffer.from(JSON.stringify(rows, null, 2)) };
    if (entry.pictures) yield* pictures(app, entry.exportAs, rows);
  }
}

async function rowsOf(app: Pick<App, 'db'>, { table, columns, omit = [] }: PersonalRows, memberId: number): Promise<Record<string, unknown>[]> {
  // A row in which another member is the first (somebody's like of this one) is that member's data.
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where ${sql.ref(columns[0]!)} = ${memberId}`.execute(app.db);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !omit.includes(key))));
}

/** The largest stored size of each picture. */
async function* pictures(app: Pick<App, 'storage'>, folder: string, rows: Record<string, unknown>[]): AsyncGenerator<ZipEntry> {
  for (const row of rows) {
    for (const size of [1600, 960, 480, 320]) {
      const content = await app.storage.bytes(`${String(row['storage_key'])}/${size}.webp`);
      if (!content) continue;
      yield { name: `${folder}/${String(row['id'])}.webp`, content, stored: true };
      break;
    }
  }
}
