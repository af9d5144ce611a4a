import { sql } from 'kysely';
import type { PaymentMethod } from '#contract/lists/payment-methods.ts';
import { choiceOf } from '#contract/lists/payment-methods.ts';
import { money } from '#contract/money.ts';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { App } from '../../platform/app.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { databaseNow } from '../../platform/database/now.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';
import type { Payer } from '../payer.ts';
import { presentWelcome, welcomeCodes, welcomeOf, WELCOME_PERCENTAGE } from './welcome-rules.ts';

export interface CodeRow {
  code: string;
  country: string | null;
  member_id: number | null;
  expires: Date | null;
  value_percentage: number;
  currency: string | null;
  minimum_order_cents: number | null;
  status: DiscountCode['status'];
  validity: DiscountCode['validity'];
  paymentmethods: PaymentMethod[] | null;
  past: boolean | null;
  sites: string[] | null;
}

interface FoundCode extends CodeRow {
  used_by_me: boolean;
  used_by_any: boolean;
  /** The code is not for members of the payer's site, or for a visitor not for the site of the page. */
  elsewhere: boolean;
}

export interface Discount {
  code: string;
  percentage: number;
  group: readonly string[];
  validity: DiscountCode['validity'];
  country: string | null;
  currency: string | null;
  minimumCents: number;
  methods: PaymentMethod[] | null;
  present: DiscountCode;
}

export interface DiscountedOrder {
  country: string;
  currency: string;
  priceCents: number;
  method: PaymentMethod;
}

export const codePattern = /^[A-Z0-9][A-Z0-9_-]{2,39}$/;

type Parts = Pick<App, 'db' | 'parts'>;

/**
 * A payer's active discount: the time bonus, else the welcome code, else null. It records the end of the
 * offer at the first call afterwards, so that setting the clock back does not reopen the offer.
 */
export async function activeDiscount(app: Parts, db: Db, payer: Payer): Promise<Discount | null> {
  const welcome = welcomeOf(payer, await welcomeSeconds(app, payer));
  if (welcome.state === 'expired' && !payer.welcome_ended) await rememberEnd(db, payer.id);
  return welcome.state === 'active' ? welcomeDiscount(payer, welcome, await databaseNow(db)) : null;
}

/**
 * Looks up the discount of a code. Inside a transaction, locks the code's row. `payer` is null for a visitor, whose site
 * is that of `host`.
 * Throws `code_not_found`, `code_used` or `code_expired`.
 */
export async function discountOf(
  app: Parts,
  db: Db | Tx,
  code: string,
  payer: Payer | null,
  host?: string,
): Promise<Discount> {
  const key = code.trim().toUpperCase();
  if (!codePattern.test(key)) throw refuse('code_not_found');
  if (welcomeCodes.includes(key)) return requireWelcome(app, db, key, payer);
  const row = await findCode(db, key, payer, host);
  assertUsable(row, payer);
  return {
    code: row.code,
    percentage: row.value_percentage,
    group: [row.code],
    validity: row.validity,
    country: row.country,
    currency: row.currency,
    minimumCents: row.minimum_order_cents ?? 0,
    methods: row.paymentmethods,
    present: presentCode(row),
  };
}

function assertUsable(row: FoundCode | undefined, payer: Payer | null): asserts row is FoundCode {
  if (
    !row ||
    row.elsewhere ||
    row.status === 'disabled' ||
    (row.member_id !== null && row.member_id !== payer?.id)
  )
    throw refuse('code_not_found');
  if (row.status === 'used' || row.used_by_me || (row.validity === 'once' && row.used_by_any))
    throw refuse('code_used');
  if (row.status === 'expired' || row.past) throw refuse('code_expired');
}

export const fits = (discount: Discount, order: DiscountedOrder): boolean =>
  (discount.country === null || discount.country === order.country) &&
  (discount.currency === null || discount.currency === order.currency) &&
  (discount.methods === null ||
    discount.methods.some((method) => choiceOf(method) === choiceOf(order.method))) &&
  order.priceCents >= discount.minimumCents;

async function requireWelcome(app: Parts, db: Db, code: string, payer: Payer | null): Promise<Discount> {
  if (!payer) throw refuse('code_not_found');
  const welcome = welcomeOf(payer, await welcomeSeconds(app, payer));
  if (welcome.state === 'used') throw refuse('code_used');
  if (welcome.state === 'expired') {
    // In a transaction the error below would roll this back.
    if (!payer.welcome_ended && !db.isTransaction) await rememberEnd(db, payer.id);
    throw refuse('code_expired');
  }
  if (welcome.code !== code) throw refuse(code === welcomeCodes[0] ? 'code_expired' : 'code_not_found');
  return welcomeDiscount(payer, welcome, await databaseNow(db));
}

const welcomeSeconds = async (app: Parts, payer: Payer) =>
  (await settingsOf(app, payer.host ?? undefined)).welcome_discount_seconds;

function welcomeDiscount(payer: Payer, welcome: { code: string; secondsLeft: number }, now: Date): Discount {
  return {
    code: welcome.code,
    percentage: WELCOME_PERCENTAGE,
    group: welcomeCodes,
    validity: 'once-per-user',
    country: null,
    currency: null,
    minimumCents: 0,
    methods: null,
    present: presentWelcome(payer, welcome, now),
  };
}

async function findCode(
  db: Db | Tx,
  code: string,
  payer: Payer | null,
  host: string | undefined,
): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select c.*, c.expires <= app_now() as past,
      c.sites is not null and not (array[site_of_host(${payer ? payer.host : (host ?? null)})] <@ c.sites) as elsewhere,
      exists (select from discount_uses u where u.code = c.code and u.member_id = ${payer?.id ?? null} and c.validity <> 'unlimited') as used_by_me,
      exists (select from discount_uses u where u.code = c.code) as used_by_any
    from discount_codes c where c.code = ${code} ${db.isTransaction ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

export function presentCode(row: CodeRow): DiscountCode {
  return {
    code: row.code,
    country: row.country,
    user_id: row.member_id,
    expires: row.expires?.toISOString() ?? null,
    value_percentage: row.value_percentage,
    currency: row.currency,
    minimum_order_value:
      row.minimum_order_cents !== null && row.currency !== null
        ? money(row.minimum_order_cents, row.currency)
        : null,
    status: row.status,
    validity: row.validity,
    expired: row.past ?? false,
    paymentmethods: row.paymentmethods,
    seconds_left: null,
  };
}

async function rememberEnd(db: Db, memberId: number): Promise<void> {
  await sql`update members set welcome_ended_at = app_now() where id = ${memberId} and welcome_ended_at is null`.execute(
    db,
  );
}
