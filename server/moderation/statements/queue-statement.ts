import { sql } from 'kysely';
import { isEuCountry } from '#contract/lists/accessibility-bodies.ts';
import type { MeasureKind } from '#contract/rules/measure-rules.ts';
import type { App } from '../../platform/app.ts';
import { one, type Tx } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { needsStatement } from './statement-of.ts';

export const SEND_STATEMENT = 'send-dsa-statement';

export const statementKey = (puid: string): string => `dsa statement ${puid}`;

/**
 * Queues the statement of a measure for the DSA Transparency Database in the measure's transaction, if the installation
 * sends them, the measure restricts something, and the member's site is open in the European Union.
 */
export async function queueStatement(
  app: Pick<App, 'config' | 'jobs' | 'parts'>,
  tx: Tx,
  { measure, member, kind }: { measure: number; member: number; kind: MeasureKind },
): Promise<void> {
  if (!app.config.dsaDatabase || !needsStatement(kind)) return;
  const { host } = await one(
    sql<{ host: string | null }>`select host from members where id = ${member}`.execute(tx),
  );
  if (!(await settingsOf(app, host ?? undefined)).countries.some(isEuCountry)) return;
  const { puid } = await one(
    sql<{ puid: string }>`insert into dsa_statements (measure_id) values (${measure}) returning puid`.execute(
      tx,
    ),
  );
  await app.jobs.add(tx, SEND_STATEMENT, { puid }, { key: statementKey(puid) });
}
