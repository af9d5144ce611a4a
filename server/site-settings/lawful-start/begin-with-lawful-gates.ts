import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { SITES_CHANGED } from '../site-cache.ts';
import { firstOverrides } from './first-overrides.ts';

/**
 * On the first start of a production site, turns on the age checks that today's laws ask for (docs/product.md 6.18). It
 * changes nothing once there is a member or an operator, or once the setting was changed.
 */
export async function beginWithLawfulGates(app: Pick<App, 'config' | 'db' | 'events'>): Promise<void> {
  const first = firstOverrides(app.config);
  if (!first.age_assurance) return;
  const { numAffectedRows = 0n } = await sql`
    update sites set overrides = overrides || ${JSON.stringify(first)}::jsonb
    where not overrides ? 'age_assurance'
      and not exists (select from members)
      and not exists (select from setting_changes c where c.host = sites.host and c.key = 'age_assurance')`.execute(
    app.db,
  );
  if (numAffectedRows > 0n) app.events.publish(SITES_CHANGED, null);
}
