import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { DiscountCode } from '#contract/payments.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { companyOf, settingsOf } from '../../site-settings/index.ts';
import { discountOf } from './discounts.ts';
import { lockPayer, siteHostOf } from '../payer.ts';
import { mayOffer } from './welcome-rules.ts';

/** How long the offer can be used. */
const OFFER_DAYS = 14;
/** Without letters and digits that look alike. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/**
 * POST /api/retention-offer.php: the company's `delete_discount` as a code of the member's own, for one order within 14
 * days. One in a member's life; asked again it is the same one while it lasts, and null after. Null too where the
 * company has none or the discount rules forbid it: nothing equal to or better than the welcome offer in the 30 days after
 * that has ended.
 */
export async function retentionOffer(app: App, memberId: number, host: string): Promise<DiscountCode | null> {
  return inTransaction(app.db, async (tx) => {
    const payer = await lockPayer(tx, memberId);
    if (!payer) throw refuse('authentication_required');
    const own = await ownCode(tx, memberId);
    if (own) {
      try {
        return (await discountOf(app, tx, own, payer)).present;
      } catch (error) {
        if (error instanceof Refusal) return null;
        throw error;
      }
    }
    const site = siteHostOf(payer, host);
    const [{ delete_discount: percentage }, { welcome_discount_seconds }] = await Promise.all([companyOf(app, site), settingsOf(app, site)]);
    if (!percentage || percentage > 99 || !mayOffer(payer, percentage, welcome_discount_seconds)) return null;
    const code = await makeCode(tx, memberId, percentage);
    return (await discountOf(app, tx, code, payer)).present;
  });
}

async function ownCode(tx: Tx, memberId: number): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`select code from discount_codes where member_id = ${memberId} and purpose = 'retention'`.execute(tx);
  return rows[0]?.code ?? null;
}

async function makeCode(tx: Tx, memberId: number, percentage: number): Promise<string> {
  for (;;) {
    const code = `STAY-${Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;
    const { numAffectedRows } = await sql`
      insert into discount_codes (code, member_id, value_percentage, validity, purpose, expires)
      values (${code}, ${memberId}, ${percentage}, 'once', 'retention', app_now() + ${OFFER_DAYS} * interval '1 day')
      on conflict (code) do nothing`.execute(tx);
    if (numAffectedRows === 1n) return code;
  }
}
