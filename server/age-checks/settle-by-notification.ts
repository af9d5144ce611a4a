import { sql } from 'kysely';
import type { AgeProviderName } from '#contract/age-checks/lists.ts';
import { openCheckColumns } from './open-checks.ts';
import { ageProviderKinds } from './providers/registry.ts';
import { settleAgeCheck, type OpenCheck, type SettlingParts } from './settle-age-check.ts';

/**
 * Takes a provider's notification as a hint that there may be a result, and asks the provider. A notification that is
 * forged, repeated, late or about an unknown session changes nothing.
 */
export async function settleByNotification(
  app: SettlingParts,
  provider: AgeProviderName,
  notification: object,
): Promise<void> {
  if (!app.config.ageProviders.includes(provider)) return;
  const session = ageProviderKinds[provider](app).service?.sessionIn(notification);
  if (!session) return;
  const { rows } = await sql<OpenCheck>`
    select ${openCheckColumns} from age_checks c join members m on m.id = c.member_id
    where c.provider = ${provider} and c.reference = ${session} and c.state = 'open'`.execute(app.db);
  if (rows[0]) await settleAgeCheck(app, rows[0]);
}
