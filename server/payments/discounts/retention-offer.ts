import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse, Refusal } from '../../platform/http/refusal.ts';
import { companyOf, settingsOf } from '../../site-settings/index.ts';
import { lockPayer, siteHostOf } from '../payer.ts';
import { discountOf } from './discounts.ts';
import { mayOffer } from './welcome-rules.ts';

const OFFER_DAYS = 14;
/** Without letters and digits that look alike. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 8;

/**
 * POST /api/retention-offer.php: the site's `delete_discount` as a personal code for one order within 14
 * days. Each member gets only one such code: repeated calls return it while it is valid, and null afterwards.
 * Also returns null if the site has no such discount, or if the welcome offer ended less than 30 days ago and
 * was no better.
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
    const [{ delete_discount: percentage }, { welcome_discount_seconds }] = await Promise.all([
      companyOf(app, site),
      settingsOf(app, site),
    ]);
    if (!percentage || percentage > 99 || !mayOffer(payer, percentage, welcome_discount_seconds)) return null;
    const code = await makeCode(tx, memberId, percentage);
    return (await discountOf(app, tx, code, payer)).present;
  });
}

async function ownCode(tx: Tx, memberId: number): Promise<string | null> {
  const { rows } = await sql<{
    code: string;
  }>`select code from discount_codes where member_id = ${memberId} and purpose = 'retention'`.execute(tx);
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
