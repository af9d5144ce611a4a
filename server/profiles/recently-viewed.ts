import { sql } from 'kysely';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { prepared } from '../platform/fast/prepared.ts';
import { knownTo, type Viewer } from '../visibility/index.ts';
import { hydrate, skeletonColumns, type Shown } from './hydrate.ts';

export const KEPT = 50;

const newestViews = prepared<{ id: number; pool: number }, Shown, { resell: boolean }>(
  (value, { resell }) => sql`
    select ${skeletonColumns(value('id'), sql`array(select profile_id from views_of(${value('id')}::bigint))`)}
    from views_of(${value('id')}::bigint) v join profiles p on p.id = v.profile_id
    where ${knownTo({ id: value('id'), pool: value('pool'), resell })}
    order by v.viewed_at desc limit ${sql.lit(KEPT)}`,
);

export async function recentlyViewed(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
): Promise<ProfileCard[]> {
  const { id, pool, resell } = viewer;
  const rows = await newestViews(app.db, { id, pool }, { resell });
  const people = await hydrate(app, viewer, rows);
  return rows.flatMap((row) => people.card(row) ?? []);
}
