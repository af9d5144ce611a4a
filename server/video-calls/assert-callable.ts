import { sql } from 'kysely';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { VideoCallKind } from '#contract/video-calls/lists.ts';
import { spendingRefusal } from '../credits/index.ts';
import type { App } from '../platform/app.ts';
import { one, oneOrNone, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { isOnline } from '../profiles/index.ts';
import { assertVisible, type Found, type Viewer } from '../visibility/index.ts';
import { assertMayContact } from './assert-may-contact.ts';

/** Unanswered calls to one member within 24 hours. */
const MOST_UNANSWERED = 3;
const PAUSE_SECONDS = 30;

/** Credits a minute. */
export const priceOf = (settings: SiteSettings, kind: VideoCallKind): number =>
  kind === 'video' ? settings.video_call_credits : settings.voice_call_credits;

interface CallRequest {
  other: number;
  price: number;
}

/**
 * Asserts that the viewer can call a member now (docs/product.md 10.26), and returns their conversation. Throws the
 * errors of sending a message, and those of calls: `video_calls_off`, `video_call_fictional`, `video_call_too_soon`,
 * `video_call_not_here`, `video_call_busy`, `video_call_declined_often`, `spending_paused`, `spending_cap` or
 * `video_call_credits`. A member who refuses calls looks like one who is not here.
 */
export async function assertCallable(
  app: Pick<App, 'config'>,
  db: Db,
  viewer: Viewer<number>,
  settings: SiteSettings,
  { other, price }: CallRequest,
): Promise<{ conversation: number }> {
  if (!settings.video_calls || !app.config.turn) throw refuse('video_calls_off');
  if (other === viewer.id) throw refuse('not_found');
  const found = await assertVisible(db, viewer, other);
  const { name } = found;
  assertPerson(found);
  await assertMayContact(db, viewer);
  const conversation = await conversationWith(db, viewer.id, other);
  if (conversation?.declined) throw refuse('contact_declined', { name });
  const count = settings.video_call_after_messages;
  if (!conversation || conversation.sent_by_both < count)
    throw refuse('video_call_too_soon', { name, count });
  await assertReady(db, viewer.id, other, name);
  const refusal = await spendingRefusal(db, viewer.id, price);
  if (refusal !== null) throw refuse(refusal === 'not_enough_credits' ? 'video_call_credits' : refusal);
  return { conversation: conversation.id };
}

function assertPerson({ kind, blocked, account, name }: Found): void {
  if (kind === 'cam') throw refuse('not_found');
  if (blocked) throw refuse('blocked', { name });
  if (kind === 'fictional') throw refuse('video_call_fictional');
  if (account === 'not_confirmed') throw refuse('recipient_unconfirmed', { name });
}

const conversationWith = (db: Db, member: number, other: number) =>
  oneOrNone(
    sql<{ id: number; sent_by_both: number; declined: boolean }>`
    select mine.conversation_id as id, least(mine.messages_sent, theirs.messages_sent) as sent_by_both,
        theirs.request is not distinct from 'declined' as declined
      from side_with(${member}, ${other}) mine cross join lateral side_of(${other}, mine.conversation_id) theirs`.execute(
      db,
    ),
  );

async function assertReady(db: Db, member: number, other: number, name: string): Promise<void> {
  const state = await one(
    sql<{ here: boolean; busy: boolean; unanswered: number; wait: number }>`
    select coalesce(${isOnline} and not m.refuses_video_calls, false) as here,
        exists (select from video_calls v where v.caller_id in (${member}, ${other}) and v.status <> 'ended')
          or exists (select from video_calls v where v.callee_id in (${member}, ${other}) and v.status <> 'ended') as busy,
        tries.unanswered, tries.wait
      from profiles p join members m on m.id = p.id left join presence seen on seen.member_id = p.id
      cross join (
        select count(*)::int as unanswered,
            coalesce(ceil(${PAUSE_SECONDS} - extract(epoch from app_now() - max(v.created_at))), 0)::int as wait
          from video_calls v
          where v.caller_id = ${member} and v.callee_id = ${other} and v.created_at > app_now() - interval '24 hours'
            and v.status = 'ended' and v.accepted_at is null
      ) tries
      where p.id = ${other}`.execute(db),
  );
  if (!state.here) throw refuse('video_call_not_here', { name });
  if (state.busy) throw refuse('video_call_busy');
  if (state.unanswered >= MOST_UNANSWERED) throw refuse('video_call_declined_often', { name });
  if (state.wait > 0) throw refuse('too_many_requests', {}, state.wait);
}
