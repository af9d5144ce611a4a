import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { assertFictional } from '../claims/assert-fictional.ts';
import { tellDesk } from '../news.ts';

/**
 * POST /api/admin/desk-whisper: leaves a note for whoever writes in the conversation. Repeating a `client_id` changes
 * nothing. Throws `not_found` for a conversation without a fictional profile.
 */
export async function whisper(
  app: Pick<App, 'db' | 'events'>,
  operator: number,
  { conversation, client_id, text }: CallBody<'deskWhisper'>,
): Promise<void> {
  const body = text.trim();
  if (body === '') throw refuseFields({ text: 'required' });
  await assertFictional(app.db, conversation);
  await sql`
    insert into desk_whispers (conversation_id, operator_id, client_id, body)
    values (${conversation}, ${operator}, ${client_id}, ${body}) on conflict (client_id) do nothing`.execute(
    app.db,
  );
  tellDesk(app, conversation);
}
