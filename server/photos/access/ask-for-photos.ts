import { sql } from 'kysely';
import type { ErrorCode } from '#contract/errors.ts';
import type { PhotoRequestState } from '#contract/photos/access-states.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, one, type Tx } from '../../platform/database/index.ts';
import { lockPair } from '../../platform/database/pair-lock.ts';
import { refuse } from '../../platform/http/refusal.ts';
import {
  assertAgeForContact,
  assertVerifiedFor,
  assertVisible,
  relationTo,
  seenThrough,
  type Found,
  type Viewer,
} from '../../visibility/index.ts';
import { offersPhotos } from './access-pieces.ts';

/** The job that tells an owner of a request, or the person who asked of a grant. */
export const PHOTO_ACCESS_NOTIFICATION = 'photo-access-notification';

export interface PhotoAccessNews {
  owner: number;
  viewer: number;
  state: 'asked' | 'granted';
}

/**
 * POST /api/photo-request.php: asks `owner` to show their photos on request (docs/product.md 6.13). There is one
 * request for a pair: a repeat changes nothing, also after it was declined, which the asker cannot tell. Throws
 * `not_found` or `blocked_by` if the visibility rule hides the owner, `blocked` if the asker blocked them,
 * `photos_unseen` if the owner could not see who asks, `contact_…` for a condition for contact that the asker
 * does not meet, `age_check_required`, `verification_required`, `address_unconfirmed`, `account_held`, and `conflict` if there are no such photos (any longer).
 */
export async function askForPhotos(
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  viewer: Viewer<number>,
  owner: number,
): Promise<PhotoRequestState> {
  return inTransaction(app.db, async (tx) => {
    await assertAgeForContact(tx, viewer);
    await assertVerifiedFor(tx, viewer, owner);
    await lockPair(tx, viewer.id, owner);
    const found = await assertVisible(tx, viewer, owner);
    if (found.own) throw refuse('not_found');
    if (found.blocked) throw refuse('blocked', { name: found.name });
    await assertMayAsk(tx, viewer, found);
    const { rows: stored } = await sql`
      insert into photo_access as a (owner_id, viewer_id) values (${owner}, ${viewer.id})
      on conflict (owner_id, viewer_id) do update set state = 'asked', expires_at = null, asked_at = app_now(), changed_at = app_now()
        where a.expires_at <= app_now()
      returning 1`.execute(tx);
    if (stored.length > 0) {
      const news: PhotoAccessNews = { owner, viewer: viewer.id, state: 'asked' };
      await app.jobs.add(tx, PHOTO_ACCESS_NOTIFICATION, news);
      tx.afterCommit(() => {
        app.events.emit(owner, 'changed', { what: 'photoAccess', profile: viewer.id });
        app.events.emit(viewer.id, 'changed', { what: 'photoAccess', profile: owner });
      });
      return 'asked';
    }
    const { state } = await one(
      sql<{
        state: string;
      }>`select state from photo_access where owner_id = ${owner} and viewer_id = ${viewer.id}`.execute(tx),
    );
    return state === 'granted' ? 'granted' : 'asked';
  });
}

/** A request is a contact: the owner must be able to see who asks, and their conditions apply. */
async function assertMayAsk(tx: Tx, viewer: Viewer<number>, owner: Found): Promise<void> {
  const asker = await one(
    sql<{ status: string; held: boolean; offered: boolean; unmet: ContactCode | null }>`
      select m.status, m.held_at is not null as held, ${offersPhotos(sql`${owner.id}::bigint`)} as offered,
        case when ${owner.talked} then
          (select 'contact_declined' from side_with(${owner.id}, m.id) theirs where theirs.request = 'declined')
        else (select u.code from unmet_condition(${owner.id}::bigint, m.id) u where u.refused) end as unmet
      from members m where m.id = ${viewer.id}`.execute(tx),
  );
  if (asker.status === 'not_confirmed') throw refuse('address_unconfirmed');
  if (asker.held) throw refuse('account_held');
  const shown = await relationTo(tx, { ...viewer, id: owner.id }, viewer.id);
  if (!shown || seenThrough(shown, 'opened') !== 'visible')
    throw refuse('photos_unseen', { name: owner.name });
  if (asker.unmet) throw refuse(asker.unmet, { name: owner.name });
  if (!asker.offered) throw refuse('conflict');
}

type ContactCode = Extract<ErrorCode, `contact_${string}`>;
