import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DataExport } from '#contract/calls/account-data-calls.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { JobContext } from '../../platform/jobs.ts';
import { seal, unsealBytes } from '../../platform/sealing.ts';
import { STORED_EXPORTS } from '../../platform/storage.ts';
import { accountOf } from '../../identity/index.ts';
import { DELETE_FILES_JOB } from '../purge-member.ts';
import { exportEntries } from './export-files.ts';
import { inPieces } from './pieces.ts';
import { zip } from './zip.ts';

/** The job that makes a member's export: `{ member }`. */
export const EXPORT_JOB = 'account-export';

export interface ExportJob {
  member: number;
}

/** How long a copy that was made can be fetched. */
const KEPT_DAYS = 7;
const PIECE_BYTES = 4_000_000;
const PURPOSE = 'data exports';

interface Row {
  folder: string;
  state: DataExport['state'];
  pieces: number;
  bytes: number;
  asked_at: Date;
  expires_at: Date | null;
}

/** The export that a member asked for, while it is made or can be fetched; else null. */
export async function exportOf(db: Db, memberId: number): Promise<DataExport | null> {
  const row = await findExport(db, memberId);
  return row && { state: row.state, asked_at: row.asked_at.toISOString(), bytes: row.bytes, expires_at: row.expires_at?.toISOString() ?? null };
}

/** Has a member's export made. One that is being made goes on; one that was made before is thrown away for the new one. */
export async function askExport(app: App, member: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await sql`select from members where id = ${member} for update`.execute(tx);
    const before = await findExport(tx, member);
    if (before?.state === 'waiting') return;
    if (before) await app.jobs.add(tx, DELETE_FILES_JOB, { folders: [before.folder] });
    await sql`insert into data_exports (member_id, folder) values (${member}, ${`${STORED_EXPORTS}/${randomUUID()}`})
      on conflict (member_id) do update set folder = excluded.folder, state = 'waiting', pieces = 0, bytes = 0, asked_at = app_now(), made_at = null,
        expires_at = null`.execute(tx);
    await app.jobs.add(tx, EXPORT_JOB, { member } satisfies ExportJob, { key: `member ${member} export`, maxAttempts: 4 });
  });
}

/** Makes the export that a member waits for, and says by mail that it is there. A failed run starts over. */
export async function makeExport(app: App, { member }: ExportJob, { attempt, maxAttempts, log }: Pick<JobContext, 'attempt' | 'maxAttempts' | 'log'>) {
  const row = await findExport(app.db, member);
  if (row?.state !== 'waiting') return;
  try {
    let [pieces, bytes] = [0, 0];
    for await (const piece of inPieces(zip(exportEntries(app, member)), PIECE_BYTES)) {
      await app.storage.put(pieceKey(row.folder, pieces), seal(app.config.secret, PURPOSE, `${member} ${pieces}`, piece), 'application/octet-stream');
      pieces++;
      bytes += piece.length;
    }
    const kept = await inTransaction(app.db, async (tx) => {
      const { rows } = await sql<{ expires_at: Date }>`
        update data_exports set state = 'ready', pieces = ${pieces}, bytes = ${bytes}, made_at = app_now(), expires_at = app_now() + ${KEPT_DAYS} * interval '1 day'
        where member_id = ${member} and folder = ${row.folder} and state = 'waiting' returning expires_at`.execute(tx);
      const account = rows[0] && (await accountOf(tx, member));
      if (!account) return false;
      const to = { email: account.email, name: account.name, locale: account.language, memberId: member, host: account.host };
      await app.mailer.send(tx, 'export-ready', to, { name: account.name, until: rows[0]!.expires_at.toISOString() });
      return true;
    });
    // The member was purged meanwhile.
    if (!kept) await app.storage.deleteFolder(row.folder);
  } catch (error) {
    if (attempt < maxAttempts) throw error;
    log.error({ err: error }, 'an export could not be made');
    await sql`update data_exports set state = 'failed' where member_id = ${member} and folder = ${row.folder}`.execute(app.db);
    await app.storage.deleteFolder(row.folder);
  }
}

/** The ZIP of an export that was made, piece by piece. Refuses `not_found` where there is none, or it has expired. */
export async function openExport(app: App, memberId: number): Promise<{ bytes: number; pieces: AsyncGenerator<Buffer> }> {
  const row = await findExport(app.db, memberId);
  const first = row?.state === 'ready' ? await app.storage.bytes(pieceKey(row.folder, 0)) : null;
  if (!row || !first) throw refuse('not_found');
  const pieceAt = async (piece: number) => (piece === 0 ? first : await app.storage.bytes(pieceKey(row.folder, piece)));
  async function* pieces() {
    for (let piece = 0; piece < row!.pieces; piece++) {
      const sealed = await pieceAt(piece);
      if (!sealed) throw new Error('A piece of an export is missing.');
      yield unsealBytes(app.config.secret, PURPOSE, `${memberId} ${piece}`, sealed);
    }
  }
  return { bytes: row.bytes, pieces: pieces() };
}

/** Throws away what nobody fetched in time, and files that a purge left behind while their export was made. */
export async function dropExports(app: App): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ folder: string }>`
      delete from data_exports where expires_at < app_now() or (state <> 'ready' and asked_at < app_now() - ${KEPT_DAYS} * interval '1 day')
      returning folder`.execute(tx);
    if (rows.length > 0) await app.jobs.add(tx, DELETE_FILES_JOB, { folders: rows.map(({ folder }) => folder) });
  });
  const stored = await Array.fromAsync(app.storage.folders(`${STORED_EXPORTS}/`)).catch(() => []);
  // A folder is named by its row before anything is written into it.
  const { rows: orphans } = await sql<{ folder: string }>`
    select stored.folder from unnest(${stored}::text[]) as stored (folder)
    where not exists (select from data_exports kept where kept.folder = stored.folder)`.execute(app.db);
  if (orphans.length > 0) await app.jobs.add(app.db, DELETE_FILES_JOB, { folders: orphans.map(({ folder }) => folder) });
}

const pieceKey = (folder: string, piece: number) => `${folder}/${String(piece).padStart(5, '0')}`;

async function findExport(db: Db, memberId: number): Promise<Row | null> {
  const { rows } = await sql<Row>`
    select folder, state, pieces, bytes::float8 as bytes, asked_at, expires_at from data_exports
    where member_id = ${memberId} and (expires_at is null or expires_at > app_now())`.execute(db);
  return rows[0] ?? null;
}
