import { sql, type RawBuilder } from 'kysely';

const MOST_PHOTOS = 6;

/**
 * SQL array: the photos with which a moderator compares a member's selfie. The main photo comes first, because the badge stands
 * beside it, then public ones.
 */
export const comparedPhotos = (member: RawBuilder<unknown>): RawBuilder<number[]> => sql`array(
  select p.id from photos p join profiles owner on owner.id = p.member_id
  where p.member_id = ${member} and p.status = 'active'
  order by p.id = owner.main_photo_id is true desc, p.private, p.position, p.id limit ${sql.lit(MOST_PHOTOS)})`;
