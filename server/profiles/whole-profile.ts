import { sql } from 'kysely';
import type { Interest } from '#contract/enums.ts';
import type { Profile } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { cardColumnsFor, cardJoins, toCard, type CardRow } from './cards.ts';

type Extras = Pick<
  Profile,
  | 'status'
  | 'date_of_birth'
  | 'sexuality'
  | 'gender_sought'
  | 'hair_color'
  | 'eye_color'
  | 'body_type'
  | 'relationship_status'
  | 'tattoos'
  | 'about'
  | 'active_recently'
>;
type Row = CardRow & Extras & { interests: Interest[] };

/**
 * A whole profile (contract/profiles.ts) as `viewer` sees it; `date_of_birth` and `gender_sought` for the owner only.
 * Activity is told in coarse words. Does not check who may see whom: call `assertVisible` first.
 *
 * Refuses `not_found`.
 */
export async function profileOf({ db, parts }: Pick<App, 'db' | 'parts'>, viewer: number | null, id: number): Promise<Profile> {
  const [{ rows }, photos] = await Promise.all([
    sql<Row>`
      select ${cardColumnsFor(viewer, sql`array[${id}::bigint]`)}, p.status, p.date_of_birth, p.sexuality, p.gender_sought, p.interests, p.hair_color, p.eye_color,
        p.body_type, p.relationship_status, p.tattoos, p.about,
        case when seen.last_active > app_now() - interval '1 day' then 'today'
             when seen.last_active > app_now() - interval '7 days' then 'this_week'
             when seen.last_active is not null then 'earlier' end as active_recently
      from profiles p ${cardJoins} where p.id = ${id}`.execute(db),
    parts.photos.photosOf(db, viewer, id),
  ]);
  const row = rows[0];
  if (!row) throw refuse('not_found');
  const own = viewer === id;
  return {
    ...toCard(row, viewer, parts.photos),
    age: row.age,
    gender: row.gender,
    country: row.country,
    status: row.status,
    date_of_birth: own ? row.date_of_birth : null,
    gender_sought: own ? row.gender_sought : null,
    sexuality: row.sexuality,
    interests: row.interests,
    hair_color: row.hair_color,
    eye_color: row.eye_color,
    body_type: row.body_type,
    relationship_status: row.relationship_status,
    tattoos: row.tattoos,
    about: row.about,
    active_recently: row.active_recently,
    photos,
  };
}
