import type { App } from '../../platform/app.ts';
import { profileCard } from '../../profiles/index.ts';
import { missedCall, type MissedCallNews } from '../../video-calls/index.ts';
import { maySee, viewerOf } from '../../visibility/index.ts';
import { addresseeOf } from '../audience.ts';
import { pushNotice } from '../push-notice.ts';
import { pushText } from '../push-texts.ts';

/**
 * Pushes that a member missed a call, under the switch for messages. Members with an open page get it too: a call rings
 * there, and nobody answered. Nothing is sent if the visibility rule now hides the caller.
 */
export async function notifyMissedCall(app: App, { call }: MissedCallNews): Promise<void> {
  const missed = await missedCall(app.db, call);
  const to = missed && (await addresseeOf(app, missed.callee));
  if (!to) return;
  const viewer = await viewerOf(app, to.id, to.host);
  if (!(await maySee(app.db, viewer, missed.caller))) return;
  const from = await profileCard(app, viewer, missed.caller);
  if (!from) return;
  await pushNotice(app, app.db, to, {
    type: 'new_messages',
    text: pushText(to, 'missed_call', from),
    path: `/chats/${missed.conversation}`,
    tag: `call-${missed.conversation}`,
    conversation: missed.conversation,
  });
}
