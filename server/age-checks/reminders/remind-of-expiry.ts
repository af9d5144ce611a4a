import { sql } from 'kysely';
import { AGE_RENEWAL_DAYS } from '#contract/age-checks/lists.ts';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { validUntil } from '../valid-until.ts';

/** Job that mails and pushes the reminder. */
export const AGE_CHECK_REMINDER = 'age-check-reminder';

export interface AgeCheckExpiry {
  member: number;
  check: number;
}

interface Expiring {
  id: number;
  member_id: number;
  host: string | null;
  country: string;
}

const BATCH = 200;

/**
 * Job that reminds members once of a passed check that expires soon, if their country still asks for one and they have not
 * renewed it. Members whose country begins to ask later are reminded then.
 */
export async function remindOfExpiry(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'log' | 'parts'>,
): Promise<void> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<Expiring>`
      select c.id, c.member_id, m.host, p.country
      from age_checks c join members m on m.id = c.member_id join profiles p on p.id = c.member_id
      where c.state = 'passed' and c.reminded_at is null and c.id > ${after}
        and c.expires_at > app_now() and c.expires_at <= app_now() + ${AGE_RENEWAL_DAYS} * interval '1 day'
        and c.expires_at = ${validUntil(sql`c.member_id`)}
        and p.kind = 'member' and m.status in ('active', 'not_confirmed')
      order by c.id limit ${BATCH}`.execute(app.db);
    for (const expiring of rows) await remind(app, expiring);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

async function remind(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'parts'>,
  { id: check, member_id: member, host, country }: Expiring,
): Promise<void> {
  const { age_assurance } = await settingsOf(app, host ?? undefined);
  if ((age_assurance[country] ?? 'off') === 'off') return;
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql`
      update age_checks set reminded_at = app_now() where id = ${check} and reminded_at is null returning id`.execute(
      tx,
    );
    if (rows.length === 0) return;
    await recordActivity(app, tx, { member, kind: 'age_check_ends', key: check });
    const news: AgeCheckExpiry = { member, check };
    await app.jobs.add(tx, AGE_CHECK_REMINDER, news, { member });
  });
}
