import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { hashCode } from './direct-debit-form.ts';
import type { PaymentRow } from '../payment-row.ts';

export const CODE_SECONDS = 600;
export const CODE_TRIES = 5;
export const RESEND_SECONDS = 60;
/** Codes for one payment, and for one member in a day: SMS cost money and annoy whose number it is. */
const SENDS_A_PAYMENT = 5;
const SENDS_A_DAY = 10;
const DAY = 24 * 3600;
/** Accounts are free: a number is also spared by all of them together, an address pays for few, and the site's bill has an end. */
const BY_NUMBER = { points: 6, seconds: DAY };
const BY_ADDRESS = { points: 20, seconds: DAY };
const BY_SITE = { points: 300, seconds: 3600 };

/**
 * Sends a fresh six-digit code in the transaction that stores it; older ones die. `ip` is who asks for it. Refuses
 * `too_many_requests` beyond the sends of the payment, the member, the number, the address or the site.
 */
export async function sendCode(app: App, tx: Tx, payment: PaymentRow, mobile: string, ip: string): Promise<void> {
  const { rows } = await sql<{ sends: number; today: number }>`
    select sends, (select coalesce(sum(sends), 0)::int from direct_debits where member_id = ${payment.member_id} and created_at > app_now() - interval '1 day') as today
    from direct_debits where payment_id = ${payment.id}`.execute(tx);
  if (rows[0]!.sends >= SENDS_A_PAYMENT || rows[0]!.today >= SENDS_A_DAY) throw refuse('too_many_requests', {}, 3600);
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
    app.log.warn({ alert: 'sms' }, 'codes by SMS are asked for too often');
    throw refuse('too_many_requests', {}, seconds);
  }
}

const texts = new Map<Locale, string>();

/** The SMS in the payer's language: `sms` of locales/<lang>/directdebit.json, English where it is not translated yet. */
function smsText(locale: Locale): string {
  const known = texts.get(locale);
  if (known) return known;
  const text = read(locale) ?? read('en')!;
  texts.set(locale, text);
  return text;
}

function read(locale: Locale): string | undefined {
  try {
    return (JSON.parse(readFileSync(new URL(`../../../locales/${locale}/directdebit.json`, import.meta.url), 'utf8')) as { sms?: string }).sms;
  } catch {
    return undefined;
  }
}
