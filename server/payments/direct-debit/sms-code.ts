import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { must } from '#contract/must.ts';
import type { App } from '../../platform/app.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';
import type { PaymentRow } from '../payment-row.ts';
import { hashCode } from './direct-debit-form.ts';

export const CODE_SECONDS = 600;
export const CODE_TRIES = 5;
export const RESEND_SECONDS = 60;
/** Codes per payment, and per member and day: SMS cost money and can be used to pester people. */
const SENDS_A_PAYMENT = 5;
const SENDS_A_DAY = 10;
const DAY = 24 * 3600;
/** Accounts are free, so there are also limits per phone number, per IP address and for the whole site. */
const BY_NUMBER = { points: 6, seconds: DAY };
const BY_ADDRESS = { points: 20, seconds: DAY };
const BY_SITE = { points: 300, seconds: 3600 };

/**
 * Sends a new six-digit code in the transaction that stores it, and invalidates older ones. `ip` is the
 * requester's address. Throws `too_many_requests` above the limits of the payment, the member, the number,
 * the address or the site.
 */
export async function sendCode(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  mobile: string,
  ip: string,
): Promise<void> {
  const row = await one(
    sql<{ sends: number; today: number }>`
    select sends, (select coalesce(sum(sends), 0)::int from direct_debits where member_id = ${payment.member_id} and created_at > app_now() - interval '1 day') as today
    from direct_debits where payment_id = ${payment.id}`.execute(tx),
  );
  if (row.sends >= SENDS_A_PAYMENT || row.today >= SENDS_A_DAY) throw refuse('too_many_requests', {}, 3600);
  await withinLimits(app, mobile, ip, payment.host ?? '');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await sql`
    update direct_debits set code_hash = ${hashCode(app.config.secret, payment.id, code)}, code_expires_at = app_now() + ${CODE_SECONDS} * interval '1 second',
      tries = 0, sends = sends + 1, last_sent_at = app_now()
    where payment_id = ${payment.id}`.execute(tx);
  const { name } = await settingsOf(app, payment.host ?? undefined);
  await app.sms.send(tx, mobile, smsText(payment.locale).replace('{site}', name).replace('{code}', code));
}

async function withinLimits(app: App, mobile: string, ip: string, host: string): Promise<void> {
  const takes = [
    () => app.limits.limit('sms-number', BY_NUMBER).take(mobile),
    () => app.limits.limit('sms-address', BY_ADDRESS).take(ip),
    () => app.limits.limit('sms-site', BY_SITE).take(host),
  ];
  for (const take of takes) {
    const seconds = await take();
    if (seconds === null) continue;
    app.log.warn({ alert: 'sms' }, 'too many requests for SMS codes');
    throw refuse('too_many_requests', {}, seconds);
  }
}

const texts = new Map<Locale, string>();

function smsText(locale: Locale): string {
  const known = texts.get(locale);
  if (known) return known;
  const text = read(locale) ?? must(read('en'), 'English text of the SMS');
  texts.set(locale, text);
  return text;
}

function read(locale: Locale): string | undefined {
  try {
    return (
      JSON.parse(
        readFileSync(new URL(`../../../locales/${locale}/directdebit.json`, import.meta.url), 'utf8'),
      ) as { sms?: string }
    ).sms;
  } catch {
    return undefined;
  }
}
