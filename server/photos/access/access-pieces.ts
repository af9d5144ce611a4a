import { sql, type RawBuilder } from 'kysely';

/** Over `photo_access a`: the row counts, that is, it is no grant that has expired. */
export const isCurrentAccess = sql<boolean>`(a.expires_at is null or a.expires_at > app_now())`;

/** The viewer's access to the photos on request of `owner`, as JSON for `accessIn`; null without a row. */
export const accessOf = (
  owner: RawBuilder<number>,
  viewer: number | RawBuilder<number> | null,
): RawBuilder<unknown> =>
  viewer === null
    ? sql`null::json`
    : sql`(select json_build_object('state', a.state, 'until', a.expires_at) from photo_access a
        where a.owner_id = ${owner} and a.viewer_id = ${viewer}::bigint and ${isCurrentAccess})`;

/** Whether `owner` lets the viewer see the photos on request. */
export const isGranted = (
  owner: RawBuilder<number>,
  viewer: number | null,
): RawBuilder<boolean> => sql`exists (
  select from photo_access a where a.owner_id = ${owner} and a.viewer_id = ${viewer}::bigint and a.state = 'granted' and ${isCurrentAccess})`;

/** Whether others can ask `owner` for photos: at least one active photo is on request. */
export const offersPhotos = (owner: RawBuilder<number>): RawBuilder<boolean> =>
  sql`exists (select from photos o where o.member_id = ${owner} and o.private and o.on_request and o.status = 'active')`;
