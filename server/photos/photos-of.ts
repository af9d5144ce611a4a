import { sql, type RawBuilder } from 'kysely';
import type { Photo } from '#contract/photos/photo.ts';
import type { Db } from '../platform/database/index.ts';
import type { PhotosRow } from '../profiles/index.ts';
import { accessOf } from './access/access-pieces.ts';
import type { PhotoAddresses, PhotoRow } from './addresses.ts';

const photoColumns = sql`
  photo.id, photo.member_id, photo.private, photo.on_request, photo.status, photo.width, photo.height, photo.colour, photo.refusal_reason,
  photo.id = owner.main_photo_id is true as main`;

/**
 * The photos of `profiles p` as one column for `photosIn`, main photo first, then in the owner's order, and
 * columns that say whether `viewer` (a member's id, null for a visitor) is premium and has asked for photos. It does not check who may
 * see the profile: apply the visibility rule first.
 */
export const photosColumns = (viewer: number | null, premium?: boolean): RawBuilder<PhotosRow> => sql`
  (select json_agg(json_build_object('id', photo.id, 'private', photo.private, 'on_request', photo.on_request, 'status', photo.status, 'width', photo.width, 'height', photo.height,
      'colour', photo.colour, 'refusal_reason', photo.refusal_reason, 'main', photo.id = p.main_photo_id is true)
      order by photo.id = p.main_photo_id is true desc, photo.position, photo.id)
    from photos photo where photo.member_id = p.id) as photos,
  ${accessOf(sql`p.id`, viewer)} as photo_access,
  ${viewer === null ? sql`null` : premium !== undefined ? sql`${premium}::boolean` : sql`(select viewing.paid_user from members viewing where viewing.id = ${viewer})`} as viewer_paid`;

export function photosIn(
  { photos, photo_access, viewer_paid }: PhotosRow,
  owner: number,
  viewer: number | null,
  addresses: PhotoAddresses,
): Photo[] {
  const kind = owner === viewer ? 'owner' : viewer === null ? 'visitor' : viewer_paid ? 'premium' : 'free';
  return ((photos ?? []) as PhotoRow[]).flatMap(
    (photo) => addresses.present(photo, kind, photo_access) ?? [],
  );
}

export async function photosOf(
  db: Db,
  addresses: PhotoAddresses,
  viewer: number | null,
  member: number,
): Promise<Photo[]> {
  const { rows } =
    await sql<PhotosRow>`select ${photosColumns(viewer)} from profiles p where p.id = ${member}`.execute(db);
  return rows[0] ? photosIn(rows[0], member, viewer, addresses) : [];
}

export async function ownPhoto(
  db: Db,
  addresses: PhotoAddresses,
  owner: number,
  id: number,
): Promise<Photo | null> {
  const { rows } = await sql<PhotoRow>`
    select ${photoColumns} from photos photo join profiles owner on owner.id = photo.member_id
    where photo.id = ${id} and photo.member_id = ${owner}`.execute(db);
  return rows[0] ? addresses.present(rows[0], 'owner', null) : null;
}
