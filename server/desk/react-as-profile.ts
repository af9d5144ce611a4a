import type { Static } from 'typebox';
import type { Message, reactionBody } from '#contract/chat/conversations.ts';
import { reactToMessage } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { viewerOf } from '../visibility/index.ts';
import { keepClaim } from './claims/keep-claim.ts';
import { spendingOf } from './spending.ts';

/**
 * PUT /api/admin/desk-reaction: reacts to a message as the fictional profile. Throws `desk_not_claimed`, `desk_stopped`
 * as for an answer, and the errors of `reactToMessage`.
 */
export async function reactAsProfile(
  app: App,
  operator: number,
  body: Static<typeof reactionBody>,
  host: string,
): Promise<{ message: Message }> {
  const { profile_id, member_id } = await keepClaim(app.db, operator, body.conversation);
  if ((await spendingOf(app.db, member_id)).stops) throw refuse('desk_stopped');
  return reactToMessage(app, await viewerOf(app, profile_id, host), body);
}
