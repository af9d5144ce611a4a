import type { DataExport } from '#contract/membership/export.ts';
import type { Db } from '../../platform/database/index.ts';
import { findExport } from './stored-export.ts';

export async function exportOf(db: Db, memberId: number): Promise<DataExport | null> {
  const row = await findExport(db, memberId);
  return (
    row && {
      state: row.state,
      asked_at: row.asked_at.toISOString(),
      bytes: row.bytes,
      expires_at: row.expires_at?.toISOString() ?? null,
    }
  );
}
