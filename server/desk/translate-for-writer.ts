import type { CallBody, CallReply } from '#contract/calls.ts';
import { storedText, translateText } from '../chat/index.ts';
import type { App } from '../platform/app.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { keepClaim } from './claims/keep-claim.ts';

/**
 * POST /api/admin/desk-translation: translates a member's message for the writer who answers it (docs/product.md 10.25).
 * Throws `desk_not_claimed`, `not_found`, and the errors of `translateText`.
 */
export async function translateForWriter(
  app: App,
  operator: number,
  { conversation, message, to }: CallBody<'deskTranslation'>,
  host: string,
): Promise<CallReply<'deskTranslation'>> {
  const { message_translation, message_visible_days } = await settingsOf(app, host);
  if (!message_translation) throw refuse('translation_off');
  const { profile_id } = await keepClaim(app.db, operator, conversation);
  const request = { conversation, message, visibleDays: message_visible_days };
  const { body } = await storedText(app.db, profile_id, request);
  return translateText(app, body, to);
}
