import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';
import { tellDesk } from './news.ts';

/** After this long without activity another writer may take the conversation. */
const CLAIM_MINUTES = 10;

/** The two sides of a conversation on the desk. */
export interface Sides {
  profile_id: number;
  member_id: number;
}

/**
 * POST /api/admin/desk-claim.php: gives the writer a conversation of a fictional profile, and takes back the one before it: one
 * writer answers one conversation at a time.
 *
 * Refuses `not_found` for a conversation without a fictional profile, and `desk_claimed` with the other writer's name while
 * that one's claim lasts, unless `takeover`.
 */
export async function claimConversation(app: Pick<App, 'db' | 'events'>, operator: number, conversation: number, takeover: boolean): Promise<void> {
  const released = await inTransaction(app.db, async (tx) => {
    await assertFictional(tx, conversation);
    // A second claim of the same conversation waits here for the first.
    await sql`select from conversations where id = ${conversation} for no key update`.execute(tx);
    const other = await holderOf(tx, conversation);
    if (other && other.id !== operator && !takeover) throw refuse('desk_claimed', { name: other.name });
    const { rows } = await sql<{ conversation_id: number }>`
      delete from desk_claims where (operator_id = ${operator} or conversation_id = ${conversation}) returning conversation_id`.execute(tx);
    await sql`insert into desk_claims (conversation_id, operator_id, expires_at)
      values (${conversation}, ${operator}, app_now() + ${CLAIM_MINUTES} * interval '1 minute')`.execute(tx);
    return rows.map((row) => row.conversation_id);
  });
  for (const id of new Set([conversation, ...released])) tellDesk(app, id);
}

/** DELETE /api/admin/desk-claim.php: hands a conversation over; the note joins what the profile remembers. A repeat changes nothing. */
export async function releaseConversation(app: Pick<App, 'db' | 'events'>, operator: number, conversation: number, note: string): Promise<void> {
  const released = await inTransaction(app.db, async (tx) => {
    const { rows } = await sql`delete from desk_claims where conversation_id = ${conversation} and operator_id = ${operator} returning conversation_id`.execute(
      tx,
    );
    if (rows.length > 0 && note.trim() !== '') {
      await sql`insert into desk_memory as memory (conversation_id, body, updated_by) values (${conversation}, ${note.trim()}, ${operator})
        on conflict (conversation_id) do update set
          body = left(memory.body || case when memory.body = '' then '' else E'\n' end || excluded.body, 4000),
          updated_by = excluded.updated_by, updated_at = app_now()`.execute(tx);
    }
    return rows.length > 0;
  });
  if (released) tellDesk(app, conversation);
}

/**
 * The claim that a writer acts by, prolonged.
 *
 * Refuses `desk_not_claimed` when the writer has not taken the conversation, or another has taken it over.
 */
export async function keepClaim(db: Db, operator: number, conversation: number): Promise<Sides> {
  const { rows } = await sql`
    update desk_claims set expires_at = app_now() + ${CLAIM_MINUTES} * interval '1 minute'
      where conversation_id = ${conversation} and operator_id = ${operator} returning conversation_id`.execute(db);
  if (rows.length === 0) throw refuse('desk_not_claimed');
  return assertFictional(db, conversation);
}

/** The writer whose claim on a conversation lasts. */
export async function holderOf(db: Db, conversation: number): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from desk_claims c join profiles p on p.id = c.operator_id
      where c.conversation_id = ${conversation} and c.expires_at > app_now()`.execute(db);
  return rows[0] ?? null;
}

/** The conversation that a writer has now. */
export async function claimOf(db: Db, operator: number): Promise<number | null> {
  const { rows } = await sql<{ conversation_id: number }>`
    select conversation_id from desk_claims where operator_id = ${operator} and expires_at > app_now()`.execute(db);
  return rows[0]?.conversation_id ?? null;
}

/** The two sides of a conversation with a fictional profile. Refuses `not_found` for any other conversation. */
export async function assertFictional(db: Db, conversation: number): Promise<Sides> {
  const { rows } = await sql<Sides>`
    select p.id as profile_id, case when p.id = c.member_low then c.member_high else c.member_low end as member_id
      from conversations c join profiles p on p.id in (c.member_low, c.member_high) and p.kind = 'fictional'
      where c.id = ${conversation} limit 1`.execute(db);
  if (!rows[0]) throw refuse('not_found');
  return rows[0];
}
