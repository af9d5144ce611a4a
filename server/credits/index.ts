import type { App } from '../platform/app.ts';
import { handlers } from '../platform/http/context.ts';
import type { Module } from '../platform/module.ts';
import { reconcileLedger } from './reconcile.ts';
import { statementOf } from './statement.ts';
import { tables } from './tables.ts';

export { giveBackCredits, grantCredits, takeBackCredits, type Booked, type Booking, type GrantKind, type TakeBackKind } from './book-credits.ts';
export { changeSpendingCap } from './change-cap.ts';
export { endSpendingPause, isSpendingPaused, pauseSpending } from './pause-spending.ts';
export { unusedCreditsOf, type OrderCredits } from './unused-credits.ts';
export { reconcileLedger, type LedgerFault, type LedgerReport } from './reconcile.ts';

export const module: Module = {
  tables,
  handlers: (app: App) =>
    handlers({
      statement: ({ query }, { member }) => statementOf(app.db, member.memberId, query?.cursor),
    }),
  jobs: (app: App) => ({
    async 'reconcile-ledger'() {
      const report = await reconcileLedger(app.db);
      // Read by whoever watches the logs: money that does not add up is never only a number on a page.
      if (report.faults.length > 0) app.log.error({ faults: report.faults, alert: 'ledger' }, 'the ledger does not add up');
      else app.log.info({ entries: report.entries, held: report.held }, 'the ledger adds up');
    },
  }),
  cron: [{ job: 'reconcile-ledger', at: '7 * * * *' }],
};
