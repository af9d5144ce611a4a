import { sql, type RawBuilder } from 'kysely';
import type { Interest } from '#contract/enums.ts';
import type { Profile } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { cardColumns, cardColumnsFor, cardJoins, toCard, type CardRow } from './cards.ts';
import type { PhotosRow } from './photo-part.ts';

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
/** What `profileColumns` selects. */
export type WholeRow = CardRow & Omit<Extras, 'status'> & PhotosRow & { interests: Interest[]; profile_status: Profile['status'] };

/** The columns of a whole profile, over `profiles p` with `cardJoins`, as its owner sees it: there is nothing between the two. */
export const ownProfileColumns = ({ photos }: Pick<App['parts'], 'photos'>): RawBuilder<unknown> => columns(cardColumns, photos.photosColumns(null));

/** The same as `viewer` sees the profile `id`. */
const profileColumns = ({ photos }: Pick<App['parts'], 'photos'>, viewer: number | null, id: number): RawBuilder<unknown> =>
  viewer === id ? ownProfileColumns({ photos }) : columns(cardColumnsFor(viewer, sql`array[${id}::bigint]`), photos.photosColumns(viewer));

const columns = (card: RawBuilder<unknown>, photos: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${card}, p.status as profile_status, p.date_of_birth, p.sexuality, p.gender_sought,
  p.interests, p.hair_color, p.eye_color, p.body_type, p.relationship_status, p.tattoos, p.about,
  case when seen.last_active > app_now() - interval '1 day' then 'today'
       when seen.last_active > app_now() - interval '7 days' then 'this_week'
       when seen.last_active is not null then 'earlier' end as active_recently,
  ${photos}`;

/** A row of `profileColumns` as `viewer` sees it; `date_of_birth` and `gender_sought` for the owner only. Activity is told in coarse words. */
export function presentProfile({ photos }: Pick<App['parts'], 'photos'>, row: WholeRow, viewer: number | null): Profile {
  const own = viewer === row.id;
  return {
    ...toCard(row, viewer, photos),
    age: row.age,
    gender: row.gender,
    country: row.country,
    status: row.profile_status,
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
    photos: photos.photosIn(row, row.id, viewer),
  };
}

/**
 * A whole profile (contract/profiles.ts) as `viewer` sees it, in one statement. Does not check who may see whom: call
 * `assertVisible` first.
 *
 * Refuses `not_found`.
 */
export async function profileOf({ db, parts }: Pick<App, 'db' | 'parts'>, viewer: number | null, id: number): Promise<Profile> {
  const { rows } = await sql<WholeRow>`select ${profileColumns(parts, viewer, id)} from profiles p ${cardJoins} where p.id = ${id}`.execute(db);
  if (!rows[0]) throw refuse('not_found');
  return presentProfile(parts, rows[0], viewer);
}
