import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction, one } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { holdAccount } from './hold-account.ts';
import { markHash, noteMark } from './person-marks.ts';

/**
 * Records the browser in which a member signed up or logged in. An account is held for a moderator if a
 * banned member used this browser, or if more accounts than `signups_per_device` were opened in it within a
 * day.
 */
export async function noteDevice(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'parts'>,
  member: number,
  device: string,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const mark = { kind: 'device', value: device } as const;
    await noteMark(app, tx, member, mark);
    const { host, email, confirmed_at } = await tx
      .selectFrom('members')
      .where('id', '=', member)
      .select(['host', 'email', 'confirmed_at'])
      .executeTakeFirstOrThrow();
    if (email && confirmed_at) await noteMark(app, tx, member, { kind: 'mail', value: email });
    const { signups_per_device: limit } = await settingsOf(app, host ?? undefined);
    const { young, count } = await one(
      sql<{ young: boolean; count: number }>`
      select coalesce(bool_or(m.id = ${member}), false) as young, count(*)::int as count
        from person_marks k join members m on m.id = k.member_id
        where k.kind = 'device' and k.hash = ${markHash(app.config.secret, mark)}
          and m.signup_date > app_now() - interval '1 day'`.execute(tx),
    );
    if (young && count > limit) await holdAccount(app, tx, { member, reason: 'many_signups' });
  });
}
