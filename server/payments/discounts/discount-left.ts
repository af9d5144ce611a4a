import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Payer } from '../payer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { openForSecondsOfRow } from '../rules.ts';
import { welcomeCodes } from './welcome-rules.ts';

export const groupOf = (code: string): readonly string[] =>
  welcomeCodes.includes(code) ? welcomeCodes : [code];

/**
 * Returns whether another member's order holds a code that can be used only once overall. A pending order
 * holds it until it ends; a failed one holds it while its gateway may let the payer try again.
 */
export async function isHeldByAnother(tx: Tx, memberId: number, code: string): Promise<boolean> {
  const { rows } = await sql`
    select from payments where status = 'pending' and discount_code = ${code} and member_id <> ${memberId}
    union all
    select from payments where status = 'failed' and discount_code = ${code} and member_id <> ${memberId}
      and created_at > app_now() - (${openForSecondsOfRow}) * interval '1 second'
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Returns whether a late payment may still use its order's discount: no other order was paid with it in the
 * meantime.
 */
export async function isDiscountLeft(
  db: Db,
  { discount_code: code, member_id: member }: PaymentRow,
  payer: Pick<Payer, 'paid_user'>,
): Promise<boolean> {
  if (code === null) return true;
  if (welcomeCodes.includes(code) && payer.paid_user) return false;
  const { rows } = await sql<{ left: boolean }>`
    select not exists (
      select from discount_uses u left join discount_codes c on c.code = u.code
      where u.code = any(${[...groupOf(code)]}) and (u.member_id = ${member} or c.validity = 'once') and c.validity is distinct from 'unlimited'
    ) as left`.execute(db);
  return rows[0]?.left ?? false;
}
