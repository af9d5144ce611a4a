import { sql, type RawBuilder } from 'kysely';
import type { SeriesTrigger } from '#contract/notifications/mail-series.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { siteOf } from '../../site-settings/index.ts';
import { insertRuns } from './insert-runs.ts';

export interface Entry {
  member: number;
  /** The member's site, as in `members.host`. */
  host: string | null;
  trigger: SeriesTrigger;
  /** Further condition over `members m` and `profiles p`. */
  condition?: RawBuilder<unknown>;
}

/** Enters one member in a series if the site has it switched on. Repeats change nothing. */
export async function enterSeries(
  app: Pick<App, 'db' | 'jobs' | 'parts'>,
  tx: Tx,
  { member, host, trigger, condition = sql`true` }: Entry,
): Promise<void> {
  const site = await siteOf(app, host ?? undefined);
  const series = (await app.parts.mailSeries()).find(
    (each) => each.host === site.host && each.trigger === trigger,
  );
  if (!series?.enabled) return;
  await insertRuns(app, tx, series, {
    condition: sql`m.id = ${member} and ${condition}`,
  });
}
