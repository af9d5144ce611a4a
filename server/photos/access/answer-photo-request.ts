import { sql, type RawBuilder } from 'kysely';
import type { PhotoAccessState, PhotoAnswer } from '#contract/photos/access-states.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { lockPair } from '../../platform/database/pair-lock.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { refusalOf, relationTo, seenThrough, type Viewer } from '../../visibility/index.ts';
import { PHOTO_ACCESS_NOTIFICATION, type PhotoAccessNews } from './ask-for-photos.ts';

/** Duration of a grant by answer; null means no end. */
const lasts: Record<Exclude<PhotoAnswer, 'none'>, RawBuilder<Date | null>> = {
  always: sql`null`,
  day: sql`app_now() + interval '24 hours'`,
};

/**
 * PUT /api/photo-access.php: lets somebody who asked see the owner's photos on request, or declines the request or
 * ends the grant. Only a request makes a grant possible, so that nobody can show photos to people who did not
 * ask. The other is told of a grant and of its end, but not of a declined request. Throws `not_found` without a
 * request, or if the person is gone, and `blocked` or `blocked_by` if one has blocked the other.
 */
export async function answerPhotoRequest(
  app: Pick<App, 'db' | 'events' | 'jobs'>,
  owner: Viewer<number>,
  { profile, access }: { profile: number; access: PhotoAnswer },
): Promise<PhotoAccessState> {
  return inTransaction(app.db, async (tx) => {
    await lockPair(tx, owner.id, profile);
    const { rows } = await sql<{ state: PhotoAccessState; expired: boolean }>`
      select state, coalesce(expires_at <= app_now(), false) as expired from photo_access
      where owner_id = ${owner.id} and viewer_id = ${profile}`.execute(tx);
    const [before] = rows;
    if (!before) throw refuse('not_found');
    const mayNow = before.state === 'granted' && !before.expired;
    if (access !== 'none') {
      const found = await relationTo(tx, owner, profile);
      // The owner sees whoever asked, like the sender of a message.
      const seen = found && seenThrough({ ...found, talked: true }, 'opened');
      if (!found || !seen || seen === 'hidden') throw refuse('not_found');
      if (seen === 'blocked_by') throw refusalOf(seen, found.name);
      if (found.blocked) throw refuse('blocked', { name: found.name });
    }
    const state = access === 'none' ? 'declined' : 'granted';
    const expires = access === 'none' ? sql`null` : lasts[access];
    await sql`
      update photo_access set state = ${state}, expires_at = ${expires},
        changed_at = case when state = ${state} and not ${before.expired} then changed_at else app_now() end
      where owner_id = ${owner.id} and viewer_id = ${profile}`.execute(tx);
    const begins = state === 'granted' && !mayNow;
    const news: PhotoAccessNews = { owner: owner.id, viewer: profile, state: 'granted' };
    if (begins) await app.jobs.add(tx, PHOTO_ACCESS_NOTIFICATION, news);
    tx.afterCommit(() => {
      app.events.emit(owner.id, 'changed', { what: 'photoAccess', profile });
      if (begins || mayNow) app.events.emit(profile, 'changed', { what: 'photoAccess', profile: owner.id });
    });
    return state;
  });
}
