import { sql } from 'kysely';
import type { DataExport } from '#contract/membership/export.ts';
import type { Db } from '../../platform/database/index.ts';

export const KEPT_DAYS = 7;
/** The encryption key of the parts of an export is derived for this purpose. */
export const SEALING_PURPOSE = 'data exports';

interface StoredExport {
  folder: string;
  state: DataExport['state'];
  pieces: number;
  bytes: number;
  asked_at: Date;
  expires_at: Date | null;
}

export const pieceKey = (folder: string, piece: number) => `${folder}/${String(piece).padStart(5, '0')}`;

export async function findExport(db: Db, memberId: number): Promise<StoredExport | null> {
  const { rows } = await sql<StoredExport>`
    select folder, state, pieces, bytes::float8 as bytes, asked_at, expires_at from data_exports
    where member_id = ${memberId} and (expires_at is null or expires_at > app_now())`.execute(db);
  return rows[0] ?? null;
}
