import { sql } from 'kysely';
import type { HoldReason } from '#contract/lists/hold-reasons.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { setProfileStatus } from '../../profiles/index.ts';
import { memberChanged } from '../sessions/member-changed.ts';

interface Hold {
  member: number;
  reason: HoldReason;
  related?: number;
}

/**
 * Hides an account and stops its messages until a moderator decides. Operators and fictional profiles are
 * never held, nor is an account for a reason that a moderator has dismissed.
 */
export async function holdAccount(
  app: Pick<App, 'events'>,
  tx: Tx,
  { member, reason, related }: Hold,
): Promise<void> {
  const { rows } = await sql`
    insert into account_holds (member_id, reason, related_id)
    select m.id, ${reason}, ${related ?? null} from members m join profiles p on p.id = m.id
      where m.id = ${member} and m.roles = '{}' and p.kind = 'member' and m.status in ('active', 'not_confirmed')
    on conflict do nothing returning id`.execute(tx);
  if (rows.length === 0) return;
  await sql`update members set held_at = app_now() where id = ${member} and held_at is null`.execute(tx);
  await setProfileStatus(tx, member, 'disabled');
  await memberChanged(app, tx, member);
}
