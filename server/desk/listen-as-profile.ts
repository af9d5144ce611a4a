import type { CallBody, CallReply } from '#contract/calls.ts';
import { noteListened } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { keepClaim } from './claims/keep-claim.ts';

/**
 * PUT /api/admin/desk-voice: marks a voice message as listened to, as the fictional profile that received it. Throws
 * `desk_not_claimed`, and the errors of `noteListened`.
 */
export async function listenAsProfile(
  app: App,
  operator: number,
  { conversation, voice }: CallBody<'deskVoiceListened'>,
): Promise<CallReply<'deskVoiceListened'>> {
  const { profile_id } = await keepClaim(app.db, operator, conversation);
  return noteListened(app, profile_id, voice, conversation);
}
