import { sql } from 'kysely';
import type { App } from '../platform/app.ts';

export async function rememberOf(
  { db }: Pick<App, 'db'>,
  operator: number,
  conversation: number,
  memory: string,
): Promise<void> {
  await sql`insert into desk_memory (conversation_id, body, updated_by) values (${conversation}, ${memory.trim()}, ${operator})
    on conflict (conversation_id) do update set body = excluded.body, updated_by = excluded.updated_by, updated_at = app_now()`.execute(
    db,
  );
}
