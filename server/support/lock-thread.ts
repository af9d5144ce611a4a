import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import { oneOrNone, type Tx } from '../platform/database/index.ts';
import { refuse } from '../platform/http/refusal.ts';

export interface LockedThread {
  id: number;
  member_id: number | null;
  email: string | null;
  host: string | null;
  language: Locale;
  version: number;
}

/** Locks a thread until the transaction ends. Throws `not_found` if it does not exist. */
export async function lockThread(tx: Tx, id: number): Promise<LockedThread> {
  const thread = await oneOrNone(
    sql<LockedThread>`
      select id, member_id, email, host, language, version from support_threads where id = ${id} for update`.execute(
      tx,
    ),
  );
  if (!thread) throw refuse('not_found');
  return thread;
}
