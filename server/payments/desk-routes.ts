import type { FastifyReply } from 'fastify';
import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { booksFile, booksOf } from './books/books.ts';
import { matchSettlement } from './books/settlement.ts';
import { saveMethods, savePackage, seeCatalogue } from './catalogue/operator-catalogue.ts';
import { saveVat } from './catalogue/vat.ts';
import { codeUses } from './discounts/code-uses.ts';
import { decideDispute } from './work/decide-dispute.ts';
import { moneyWork, moneyWorkFile } from './work/money-work.ts';

/** What operators set about money, and the books. */
export const deskHandlers = (app: App) =>
  handlers({
    adminCatalogue: () => seeCatalogue(app),
    adminPackage: ({ body }, { audit }) => savePackage(app, audit, body),
    adminMethods: ({ body }, { audit }) => saveMethods(app, audit, body),
    adminVat: ({ body }, { audit }) => saveVat(app, audit, body),
    adminBooks: ({ query }) => booksOf(app, query.month),
    async adminBooksFile({ query: { month, part } }, { audit, reply }) {
      const csv = booksFile(await booksOf(app, month), part);
      // Noted before the file leaves: after its last byte nobody waits for the audit log.
      await audit(app.db, { object: month });
      await sendFile(reply, `${part}-${month}.csv`, csv);
      return null;
    },
    adminMoneyWork: ({ query }, { member }) => moneyWork(app.db, member.memberId, query ?? {}),
    async adminMoneyWorkFile({ query }, { member, audit, reply }) {
      const csv = await moneyWorkFile(app.db, member.memberId, query ?? {});
      await audit(app.db);
      await sendFile(reply, 'worklist.csv', csv);
      return null;
    },
    async decideDispute({ body }, { member, audit }) {
      await decideDispute(app, { id: member.memberId, audit }, body);
      return { ok: true };
    },
    adminCodeUses: ({ query }) => codeUses(app.db, query),
    adminSettlement: ({ body }) => matchSettlement(app, body),
  });

const sendFile = (reply: FastifyReply, name: string, csv: string) =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'private, no-store').send(csv);
