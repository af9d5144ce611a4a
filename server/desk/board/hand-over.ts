import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { assertFictional } from '../claims/assert-fictional.ts';
import { claimConversation } from '../claims/claim-conversation.ts';

/**
 * POST /api/admin/desk-hand-over: gives a conversation to a writer, beyond their capacity if need be. Throws `not_found`
 * unless they write at the desk and for the member's site.
 */
export async function handOver(
  app: Pick<App, 'db' | 'events'>,
  { conversation, to }: { conversation: number; to: number },
): Promise<void> {
  const { member_id } = await assertFictional(app.db, conversation);
  const { rows } = await sql`
    select from members where id = ${to} and roles && '{writer,supervisor,owner}'
      and (office_sites is null or sites_of_member(${member_id}) <@ office_sites)`.execute(app.db);
  if (rows.length === 0) throw refuse('not_found');
  await claimConversation(app, { operator: to, conversation, takeover: true });
}
