import { sql } from 'kysely';
import { isCountry } from '#contract/lists/countries.ts';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { DiscountCode } from '#contract/payments.ts';
import { centsOf } from '#contract/money.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { codePattern, presentCode, type CodeRow } from './discounts.ts';
import { welcomeCodes } from './welcome-rules.ts';

const PAGE = 30;

/** GET /api/admin/discount-codes.php: codes that operators made, the newest first. */
export async function listCodes(app: App, cursor: string | undefined): Promise<CallReply<'adminDiscountCodes'>> {
  const after = cursor && codePattern.test(cursor) ? cursor : null;
  const { rows } = await sql<CodeRow & { uses: number }>`
    select *, expires <= app_now() as past,
      (select count(*)::int from payments p where p.discount_code = discount_codes.code and p.status = 'completed') as uses
    from discount_codes
    where purpose is null and (${after}::text is null or (created_at, code) < (select created_at, code from discount_codes where code = ${after}))
    order by created_at desc, code desc limit ${PAGE + 1}`.execute(app.db);
  const page = rows.slice(0, PAGE);
  return { codes: page.map((row) => ({ ...presentCode(row), uses: row.uses })), next: rows.length > PAGE ? page.at(-1)!.code : null };
}

/**
 * POST /api/admin/discount-codes.php: makes a code with its fields. The same body again changes nothing; of
 * a code that exists only `status` can be changed. Noted.
 *
 * Refuses `invalid_fields`, `conflict` for a code that exists with other fields.
 */
export async function makeCode(app: App, audit: AuditNote, body: CallBody<'adminDiscountCode'>): Promise<DiscountCode> {
  const wanted = columnsOf(body);
  const row = await inTransaction(app.db, async (tx) => {
    const { numAffectedRows } = await sql`
      insert into discount_codes (code, country, member_id, expires, value_percentage, currency, minimum_order_cents, status, validity, paymentmethods)
      values (${wanted.code}, ${wanted.country}, ${wanted.member_id}, ${wanted.expires}, ${wanted.value_percentage}, ${wanted.currency},
        ${wanted.minimum_order_cents}, ${wanted.status}, ${wanted.validity}, ${wanted.paymentmethods}) on conflict (code) do nothing`.execute(tx);
    const { rows } = await sql<CodeRow>`select *, expires <= app_now() as past from discount_codes where code = ${wanted.code} for update`.execute(tx);
    const found = rows[0]!;
    if (numAffectedRows === 0n) {
      const same = (Object.keys(wanted) as (keyof typeof wanted)[]).every((key) => key === 'status' || String(found[key]) === String(wanted[key]));
      if (!same || found.status === 'used') throw refuse('conflict');
      await sql`update discount_codes set status = ${wanted.status} where code = ${wanted.code}`.execute(tx);
    }
    await audit(tx, { member: wanted.member_id, object: wanted.code, details: wanted });
    return { ...found, status: wanted.status };
  });
  return presentCode(row);
}

function columnsOf(body: CallBody<'adminDiscountCode'>) {
  const code = body.code.trim().toUpperCase();
  const minimum = body.minimum_order_value ?? null;
  const cents = minimum && centsOf(minimum.amount);
  const currency = minimum?.currency ?? body.currency ?? null;
  const wrong = {
    ...(codePattern.test(code) && !welcomeCodes.includes(code) ? {} : { code: 'invalid' as const }),
    ...(body.value_percentage >= 1 && body.value_percentage <= 99 ? {} : { value_percentage: 'invalid' as const }),
    ...(!body.country || isCountry(body.country) ? {} : { country: 'invalid' as const }),
    ...(minimum && (cents === null || cents <= 0 || (body.currency && body.currency !== minimum.currency)) ? { minimum_order_value: 'invalid' as const } : {}),
    ...(currency === null || /^[A-Z]{3}$/.test(currency) ? {} : { currency: 'invalid' as const }),
  };
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
  return {
    code,
    country: body.country || null,
    member_id: body.user_id ?? null,
    expires: body.expires ? new Date(body.expires) : null,
    value_percentage: body.value_percentage,
    currency,
    minimum_order_cents: cents,
    status: body.status ?? 'active',
    validity: body.validity ?? 'once-per-user',
    paymentmethods: body.paymentmethods?.length ? body.paymentmethods : null,
  };
}
