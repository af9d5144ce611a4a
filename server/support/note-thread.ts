import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { Db } from '../platform/database/index.ts';
import { refuseFields } from '../platform/http/refusal.ts';

/** POST /api/admin/support-note: a note for colleagues. A repeat of a `client_id` changes nothing. */
export async function noteThread(
  db: Db,
  operator: number,
  { id, client_id, text }: CallBody<'noteSupport'>,
): Promise<void> {
  const body = text.trim();
  if (body === '') throw refuseFields({ text: 'required' });
  await sql`
    insert into support_notes (thread_id, operator_id, body, client_id)
    values (${id}, ${operator}, ${body}, ${client_id}) on conflict (thread_id, client_id) do nothing`.execute(
    db,
  );
}
