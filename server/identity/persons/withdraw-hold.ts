import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { releaseAccount } from './release-account.ts';

/** Ends the hold for a picture whose refusal as under age was corrected, unless another picture is behind it. */
export async function withdrawHold(
  app: Pick<App, 'events'>,
  tx: Tx,
  { member, picture }: { member: number; picture: string },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update account_holds set evidence_folders = array_remove(evidence_folders, ${picture})
    where member_id = ${member} and reason in ('minor_picture', 'minor_voice') and decided_at is null and evidence_folders @> array[${picture}::text]
    returning id`.execute(tx);
  if (rows.length === 0) return;
  await sql`
    delete from account_holds where member_id = ${member} and reason in ('minor_picture', 'minor_voice') and decided_at is null and evidence_folders = '{}'`.execute(
    tx,
  );
  await releaseAccount(app, tx, member);
}
