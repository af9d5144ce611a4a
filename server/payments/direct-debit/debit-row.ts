import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

export interface DebitRow {
  form_encrypted: Buffer;
  iban_hash: Buffer;
  mobile_last2: string;
  code_hash: Buffer | null;
  confirmed_at: Date | null;
  confirmed_or_now: Date;
  sent_ago: number;
}

export async function debitOf(db: Db, paymentId: string, lock = false): Promise<DebitRow | null> {
  const { rows } = await sql<DebitRow>`
    select form_encrypted, iban_hash, mobile_last2, code_hash, confirmed_at, coalesce(confirmed_at, app_now()) as confirmed_or_now,
      coalesce(extract(epoch from app_now() - last_sent_at), 1e9)::float8 as sent_ago
    from direct_debits where payment_id = ${paymentId} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}
