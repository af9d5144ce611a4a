import { sql } from 'kysely';
import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import type { App } from '../platform/app.ts';
import { openCheckColumns } from './open-checks.ts';
import { settleAgeCheck, type OpenCheck } from './settle-age-check.ts';

/**
 * Takes a provider's notification as a hint that there may be a result, and asks the provider. A notification that is
 * forged, repeated, late or about an unknown session changes nothing.
 */
export async function settleBySession(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'log' | 'mailer'>,
  provider: AgeProviderName,
  session: string,
): Promise<void> {
  const { rows } = await sql<OpenCheck>`
    select ${openCheckColumns} from age_checks c join members m on m.id = c.member_id
    where c.provider = ${provider} and c.reference = ${session} and c.state = 'open'`.execute(app.db);
  if (rows[0]) await settleAgeCheck(app, rows[0]);
}
