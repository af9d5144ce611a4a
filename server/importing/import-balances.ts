import { resolve } from 'node:path';
import { sql } from 'kysely';
import { grantCredits } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { memberOfExternal, type ImportOptions } from './import-members.ts';
import type { Report } from './report.ts';
import { readRows } from './rows.ts';

/** A larger balance is treated as a typing error. */
const MOST_CREDITS = 1_000_000;
const KEY = 'import';

/**
 * Books the balances of `balances.csv`, each as one ledger entry of the kind `import`: credits that this site
 * now owes. A member has at most one such entry. A repeat books nothing, and reports a different amount.
 */
export async function importBalances(
  app: Pick<App, 'db'>,
  folder: string,
  { dryRun }: ImportOptions,
  fine: ReadonlySet<string>,
  report: Report,
): Promise<void> {
  for await (const { line, values } of readRows(resolve(folder, 'balances.csv'), [
    'external_id',
    'credits',
  ])) {
    const id = values['external_id'] ?? '';
    const at = { file: 'balances.csv', line, id };
    const credits = /^\d{1,9}$/.test(values['credits'] ?? '') ? Number(values['credits']) : Number.NaN;
    const member = await memberOfExternal(app.db, id);
    if (!(credits >= 0 && credits <= MOST_CREDITS)) report.refused(at, ['credits: invalid']);
    else if (!member && !(dryRun && fine.has(id)))
      report.refused(at, ['external_id: no such member came in']);
    else if (credits === 0 || dryRun || !member) report.took(at, 'new');
    else {
      const { rows } = await sql<{
        credits: number;
      }>`select credits from ledger_entries where member_id = ${member} and idempotency_key = ${KEY}`.execute(
        app.db,
      );
      if (rows[0])
        report.took(
          at,
          'there',
          rows[0].credits === credits
            ? []
            : [`credits: ${rows[0].credits} were booked before, not ${credits}`],
        );
      else {
        await inTransaction(app.db, (tx) => grantCredits(tx, { member, kind: 'import', credits, key: KEY }));
        report.took(at, 'new');
      }
    }
  }
}
