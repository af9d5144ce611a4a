import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';
import type { Noted } from '../platform/http/context.ts';
import { recordActs } from './record-acts.ts';

/** Recorded as the operator of commands on a site that has no owner yet. */
const NOBODY = 0;

/**
 * Records a terminal command. Nobody logs in to a terminal, so the line gets the first owner as operator, and
 * states that it came from a terminal.
 */
export async function recordCommand(db: Db, act: string, { details, ...noted }: Noted = {}): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`select id from members where 'owner' = any(roles) and office_sites is null and status = 'active' order by id limit 1`.execute(
    db,
  );
  await recordActs(db, [
    { ...noted, operator: rows[0]?.id ?? NOBODY, act, details: { ...details, terminal: true } },
  ]);
}
