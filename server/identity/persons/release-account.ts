import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { setProfileStatus } from '../../profiles/index.ts';
import { memberChanged } from '../sessions/member-changed.ts';

export async function releaseAccount(app: Pick<App, 'events'>, tx: Tx, member: number): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    update members set held_at = null
    where id = ${member} and held_at is not null
      and not exists (select from account_holds where member_id = ${member} and decided_at is null)
    returning status`.execute(tx);
  if (rows[0]?.status === 'active') await setProfileStatus(tx, member, 'active');
  await memberChanged(app, tx, member);
}
