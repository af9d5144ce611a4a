import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import { complain } from '../moderation/index.ts';
import type { App } from '../platform/app.ts';
import { viewerOf } from '../visibility/index.ts';
import { assertFictional } from './claims/assert-fictional.ts';

/**
 * POST /api/admin/desk-report: tells the moderators about a member who is in distress or seems under age. It
 * becomes an urgent complaint of the fictional profile, with the member's last message as evidence. Repeating a
 * `client_id` changes nothing. Throws `not_found` for a conversation without a fictional profile.
 */
export async function reportMember(
  app: App,
  operator: { id: number; locale: Locale; host: string },
  { conversation, client_id, reason, text }: CallBody<'deskReport'>,
): Promise<void> {
  const { profile_id, member_id } = await assertFictional(app.db, conversation);
  const { rows } = await sql<{ id: number }>`
    select id from messages where conversation_id = ${conversation} and sender_id = ${member_id}
    order by id desc limit 1`.execute(app.db);
  await complain(
    app,
    {
      ...(await viewerOf(app, profile_id, operator.host)),
      locale: operator.locale,
      host: operator.host,
      deskOperator: operator.id,
    },
    {
      client_id,
      profile: member_id,
      message: rows[0]?.id,
      category: reason === 'underage' ? 'underage' : 'other',
      text,
    },
  );
}
