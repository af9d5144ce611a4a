import type { FastifyReply } from 'fastify';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { booksFile, booksOf } from './books/books.ts';
import { receiptLines } from './books/receipt-lines.ts';
import { matchSettlement } from './books/settlement.ts';
import { seeCatalogue } from './catalogue/office-catalogue.ts';
import { saveMethods } from './catalogue/save-methods.ts';
import { savePackage } from './catalogue/save-package.ts';
import { saveVat } from './catalogue/vat.ts';
import { codeUses } from './discounts/code-uses.ts';
import { listCodes, makeCode } from './discounts/operator-codes.ts';
import { importDisputeFile } from './disputes/import-dispute-file.ts';
import { seePayment } from './operator-payments.ts';
import { listPayments } from './payment-list/list-payments.ts';
import { paymentFile } from './payment-list/payment-file.ts';
import { receiptFile } from './receipts/receipt-file.ts';
import { sendReceipt } from './receipts/receipt-http.ts';
import { askRefund } from './refunds/ask-refund.ts';
import { decideRefund } from './refunds/decide-refund.ts';
import { closingRefundsOf } from './refunds/refund-closed-account.ts';
import { handleWithdrawal } from './withdrawals/handle-withdrawal.ts';
import { decideDispute } from './work/decide-dispute.ts';
import { moneyWork, moneyWorkFile } from './work/money-work.ts';

export const paymentOfficeHandlers = (app: App) =>
  handlers({
    adminCatalogue: () => seeCatalogue(app),
    adminPackage: ({ body }, { member, audit }) => savePackage(app, { id: member.memberId, audit }, body),
    adminMethods: ({ body }, { audit }) => saveMethods(app, audit, body),
    adminVat: ({ body }, { audit }) => saveVat(app, audit, body),
    adminBooks: ({ query }, { member }) => booksOf(app, member.sites, query.month),
    async adminBooksFile({ query: { month, part } }, { member, audit, reply }) {
      const csv =
        part === 'receipts'
          ? await receiptLines(app.db, member.sites, month)
          : booksFile(await booksOf(app, member.sites, month), part);
      // The audit entry comes first: once the file is sent, a failure to write the entry could no longer stop
      // it.
      await audit(app.db, { object: month });
      await sendFile(reply, `${part}-${month}.csv`, csv);
      return null;
    },
    adminMoneyWork: ({ query }, { member }) => moneyWork(app.db, member, query ?? {}),
    async adminMoneyWorkFile({ query }, { member, audit, reply }) {
      const csv = await moneyWorkFile(app.db, member, query ?? {});
      await audit(app.db);
      await sendFile(reply, 'worklist.csv', csv);
      return null;
    },
    async decideDispute({ body }, { member, audit }) {
      await decideDispute(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },
    async adminReceipt({ query }, { reply, audit }) {
      const file = await receiptFile(app, query.id);
      await audit(app.db, { member: file.member, object: query.id });
      await sendReceipt(reply, file);
      return null;
    },
    adminPayments: ({ query }, { member }) => listPayments(app.db, member.sites, query ?? {}),
    async adminPaymentsFile({ query }, { member, audit, reply }) {
      await audit(app.db);
      await sendFile(reply, 'payments.csv', paymentFile(app.db, member.sites, query ?? {}));
      return null;
    },

    adminPayment: ({ query }) => seePayment(app, query.id),

    async adminRefund({ body }, { member, audit }) {
      const operator = { id: member.memberId, audit };
      if ('payment' in body) return { ok: true as const, status: await askRefund(app, operator, body) };
      if ('refund' in body)
        return { ok: true as const, status: await decideRefund(app, operator, body.refund, body.decision) };
      await handleWithdrawal(app, operator, body.withdrawal);
      return { ok: true as const };
    },

    adminDiscountCodes: ({ query }, { member }) => listCodes(app, member.sites, query?.cursor),

    adminDiscountCode: ({ body }, { member, audit }) =>
      makeCode(app, { id: member.memberId, sites: member.sites, audit }, body),
    adminClosingRefunds: ({ query }) => closingRefundsOf(app, query.member),
    adminCodeUses: ({ query }, { member }) => codeUses(app.db, member.sites, query),
    adminDisputeFile: ({ body }, { audit }) => importDisputeFile(app, audit, body),
    adminSettlement: ({ body }) => matchSettlement(app, body),
  });

const sendFile = (reply: FastifyReply, name: string, csv: string | NodeJS.ReadableStream) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(csv);
