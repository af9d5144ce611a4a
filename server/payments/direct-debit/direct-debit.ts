import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { checkForm, decryptForm, encryptForm, hashCode, hashIban, type DirectDebitForm } from './direct-debit-form.ts';
import { assertMayDebit } from './direct-debit-limits.ts';
import { gatewayNamed } from '../gateways/index.ts';
import { openAtGateway } from '../open-at-gateway.ts';
import { payerOf, payingCountry } from '../payer.ts';
import { ownPayment, type PaymentRow } from '../payment-row.ts';
import { CODE_TRIES, RESEND_SECONDS, sendCode } from './sms-code.ts';
import { storeIntent, type OrderRequest } from '../start-payment.ts';

type Answer = CallReply<'directDebit'>;
type FormBody = Extract<CallBody<'directDebit'>, { iban: string }>;

interface DebitRow {
  form_encrypted: Buffer;
  iban_hash: Buffer;
  mobile_last2: string;
  code_hash: Buffer | null;
  confirmed_at: Date | null;
  confirmed_or_now: Date;
  /** Seconds since the last SMS. */
  sent_ago: number;
}

/**
 * POST /api/directdebit.php with the form: stores the order and the encrypted mandate, and sends the code. The same form
 * again within a minute does not send another.
 *
 * Refuses invalid_fields, method_unavailable (also while the e-mail address is not confirmed), directdebit_blocked, directdebit_limit, too_many_requests, and what
 * `startPayment` refuses.
 */
export async function beginDirectDebit(app: App, body: FormBody, order: OrderRequest): Promise<Answer> {
  const begun = body.payment_id ? await ownPayment(app.db, order.memberId, body.payment_id) : null;
  if (body.payment_id && begun?.method !== 'sdd') throw refuse('not_found');
  if (begun && begun.status !== 'pending') return { payment_id: begun.id, status: begun.status, step: 'done' };
  // A form that can not be is refused before it becomes an order.
  const payer = await payerOf(app.db, order.memberId);
  if (!payer?.confirmed) throw refuse('method_unavailable');
  const country = begun?.country ?? (await payingCountry(app, payer, order.ip, order.host));
  const form = checkForm(body, country);
  const payment = begun ?? (await storeIntent(app, order));
  if (payment.method !== 'sdd' || !gatewayNamed(app, payment.gateway).capabilities.directDebit) throw refuse('method_unavailable');
  await assertMayDebit(app.db, payment.member_id, hashIban(app.config.secret, form.iban), payment.amount_cents, payment.id);
  await inTransaction(app.db, async (tx) => {
    const sendAgain = await storeForm(app, tx, payment, form);
    if (sendAgain) await sendCode(app, tx, payment, form.mobile, order.ip);
  });
  return smsStep(app.db, payment);
}

/** POST with `resend`: another code, at the earliest 60 seconds after the last. Refuses not_found, too_many_requests. */
export async function resendCode(app: App, memberId: number, paymentId: string, ip: string): Promise<Answer> {
  const payment = await ownPayment(app.db, memberId, paymentId);
  const debit = payment && (await debitOf(app.db, paymentId));
  if (!payment || !debit) throw refuse('not_found');
  if (debit.confirmed_at || payment.status !== 'pending') return { payment_id: payment.id, status: payment.status, step: 'done' };
  await inTransaction(app.db, async (tx) => {
    const locked = (await debitOf(tx, paymentId, true))!;
    if (locked.sent_ago < RESEND_SECONDS) throw refuse('too_many_requests', {}, RESEND_SECONDS - locked.sent_ago);
    await sendCode(app, tx, payment, decryptForm(app.config.secret, paymentId, locked.form_encrypted).mobile, ip);
  });
  return smsStep(app.db, payment);
}

/**
 * POST with `code`: the right code signs the mandate and collects. Five tries within ten minutes; a repeat after the
 * right one answers as the first did. Refuses not_found, code_invalid, directdebit_blocked, directdebit_limit, unavailable.
 */
