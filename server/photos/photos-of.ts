import { sql } from 'kysely';
import type { Photo } from '#contract/profiles.ts';
import type { Db } from '../platform/database/index.ts';
import type { PhotoAddresses, PhotoRow } from './addresses.ts';
import type { Viewer } from './rules.ts';

type Row = PhotoRow & { member_id: number };

export const photoColumns = sql`
  photo.id, photo.member_id, photo.private, photo.status, photo.width, photo.height, photo.refusal_reason,
  photo.id = owner.main_photo_id is true as main`;

/**
 * The photos of many members, as `viewer` (a member's id, null for a visitor) may see them, in two statements whatever
 * their number: the main one first, then in the owner's order. Does not check whose profile may be seen: apply the
 * visibility rule first.
 */
export async function photosOf(db: Db, addresses: PhotoAddresses, viewer: number | null, members: readonly number[]): Promise<Map<number, Photo[]>> {
  const photos = new Map<number, Photo[]>(members.map((member) => [member, []]));
  if (members.length === 0) return photos;
  const [{ rows }, kind] = await Promise.all([
    sql<Row>`
      select ${photoColumns} from photos photo join profiles owner on owner.id = photo.member_id
      where photo.member_id = any(${members as number[]}::bigint[])
      order by photo.member_id, main desc, photo.position, photo.id`.execute(db),
    viewerKind(db, viewer),
  ]);
  for (const row of rows) {
    const photo = addresses.present(row, row.member_id === viewer ? 'owner' : kind);
    if (photo) photos.get(row.member_id)!.push(photo);
  }
  return photos;
}

async function viewerKind(db: Db, viewer: number | null): Promise<Viewer> {
  if (viewer === null) return 'visitor';
  const { rows } = await sql<{ paid_user: boolean }>`select paid_user from members where id = ${viewer}`.execute(db);
  return rows[0]?.paid_user ? 'premium' : 'free';
}

/** One photo as its owner sees it; null when it is not theirs. */
export async function ownPhoto(db: Db, addresses: PhotoAddresses, owner: number, id: number): Promise<Photo | null> {
  const { rows } = await sql<Row>`
    select ${photoColumns} from photos photo join profiles owner on owner.id = photo.member_id
    where photo.id = ${id} and photo.member_id = ${owner}`.execute(db);
  return rows[0] ? addresses.present(rows[0], 'owner') : null;
}
