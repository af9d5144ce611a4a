import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import { booksFile, booksOf } from './books/books.ts';
import { matchSettlement } from './books/settlement.ts';
import { saveMethods, savePackage, saveVat, seeCatalogue } from './catalogue/operator-catalogue.ts';

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
      await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${part}-${month}.csv"`)
        .header('cache-control', 'private, no-store')
        .send(csv);
      return null;
    },
    adminSettlement: ({ body }) => matchSettlement(app, body),
  });
