import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { releaseAccount } from './release-account.ts';

/** Ends the hold of a member whose document shows them to be an adult, against an earlier decision. */
export async function withdrawDocumentHold(app: Pick<App, 'events'>, tx: Tx, member: number): Promise<void> {
  const { numAffectedRows } = await sql`
    delete from account_holds where member_id = ${member} and reason = 'minor_document' and decided_at is null`.execute(
    tx,
  );
  if (numAffectedRows) await releaseAccount(app, tx, member);
}
