import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { siteOf } from '../../site-settings/index.ts';
import { holdByRules } from './hold-by-rules.ts';
import { matchingRules } from './matching-rules.ts';

/**
 * Applies the rules by mail domain to the first address that a new member confirms, if it is not the one of the sign-up. Otherwise
 * a sign-up with any address, corrected before its confirmation, would get around them.
 */
export async function screenFirstAddress(
  app: Pick<App, 'db' | 'events' | 'geoip' | 'jobs' | 'parts'>,
  tx: Tx,
  { member, email, host }: { member: number; email: string; host: string | null },
): Promise<void> {
  const { host: site } = await siteOf(app, host ?? undefined);
  const rules = await matchingRules({ db: tx, geoip: app.geoip }, { site, email, ip: null });
  const holding = rules.filter(({ effect }) => effect === 'hold');
  await holdByRules(app, tx, member, holding);
}
