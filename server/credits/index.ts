import type { App } from '../platform/app.ts';
import type { Module } from '../platform/module.ts';
import { creditHandlers } from './handlers.ts';
import { reconcileLedger } from './reconcile.ts';
import { settleReferrals } from './referrals/settle-referrals.ts';
import { tables } from './tables.ts';

export { giveBackCredits } from './give-back-credits.ts';
export { giveBackMessages, type ReturnedMessage } from './give-back-messages.ts';
export { carryAllowance } from './carry-allowance.ts';
export { grantCredits } from './grant-credits.ts';
export { takeBackCredits } from './take-back-credits.ts';
export { takeGrantedCredits } from './take-granted-credits.ts';
export type { Booked, Booking, GrantKind, TakeBackKind } from './book-credits.ts';
export { changeSpendingCap } from './change-cap.ts';
export { endSpendingPause } from './end-spending-pause.ts';
export { isSpendingPaused } from './is-spending-paused.ts';
export { pauseSpending } from './pause-spending.ts';
export { noteReferral } from './referrals/note-referral.ts';
export { reserveCredits } from './reserve-credits.ts';
export { spendingRefusal } from './spending-refusal.ts';
export { unusedCreditsOf, type OrderCredits } from './unused-credits.ts';
export { reconcileLedger, type LedgerFault, type LedgerReport } from './reconcile.ts';

export const module: Module = {
  tables,
  handlers: creditHandlers,
  jobs: (app: App) => ({
    'settle-referrals': () => settleReferrals(app),
    async 'reconcile-ledger'() {
      const report = await reconcileLedger(app.db);
      // The log's alert notifies operators, who might not look at the page.
      const { faults, total } = report;
      if (faults.length > 0 || total !== 0)
        app.log.error({ faults, total, alert: 'ledger' }, 'the ledger does not add up');
      else app.log.info({ entries: report.entries, held: report.held }, 'the ledger adds up');
    },
  }),
  cron: [
    { job: 'reconcile-ledger', at: '7 * * * *' },
    { job: 'settle-referrals', at: '34 * * * *' },
  ],
};
