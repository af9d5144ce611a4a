import { sql } from 'kysely';
import { itemAt } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import type { ExportFile, PersonalRows } from '../../platform/module-tables.ts';
import type { ZipEntry } from './zip.ts';

/** Compressed formats, which a ZIP archive stores as they are. */
const STORED = ['.webp', '.mp4'];

type Parts = Pick<App, 'db' | 'storage' | 'tables'>;

/**
 * The files of a member's export, derived from each module's declaration of personal data: one JSON file for
 * each kind of row, the pictures and recordings, and files that the module adds (messages from others, receipts).
 */
export async function exportFilesOf(app: App, memberId: number): Promise<ExportFile[]> {
  const files: ExportFile[] = [];
  for (const { personal = [], exportFiles } of app.tables) {
    for (const entry of personal) {
      if (!entry.exportAs) continue;
      const rows = await rowsOf(app, entry, memberId);
      if (rows.length === 0) continue;
      files.push({
        name: `${entry.exportAs}.json`,
        content: async () => Buffer.from(JSON.stringify(rows, null, 2)),
      });
      if (entry.pictures) files.push(...(await picturesOf(app, entry.exportAs, rows)));
    }
    files.push(...((await exportFiles?.(app, memberId)) ?? []));
  }
  return files;
}

/** The same files as archive entries. Each file is read only when its turn comes. */
export async function* exportEntries(app: App, memberId: number): AsyncGenerator<ZipEntry> {
  for (const { name, content } of await exportFilesOf(app, memberId))
    yield { name, content: await content(), stored: STORED.some((ending) => name.endsWith(ending)) };
}

async function rowsOf(
  { db }: Parts,
  { table, columns, omit = [] }: PersonalRows,
  memberId: number,
): Promise<Record<string, unknown>[]> {
  // The first member column names the person whose data the row is: a like belongs to its sender.
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(table)} where ${sql.ref(itemAt(columns, 0))} = ${memberId}`.execute(db);
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !omit.includes(key))));
}

async function picturesOf(
  { storage }: Parts,
  folder: string,
  rows: Record<string, unknown>[],
): Promise<ExportFile[]> {
  const files: ExportFile[] = [];
  for (const { id, storage_key: key } of rows) {
    const widths: number[] = [];
    for await (const file of storage.files(`${String(key)}/`)) {
      if (file.endsWith('/voice.mp4'))
        files.push({
          name: `${folder}/${String(id)}.mp4`,
          content: async () => (await storage.bytes(file)) ?? new Uint8Array(),
        });
      const width = /\/(\d+)\.webp$/.exec(file)?.[1];
      if (width) widths.push(Number(width));
    }
    if (widths.length === 0) continue;
    const largest = `${String(key)}/${Math.max(...widths)}.webp`;
    files.push({
      name: `${folder}/${String(id)}.webp`,
      content: async () => (await storage.bytes(largest)) ?? new Uint8Array(),
    });
  }
  return files;
}
