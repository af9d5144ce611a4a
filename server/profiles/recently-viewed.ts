import { sql } from 'kysely';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { knownTo, type Viewer } from '../visibility/index.ts';
import { hydrate, skeletonColumns, type Shown } from './hydrate.ts';

export const KEPT = 50;

export async function recentlyViewed(
  app: Pick<App, 'db' | 'parts'>,
  viewer: Viewer<number>,
): Promise<ProfileCard[]> {
  const { rows } = await sql<Shown>`
    select ${skeletonColumns(viewer.id, sql`array(select profile_id from views_of(${viewer.id}))`)} from views_of(${viewer.id}) v join profiles p on p.id = v.profile_id
    where ${knownTo(viewer)} order by v.viewed_at desc limit ${sql.lit(KEPT)}`.execute(app.db);
  const people = await hydrate(app, viewer, rows);
  return rows.flatMap((row) => people.card(row) ?? []);
}
