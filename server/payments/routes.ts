import { defaultLocale } from '#contract/locales.ts';
import type { App } from '../platform/app.ts';
import { handlers, type CallContext } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { beginDirectDebit, confirmCode, resendCode } from './direct-debit/direct-debit.ts';
import { showDiscountCode } from './discounts/discount-code.ts';
import { packagesFor } from './packages.ts';
import { isFirstPurchase, paymentHistory, presentPayment } from './payment-history.ts';
import { ownPayment } from './payment-row.ts';
import { fieldsOf, receiveNotification } from './receive-notification.ts';
import { receiptsOf } from './receipts/receipts.ts';
import { receiptFile } from './receipts/receipt-file.ts';
import { startPayment } from './start-payment.ts';
import { listCodes, makeCode } from './discounts/operator-codes.ts';
import { findPayments, requireFinance, seePayment } from './operator-payments.ts';
import { askRefund, decideRefund, handleWithdrawal } from './refunds/operator-refunds.ts';
import { retentionOffer } from './discounts/retention-offer.ts';
import { withRefunds } from './refunds/with-refunds.ts';
import { withdraw } from './refunds/withdraw.ts';
import { withdrawableOrders } from './refunds/withdrawable.ts';

/** Codes are guessable words: tries by address. Orders by member: a person does not start one every ten seconds. */
const CODE_TRIES = { points: 30, seconds: 600 };
/** A mail goes out for each statement. */
const WITHDRAWALS = { points: 10, seconds: 3600 };
const ORDERS = { points: 60, seconds: 600 };
/** Drawing a receipt takes the processor's time: enough for a year's worth of them at once. */
const RECEIPTS = { points: 60, seconds: 600 };

/** packages.php, payment.php, payments.php, receipt.php, payment-webhook.php, discountcode.php, directdebit.php. */
export function paymentHandlers(app: App) {
  const codeTries = app.limits.limit('discount-code', CODE_TRIES);
  const orders = app.limits.limit('payment', ORDERS);
  const receipts = app.limits.limit('receipt', RECEIPTS);
  const withdrawals = app.limits.limit('withdrawal', WITHDRAWALS);
  const within = async (wait: Promise<number | null>) => {
    const seconds = await wait;
    if (seconds !== null) throw refuse('too_many_requests', {}, seconds);
  };

  const acknowledge = async (gateway: string | undefined, fields: Record<string, string>, { ip, reply }: Pick<CallContext, 'ip' | 'reply'>) => {
    const acknowledgement = await receiveNotification(app, { gateway, fields, ip });
    await reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(acknowledgement);
    return null;
  };

  return handlers({
    packages: (_input, call) => packagesFor(app, call.member?.memberId ?? null, call.ip, call.host),

    async startPayment({ body }, call) {
      await within(orders.take(String(call.member.memberId)));
      if (body.discountcode) await within(codeTries.take(call.ip));
      return startPayment(app, {
        memberId: call.member.memberId,
        packageId: body.package,
        method: body.method,
        discountCode: body.discountcode,
        idempotencyKey: body.idempotency_key,
        recurring: body.recurring ?? false,
        saveCard: body.save_card ?? true,
        consent: body.consent ?? false,
        returnTo: ownPath(body.return_to),
        locale: body.language ?? call.locale ?? call.member.language,
        ip: call.ip,
        host: call.host,
      });
    },

    async payment({ query }, { member }) {
      const row = await ownPayment(app.db, member.memberId, query.id);
      if (!row) throw refuse('not_found');
      const [shown] = await withRefunds(app, [presentPayment(row, (await receiptsOf(app.db, [row.id])).get(row.id))]);
      return { ...shown!, first: await isFirstPurchase(app.db, row) };
    },

    async receipt({ query }, { member, reply }) {
      await within(receipts.take(String(member.memberId)));
      const { name, pdf } = await receiptFile(app, member, query.id);
      await reply.type('application/pdf').header('content-disposition', `inline; filename="${name}"`).header('cache-control', 'private, no-store').send(pdf);
      return null;
    },

    async payments({ query }, { member }) {
      const { payments, next } = await paymentHistory(app.db, member.memberId, query?.cursor);
      return { payments: await withRefunds(app, payments), next };
    },

    withdrawals: (_input, { member }) => withdrawableOrders(app, member.memberId),

    async withdraw({ body }, call) {
      const { id, name, email, order } = body;
      const memberId = call.member?.memberId ?? null;
      await within(withdrawals.take(memberId === null ? call.ip : String(memberId)));
      return withdraw(app, { id, name, email, order, memberId, locale: body.language ?? call.locale ?? defaultLocale, host: call.host });
    },

    async retentionOffer(_input, { member, host }) {
      return { offer: await retentionOffer(app, member.memberId, host) };
    },

    async adminPayments({ query }, { member }) {
      requireFinance(member.roles);
      return findPayments(app, member.memberId, query ?? {});
    },

    async adminPayment({ query }, { member }) {
      requireFinance(member.roles);
      return seePayment(app, member.memberId, query.id);
    },

    async adminRefund({ body }, { member }) {
      requireFinance(member.roles);
      if ('payment' in body) return { ok: true as const, status: await askRefund(app, member.memberId, body) };
      if ('refund' in body) return { ok: true as const, status: await decideRefund(app, member.memberId, body.refund, body.decision) };
      await handleWithdrawal(app, member.memberId, body.withdrawal);
      return { ok: true as const };
    },

    async adminDiscountCodes({ query }, { member }) {
      requireFinance(member.roles);
      return listCodes(app, query?.cursor);
    },

    async adminDiscountCode({ body }, { member }) {
      requireFinance(member.roles);
      return makeCode(app, member.memberId, body);
    },

    async discountCode({ query }, call) {
      if (query.code) await within(codeTries.take(call.ip));
      return showDiscountCode(app, call.member?.memberId ?? null, query);
    },

    async directDebit({ body }, call) {
      const { memberId } = call.member;
      await within(orders.take(String(memberId)));
      if ('code' in body) return confirmCode(app, memberId, body.payment_id, body.code);
      if ('resend' in body) return resendCode(app, memberId, body.payment_id, call.ip);
      return beginDirectDebit(app, body, {
        memberId,
        packageId: body.package,
        method: 'sdd',
        discountCode: body.discountcode,
        idempotencyKey: body.idempotency_key,
        recurring: false,
        saveCard: false,
        consent: body.consent,
        returnTo: ownPath(body.return_to),
        locale: body.language ?? call.locale ?? call.member.language,
        ip: call.ip,
        host: call.host,
      });
    },

    paymentWebhook: ({ query, body }, call) => acknowledge(query.gateway, fieldsOf(body), call),

    paymentPostback({ query }, call) {
      const { gateway, ...fields } = fieldsOf(query);
      return acknowledge(gateway, fields, call);
    },
  });
}

/** A path of this site, or null: nobody is sent elsewhere after paying. */
function ownPath(path: string | undefined): string | null {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return null;
  const url = new URL(path, 'http://own.invalid');
  return url.host === 'own.invalid' ? url.pathname + url.search : null;
}
