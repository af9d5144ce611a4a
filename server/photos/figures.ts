import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';

/**
 * Brings the profile's own account of its photos up to date after any change: how many others can see, and the main
 * one. A main photo that is gone, private or refused gives way to the first that can lead. The caller holds the
 * member's row.
 */
export async function refreshFigures(tx: Tx, memberId: number): Promise<void> {
  await sql`
    update profiles p set
      num_photos = (select count(*) from photos where member_id = p.id and status = 'active' and not private),
      main_photo_id = coalesce(
        (select id from photos where id = p.main_photo_id and not private and status <> 'refused'),
        (select id from photos where member_id = p.id and not private and status <> 'refused'
         order by status = 'active' desc, position, id limit 1))
    where p.id = ${memberId}`.execute(tx);
}

/** Holds the member's row, so that limits are counted one change at a time. Null: there is no such member. */
export async function lockMember(tx: Tx, memberId: number): Promise<{ paid_user: boolean; host: string | null } | null> {
  const { rows } = await sql<{ paid_user: boolean; host: string | null }>`
    select paid_user, host from members where id = ${memberId} for no key update`.execute(tx);
  return rows[0] ?? null;
}
