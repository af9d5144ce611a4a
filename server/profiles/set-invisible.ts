import { sql } from 'kysely';
import type { Db } from '../platform/database/index.ts';

/**
 * Changes invisible mode and incognito, of which at most one is on: turning one on turns the other off. An incognito
 * profile is stored as invisible too.
 */
export async function setInvisible(
  db: Db,
  memberId: number,
  { invisible, incognito }: { invisible?: boolean | undefined; incognito?: boolean | undefined },
): Promise<void> {
  await sql`
    update profiles p set invisible = new.invisible or new.incognito, incognito = new.incognito
      from (
        select id,
          coalesce(${invisible ?? null}::boolean, case when ${incognito ?? null}::boolean then false else invisible and not incognito end) as invisible,
          coalesce(${incognito ?? null}::boolean, case when ${invisible ?? null}::boolean then false else incognito end) as incognito
        from profiles where id = ${memberId} for no key update
      ) new where p.id = new.id`.execute(db);
}
