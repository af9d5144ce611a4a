import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { must } from '#contract/must.ts';
import { noteMark } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { openAtGateway } from '../open-at-gateway.ts';
import { ownPayment, type PaymentRow } from '../payment-row.ts';
import { debitOf, type DebitRow } from './debit-row.ts';
import { decryptForm, hashCode } from './direct-debit-form.ts';
import { assertMayDebit } from './direct-debit-limits.ts';
import { CODE_TRIES } from './sms-code.ts';
import type { Answer } from './sms-step.ts';

/**
 * POST with `code`: the right code signs the mandate and collects the money. It allows `CODE_TRIES` attempts
 * within ten minutes; repeating the right code returns the first reply. Throws `not_found` if the member has
 * no such debit, `code_invalid` for a wrong or expired code, `directdebit_blocked`, `directdebit_limit`, and
 * `unavailable` while the gateway is unreachable.
 */
export async function confirmCode(
  app: App,
  memberId: number,
  paymentId: string,
  code: string,
): Promise<Answer> {
  const payment = await ownPayment(app.db, memberId, paymentId);
  const debit = payment && (await debitOf(app.db, paymentId));
  if (!payment || !debit) throw refuse('not_found');
  if (!debit.confirmed_at) await spendTry(app, payment, code.replace(/\s/g, ''));
  const confirmed = must(await debitOf(app.db, paymentId), 'direct debit');
  const form = decryptForm(app.config.secret, paymentId, confirmed.form_encrypted);
  const { status } = await openAtGateway(app, payment, {
    accountHolder: form.account_holder,
    iban: form.iban,
    signedAt: confirmed.confirmed_or_now,
  });
  return { payment_id: paymentId, status, step: 'done' };
}

/**
 * Counts an attempt in one query, so that parallel guesses share the limit, and confirms the debit if the
 * code is right.
 */
async function spendTry(app: App, payment: PaymentRow, code: string): Promise<void> {
  const { rows } = await sql<Pick<DebitRow, 'iban_hash'> & { code_hash: Buffer }>`
    update direct_debits set tries = tries + 1
    where payment_id = ${payment.id} and tries < ${CODE_TRIES} and code_expires_at > app_now() and code_hash is not null returning code_hash, iban_hash`.execute(
    app.db,
  );
  const signed = rows[0];
  if (!signed || !timingSafeEqual(signed.code_hash, hashCode(app.config.secret, payment.id, code)))
    throw refuse('code_invalid');
  await inTransaction(app.db, async (tx) => {
    // Serialises confirmations of one member or account, so that the limit holds for all of them.
    await sql`select from members where id = ${payment.member_id} for update`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended(${signed.iban_hash.toString('hex')}, 0))`.execute(
      tx,
    );
    await assertMayDebit(tx, payment.member_id, signed.iban_hash, payment.amount_cents, payment.id);
    const { numAffectedRows } = await sql`
      update direct_debits set confirmed_at = app_now(), code_hash = null
      where payment_id = ${payment.id} and confirmed_at is null and code_hash = ${signed.code_hash} and iban_hash = ${signed.iban_hash}`.execute(
      tx,
    );
    // Either the same code was sent twice, or the form changed after the code was compared.
    const signedForm = await debitOf(tx, payment.id);
    if (numAffectedRows === 0n && !signedForm?.confirmed_at) throw refuse('code_invalid');
    await noteDebtor(app, tx, payment, must(signedForm, 'direct debit'));
  });
}

/** The code proves the number. The account is the one that the member signed for. */
async function noteDebtor(app: App, tx: Tx, payment: PaymentRow, debit: DebitRow): Promise<void> {
  const { mobile } = decryptForm(app.config.secret, payment.id, debit.form_encrypted);
  await noteMark(app, tx, payment.member_id, { kind: 'mobile', value: mobile });
  await noteMark(app, tx, payment.member_id, {
    kind: 'bank_account',
    value: debit.iban_hash.toString('hex'),
  });
}
