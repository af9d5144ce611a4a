import type { CallBody, CallReply } from '#contract/calls.ts';
import { openImage } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { keepClaim } from './claims/keep-claim.ts';

/**
 * POST /api/admin/desk-image: opens an image that can be seen once, as the fictional profile that received it. Only the
 * writer who opened it sees it. Throws `desk_not_claimed`, and the errors of `openImage`.
 */
export async function openAsProfile(
  app: App,
  operator: number,
  body: CallBody<'deskOpenImage'>,
  host: string,
): Promise<CallReply<'deskOpenImage'>> {
  const { profile_id } = await keepClaim(app.db, operator, body.conversation);
  return openImage(app, profile_id, body, { by: operator, host });
}
