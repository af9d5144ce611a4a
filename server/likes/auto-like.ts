import { sql } from 'kysely';
import type { ProfileCard } from '#contract/profiles.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { profileCard } from '../profiles/index.ts';
import { knownTo, listedFor, soughtBy, type Viewer } from '../visibility/index.ts';

/**
 * GET /api/auto-like.php: a like that the member has not seen yet. If there is none, a labelled fictional
 * profile likes the member, at most once a day; a like from a real member is never invented (docs/product.md
 * 11.3). A repeat on the same day returns the same like until it is seen. Throws `not_found` if there is no
 * such like.
 */
export async function autoLike(app: Pick<App, 'db' | 'parts'>, viewer: Viewer<number>): Promise<ProfileCard> {
  const id = (await unseenLike(app.db, viewer)) ?? (await fictionalLike(app.db, viewer));
  const card = id === null ? null : await profileCard(app, viewer, id);
  if (!card) throw refuse('not_found');
  return {
    ...card,
    main_image: card.main_image && { ...card.main_image, match: `/likes/m/${card.id}` },
  };
}

async function unseenLike(db: Db, viewer: Viewer<number>): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select l.liker_id as id from likes l join profiles p on p.id = l.liker_id
    where l.liked_id = ${viewer.id} and l.like_new and ${knownTo(viewer)}
    order by (p.kind = 'member') desc, l.id desc limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

/** The row per day enforces one like a day: of two concurrent requests, only one creates it. */
async function fictionalLike(db: Db, viewer: Viewer<number>): Promise<number | null> {
  const { id: member } = viewer;
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with me as (select ${soughtBy('me')} as sought, me.country from profiles me where me.id = ${member} and me.listed),
      chosen as (
        select p.id from me, profiles p
        where p.kind = 'fictional' and p.gender = me.sought
          and ${listedFor(viewer)}
          and not exists (select from likes l where (l.liker_id, l.liked_id) in ((p.id, ${member}), (${member}, p.id)))
          and (select code from unmet_condition(${member}::bigint, p.id)) is null
          and not exists (select from auto_likes a where a.member_id = ${member} and a.profile_id = p.id)
        order by p.country = me.country desc, hashint8(p.id # ${member}::bigint) limit 1
      ),
      today as (
        insert into auto_likes (member_id, day, profile_id) select ${member}, app_now()::date, id from chosen
        on conflict do nothing returning profile_id
      )
      insert into likes (liker_id, liked_id) select profile_id, ${member} from today on conflict do nothing returning liker_id as id`.execute(
      tx,
    );
    return rows[0]?.id ?? null;
  });
}
