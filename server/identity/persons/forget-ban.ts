import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { releaseAccount } from './release-account.ts';

/** Forgets the marks of a ban or suspension that has ended, and releases accounts held only because of it. */
export async function forgetBan(
  app: Pick<App, 'events'>,
  tx: Tx,
  measure: number,
  member: number,
): Promise<void> {
  await sql`delete from banned_marks where measure_id = ${measure}`.execute(tx);
  const { rows } = await sql<{ member: number }>`
    delete from account_holds h where related_id = ${member} and decided_at is null
      and not exists (select from banned_marks where member_id = ${member})
    returning member_id as member`.execute(tx);
  for (const held of rows) await releaseAccount(app, tx, held.member);
}
