import { itemAt } from '#contract/must.ts';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { checkPayment } from './cascade/check-payment.ts';
import { nextGateway } from './cascade/next-gateway.ts';
import { retryPayment } from './cascade/retry-payment.ts';
import { beginDirectDebit } from './direct-debit/begin-direct-debit.ts';
import { confirmCode } from './direct-debit/confirm-code.ts';
import { resendCode } from './direct-debit/resend-code.ts';
import { showDiscountCode } from './discounts/discount-code.ts';
import { retentionOffer } from './discounts/retention-offer.ts';
import { packagesFor } from './packages.ts';
import { isFirstPurchase, paymentHistory, presentPayment } from './payment-history.ts';
import { ownPayment } from './payment-row.ts';
import { receiptFile } from './receipts/receipt-file.ts';
import { sendReceipt } from './receipts/receipt-http.ts';
import { receiptsOf } from './receipts/receipts.ts';
import { withRefunds } from './refunds/with-refunds.ts';
import { startPayment } from './start-payment.ts';

export const paymentHandlers = (app: App) =>
  handlers({
    packages: ({ query }, call) => packagesFor(app, call, query),

    startPayment: ({ body }, call) =>
      startPayment(app, {
        memberId: call.member.memberId,
        packageId: body.package,
        method: body.method,
        paymentCountry: body.payment_country,
        discountCode: body.discountcode,
        idempotencyKey: body.idempotency_key,
        recurring: body.recurring ?? false,
        saveCard: body.save_card ?? true,
        consent: body.consent ?? false,
        returnTo: ownPath(body.return_to),
        locale: body.language ?? call.locale ?? call.member.language,
        ip: call.ip,
        host: call.host,
      }),

    retryPayment: ({ body }, { member }) => retryPayment(app, member.memberId, body.payment_id),

    checkPayment: ({ body }, { member }) => checkPayment(app, member.memberId, body.payment_id),

    async payment({ query }, { member }) {
      const row = await ownPayment(app.db, member.memberId, query.id);
      if (!row) throw refuse('not_found');
      const shown = await withRefunds(app, [
        presentPayment(row, (await receiptsOf(app.db, [row.id])).get(row.id)),
      ]);
      const [first, next] = await Promise.all([isFirstPurchase(app.db, row), nextGateway(app, row)]);
      return { ...itemAt(shown, 0), first, next_attempt: next?.why ?? null };
    },

    async receipt({ query }, { member, reply }) {
      await sendReceipt(reply, await receiptFile(app, query.id, { owner: member.memberId }));
      return null;
    },

    async payments({ query }, { member }) {
      const { payments, next } = await paymentHistory(app.db, member.memberId, query?.cursor);
      return { payments: await withRefunds(app, payments), next };
    },

    async retentionOffer(_input, { member, host }) {
      return { offer: await retentionOffer(app, member.memberId, host) };
    },

    async discountCode({ query }, call) {
      return showDiscountCode(app, { member: call.member?.memberId ?? null, host: call.host }, query);
    },

    async directDebit({ body }, call) {
      const { memberId } = call.member;
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
  });

/** Returns a path of this site, or null, so that payers are never redirected to another site. */
function ownPath(path: string | undefined): string | null {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return null;
  const url = new URL(path, 'http://own.invalid');
  return url.host === 'own.invalid' ? url.pathname.replace(/^\/+/, '/') + url.search : null;
}
