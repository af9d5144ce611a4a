import { sql } from 'kysely';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import { recordActivity } from '../activity/index.ts';
import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';
import { queueMemberEvent } from '../webhooks/index.ts';
import { dropAgePictures } from './office/drop-age-pictures.ts';
import type { AgeResult } from './providers/provider.ts';
import { validUntil } from './valid-until.ts';

/** Job that pushes the result of an age check. */
export const AGE_CHECK_NOTIFICATION = 'age-check-notification';

export interface AgeCheckNews {
  member: number;
}

interface Decided {
  member: number;
  check: number;
  result: Extract<AgeResult, { state: 'passed' | 'failed' }>;
  validDays: number;
  operator: number | null;
}

/**
 * Stores the result of an open check, deletes its pictures and notifies the member by mail, push, activity and live event.
 * Changes nothing if the check is not open any more.
 */
export async function storeAgeResult(
  app: Pick<App, 'events' | 'jobs' | 'mailer'>,
  tx: Tx,
  { member, check, result, validDays, operator }: Decided,
): Promise<void> {
  const passed = result.state === 'passed';
  const { rows } = await sql<{ is_appeal: boolean; expires_at: Date | null }>`
    update age_checks set state = ${result.state}, method = ${passed ? result.method : null},
      reason = ${passed ? null : result.reason}, reference = null, appeal_text = null, decided_at = app_now(),
      decided_by = ${operator},
      expires_at = case when ${passed}::boolean then app_now() + ${validDays} * interval '1 day' end
    where id = ${check} and state = 'open' returning appeal_of is not null as is_appeal, expires_at`.execute(
    tx,
  );
  const stored = rows[0];
  if (!stored) return;
  await dropAgePictures(tx, check);
  if (passed) await queueMemberEvent(app, tx, 'member.age_assured', member, { method: result.method });
  await recordActivity(app, tx, { member, kind: passed ? 'age_checked' : 'age_not_checked', key: check });
  await app.jobs.add(tx, AGE_CHECK_NOTIFICATION, { member });
  await mailResult(app, tx, { member, result, isOffice: operator !== null, isAppeal: stored.is_appeal });
  tx.afterCommit(() => app.events.emit(member, 'changed', { what: 'user' }));
}

interface Answer {
  member: number;
  result: Decided['result'];
  isOffice: boolean;
  isAppeal: boolean;
}

async function mailResult(
  app: Pick<App, 'mailer'>,
  tx: Tx,
  { member, result, isOffice, isAppeal }: Answer,
): Promise<void> {
  const { rows } = await sql<{
    email: string;
    language: string;
    host: string | null;
    name: string;
    valid_until: Date | null;
  }>`
    select email, language, host, name, ${validUntil(sql`members.id`)} as valid_until
    from members join profiles using (id)
    where id = ${member} and members.status in ('active', 'not_confirmed') and email is not null`.execute(tx);
  const person = rows[0];
  if (!person) return;
  const locale = isLocale(person.language) ? person.language : defaultLocale;
  const to = { email: person.email, name: person.name, locale, memberId: member, host: person.host };
  await app.mailer.send(tx, 'age-check-result', to, {
    name: person.name,
    reason: result.state === 'passed' ? null : result.reason,
    isOffice,
    isAppeal,
    validUntil: person.valid_until?.toISOString() ?? null,
  });
}
