import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { siteOf } from '../../site-settings/index.ts';
import { inviterOf } from './referral-token.ts';

/** Notes by whose link a member signed up, if the site rewards that. An invalid or old token changes nothing. */
export async function noteReferral(
  app: Pick<App, 'config' | 'db' | 'parts'>,
  tx: Tx,
  { friend, token, host }: { friend: number; token: string; host: string },
): Promise<void> {
  const inviter = inviterOf(app, token);
  if (inviter === null) return;
  const site = await siteOf(app, host);
  if (site.settings.referral_credits === 0) return;
  await sql`
    insert into referrals (friend_id, inviter_id, host)
    select ${friend}, m.id, ${site.host} from members m join members f on f.id = ${friend} and f.pool_id = m.pool_id
    where m.id = ${inviter} and m.status = 'active' and m.roles = '{}' and m.id <> ${friend}
    on conflict (friend_id) do nothing`.execute(tx);
}
