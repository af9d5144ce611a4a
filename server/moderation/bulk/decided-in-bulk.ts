import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/index.ts';

interface Bulk {
  operator: number;
  bulk: string;
}

/** Remembers that a complaint was decided in this bulk act, so that a repeat skips it. */
export async function rememberDecision(tx: Tx, { operator, bulk }: Bulk, complaint: number): Promise<void> {
  await sql`insert into bulk_complaints (operator_id, id, complaint_id) values (${operator}, ${bulk}, ${complaint})`.execute(
    tx,
  );
}

export async function wasDecided(db: Db, { operator, bulk }: Bulk, complaint: number): Promise<boolean> {
  const { rows } = await sql`
    select from bulk_complaints where operator_id = ${operator} and id = ${bulk} and complaint_id = ${complaint}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether a complaint decided earlier in this bulk act led to a measure against the member. */
export async function wasMeasured(db: Db, { operator, bulk }: Bulk, member: number): Promise<boolean> {
  const { rows } = await sql`
    select from measures me join bulk_complaints b on b.complaint_id = me.complaint_id
    where me.member_id = ${member} and b.operator_id = ${operator} and b.id = ${bulk} limit 1`.execute(db);
  return rows.length > 0;
}
