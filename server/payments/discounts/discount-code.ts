import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { payerOf } from '../payer.ts';
import { activeDiscount, discountOf } from './discounts.ts';
import { welcomeOf } from './welcome-rules.ts';

/**
 * GET /api/discountcode.php: the requested code, or with `welcome` the active discount (time bonus, else
 * welcome code). Throws `code_not_found`, `code_expired` and `code_used`; for the welcome code, members who
 * have paid get `code_used`.
 */
export async function showDiscountCode(
  app: App,
  { member: memberId, host }: { member: number | null; host: string },
  query: { code?: string; welcome?: string },
): Promise<DiscountCode> {
  const payer = memberId === null ? null : await payerOf(app.db, memberId);
  if (query.code?.trim()) return (await discountOf(app, app.db, query.code, payer, host)).present;
  if (!payer || query.welcome === undefined || ['', '0', 'false'].includes(query.welcome))
    throw refuse('code_not_found');
  const active = await activeDiscount(app, app.db, payer);
  if (active) return active.present;
  const { welcome_discount_seconds } = await settingsOf(app, payer.host ?? undefined);
  throw refuse(welcomeOf(payer, welcome_discount_seconds).state === 'used' ? 'code_used' : 'code_expired');
}
