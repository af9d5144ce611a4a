import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { siteOf } from '../../site-settings/index.ts';
import { referralToken } from './referral-token.ts';

/** A member's link and what came of it; null if the site rewards no invitations. */
export async function referralsOf(
  app: Pick<App, 'config' | 'db' | 'parts'>,
  member: number,
): Promise<NonNullable<CallReply<'statement'>['referral']> | null> {
  const { host } = await app.db
    .selectFrom('members')
    .select('host')
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  const { settings } = await siteOf(app, host ?? undefined);
  const { referral_credits: credits, referral_most: most, refund_days: days } = settings;
  if (credits === 0) return null;
  const counts = await one(
    sql<{ joined: number; paid: number }>`
      select count(*)::int as joined, count(*) filter (where status = 'paid')::int as paid
      from referrals where inviter_id = ${member}`.execute(app.db),
  );
  return { credits, most, days, token: referralToken(app, member), ...counts };
}