export async function confirmCode(app: App, memberId: number, paymentId: string, code: string): Promise<Answer> {
  const payment = await ownPayment(app.db, memberId, paymentId);
  const debit = payment && (await debitOf(app.db, paymentId));
  if (!payment || !debit) throw refuse('not_found');
  if (!debit.confirmed_at) await spendTry(app, payment, debit, code.replace(/\s/g, ''));
  const confirmed = (await debitOf(app.db, paymentId))!;
  const form = decryptForm(app.config.secret, paymentId, confirmed.form_encrypted);
  const { status } = await openAtGateway(app, payment, { accountHolder: form.account_holder, iban: form.iban, signedAt: confirmed.confirmed_or_now });
  return { payment_id: paymentId, status, step: 'done' };
}

/** Takes one try in one statement, so that parallel guesses have five in all, and confirms when the code is right. */
async function spendTry(app: App, payment: PaymentRow, debit: DebitRow, code: string): Promise<void> {
  const { rows } = await sql<{ code_hash: Buffer }>`
    update direct_debits set tries = tries + 1
    where payment_id = ${payment.id} and tries < ${CODE_TRIES} and code_expires_at > app_now() and code_hash is not null returning code_hash`.execute(app.db);
  if (!rows[0] || !timingSafeEqual(rows[0].code_hash, hashCode(app.config.secret, payment.id, code))) throw refuse('code_invalid');
  await inTransaction(app.db, async (tx) => {
    // Two orders of one member or account are confirmed one after the other, so that the limit holds for both.
    await sql`select from members where id = ${payment.member_id} for update`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended(${debit.iban_hash.toString('hex')}, 0))`.execute(tx);
    await assertMayDebit(tx, payment.member_id, debit.iban_hash, payment.amount_cents, payment.id);
    await sql`update direct_debits set confirmed_at = app_now(), code_hash = null where payment_id = ${payment.id} and confirmed_at is null`.execute(tx);
  });
}

/** Stores the form and says whether an SMS is due: for a new one, for another number, or a minute after the last. */
async function storeForm(app: App, tx: Db, payment: PaymentRow, form: DirectDebitForm): Promise<boolean> {
  const { secret } = app.config;
  const before = await debitOf(tx, payment.id, true);
  if (before?.confirmed_at) return false;
  await sql`
    insert into direct_debits (payment_id, member_id, form_encrypted, iban_hash, iban_last4, mobile_last2)
    values (${payment.id}, ${payment.member_id}, ${encryptForm(secret, payment.id, form)}, ${hashIban(secret, form.iban)}, ${form.iban.slice(-4)}, ${form.mobile.slice(-2)})
    on conflict (payment_id) do update set form_encrypted = excluded.form_encrypted, iban_hash = excluded.iban_hash,
      iban_last4 = excluded.iban_last4, mobile_last2 = excluded.mobile_last2`.execute(tx);
  return !before || before.sent_ago >= RESEND_SECONDS || decryptForm(secret, payment.id, before.form_encrypted).mobile !== form.mobile;
}

async function debitOf(db: Db, paymentId: string, lock = false): Promise<DebitRow | null> {
  const { rows } = await sql<DebitRow>`
    select form_encrypted, iban_hash, mobile_last2, code_hash, confirmed_at, coalesce(confirmed_at, app_now()) as confirmed_or_now,
      coalesce(extract(epoch from app_now() - last_sent_at), 1e9)::float8 as sent_ago
    from direct_debits where payment_id = ${paymentId} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0] ?? null;
}

async function smsStep(db: Db, payment: PaymentRow): Promise<Answer> {
  const debit = (await debitOf(db, payment.id))!;
  return {
    payment_id: payment.id,
    status: 'pending',
    step: 'sms',
    phone: `•••• ${debit.mobile_last2}`,
    resend_in: Math.max(0, Math.ceil(RESEND_SECONDS - debit.sent_ago)),
  };
}
