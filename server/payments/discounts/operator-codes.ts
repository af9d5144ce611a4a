import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import { keysOf } from '#contract/keys.ts';
import { isCountry } from '#contract/lists/countries.ts';
import { centsOf } from '#contract/money.ts';
import type { DiscountCode } from '#contract/payments/discounts.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { one, inTransaction, type Tx } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { allInSites, ofMemberInSites, siteChoices } from '../../site-scope/index.ts';
import { isOnlyOperator, settingsOf, siteOf } from '../../site-settings/index.ts';
import { codePattern, presentCode, type CodeRow } from './discounts.ts';
import { welcomeCodes } from './welcome-rules.ts';

type CodeBody = CallBody<'adminDiscountCode'>;

const PAGE = 30;

export async function listCodes(
  app: App,
  sites: Sites,
  cursor: string | undefined,
): Promise<CallReply<'adminDiscountCodes'>> {
  const after = cursor && codePattern.test(cursor) ? cursor : null;
  const { rows } = await sql<CodeRow & { uses: number }>`
    select *, expires <= app_now() as past,
      (select count(*)::int from payments p where p.discount_code = discount_codes.code and p.status = 'completed') as uses
    from discount_codes
    where purpose is null and ${sites === null ? sql`true` : sql`(${allInSites(sites, sql`sites`)} or sites is null and ${ofMemberInSites(sites, sql`member_id`)})`} and (${after}::text is null or (created_at, code) < (select created_at, code from discount_codes where code = ${after}))
    order by created_at desc, code desc limit ${PAGE + 1}`.execute(app.db);
  const page = rows.slice(0, PAGE);
  return {
    codes: page.map((row) => ({ ...presentCode(row), uses: row.uses, sites: row.sites })),
    sites: await siteChoices(app.db, sites),
    next: nextPage(rows, PAGE, (last) => last.code),
  };
}

/**
 * POST /api/admin/discount-codes: creates a code. A repeated request changes nothing; only the `status` of an
 * existing code can change. A code above `code_approval_percentage` is created inactive, and a second
 * operator must activate it. Operators of some sites create codes for these only. The audit log records the old values. Throws `invalid_fields` for an invalid
 * field or a code for the operator's own account, `own_decision` if operators activate their own code above
 * the limit, and `conflict` if the code exists with other fields.
 */
export async function makeCode(
  app: App,
  operator: { id: number; sites: Sites; audit: AuditNote },
  body: CodeBody,
): Promise<DiscountCode> {
  const wanted = columnsOf(body, operator.sites);
  await assertSites(app, wanted.sites);
  if (wanted.member_id === operator.id) throw refuseFields({ user_id: 'invalid' });
  const { code_approval_percentage: limit } = await settingsOf(app);
  const row = await inTransaction(app.db, async (tx) => {
    if (!(await mayHaveCode(tx, wanted.member_id))) throw refuseFields({ user_id: 'invalid' });
    const needsSecond =
      wanted.value_percentage > limit && !(await isOnlyOperator(tx, operator.id, wanted.sites));
    const first = needsSecond ? 'disabled' : wanted.status;
    const { numAffectedRows } = await sql`
      insert into discount_codes (code, country, member_id, expires, value_percentage, currency, minimum_order_cents, status, validity, paymentmethods, made_by, sites)
      values (${wanted.code}, ${wanted.country}, ${wanted.member_id}, ${wanted.expires}, ${wanted.value_percentage}, ${wanted.currency},
        ${wanted.minimum_order_cents}, ${first}, ${wanted.validity}, ${wanted.paymentmethods}, ${operator.id}, ${wanted.sites}::text[]) on conflict (code) do nothing`.execute(
      tx,
    );
    const found = await one(
      sql<
        CodeRow & { made_by: number | null }
      >`select *, expires <= app_now() as past from discount_codes where code = ${wanted.code} for update`.execute(
        tx,
      ),
    );
    const isNew = numAffectedRows !== 0n;
    if (!isNew && !isSameCode(found, wanted)) throw refuse('conflict');
    const switchesOn = wanted.status === 'active' && found.status !== 'active';
    if (!isNew && switchesOn && needsSecond && found.made_by === operator.id) throw refuse('own_decision');
    const status = isNew ? first : wanted.status;
    await sql`update discount_codes set status = ${status} where code = ${wanted.code}`.execute(tx);
    await operator.audit(tx, {
      member: wanted.member_id,
      object: wanted.code,
      details: { ...wanted, status, before: isNew ? null : found.status },
    });
    return { ...found, status };
  });
  return { ...presentCode(row), sites: row.sites };
}

const isSameCode = (found: CodeRow, wanted: ReturnType<typeof columnsOf>): boolean =>
  found.status !== 'used' &&
  keysOf(wanted).every((key) => key === 'status' || String(found[key]) === String(wanted[key]));

async function mayHaveCode(tx: Tx, memberId: number | null): Promise<boolean> {
  if (memberId === null) return true;
  return (await sql`select from members where id = ${memberId}`.execute(tx)).rows.length > 0;
}

function columnsOf(body: CodeBody, own: Sites) {
  const code = body.code.trim().toUpperCase();
  const minimum = body.minimum_order_value ?? null;
  const cents = minimum && centsOf(minimum.amount);
  const currency = minimum?.currency ?? body.currency ?? null;
  const wrong = {
    ...(isOwnCode(code) ? {} : { code: 'invalid' as const }),
    ...(body.value_percentage >= 1 && body.value_percentage <= 99
      ? {}
      : { value_percentage: 'invalid' as const }),
    ...(!body.country || isCountry(body.country) ? {} : { country: 'invalid' as const }),
    ...(isMinimum(body, cents) ? {} : { minimum_order_value: 'invalid' as const }),
    ...(currency === null || /^[A-Z]{3}$/.test(currency) ? {} : { currency: 'invalid' as const }),
  };
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
  return { code, currency, minimum_order_cents: cents, sites: sitesOf(body, own), ...optionsOf(body) };
}

const isOwnCode = (code: string): boolean => codePattern.test(code) && !welcomeCodes.includes(code);

function isMinimum({ minimum_order_value: minimum, currency }: CodeBody, cents: number | null): boolean {
  if (!minimum) return true;
  return cents !== null && cents > 0 && (!currency || currency === minimum.currency);
}

/** A member's code needs no sites: it is only that member's. */
const sitesOf = ({ sites, user_id }: CodeBody, own: Sites): string[] | null =>
  sites?.length ? [...new Set(sites)].toSorted() : own === null || user_id ? null : [...own].toSorted();

async function assertSites(app: Pick<App, 'parts'>, sites: string[] | null): Promise<void> {
  for (const site of sites ?? [])
    if ((await siteOf(app, site)).host !== site) throw refuseFields({ sites: 'invalid' });
}

const optionsOf = (body: CodeBody) => ({
  country: body.country || null,
  member_id: body.user_id ?? null,
  expires: body.expires ? new Date(body.expires) : null,
  value_percentage: body.value_percentage,
  status: body.status ?? 'active',
  validity: body.validity ?? 'once-per-user',
  paymentmethods: body.paymentmethods?.length ? body.paymentmethods : null,
});
