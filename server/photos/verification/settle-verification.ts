import { sql } from 'kysely';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import type { VerificationReason } from '#contract/rules/verification-rules.ts';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { dropFiles } from '../files/drop-files.ts';

interface Settled {
  id: number;
  member: number;
  folder: string | null;
  reason: VerificationReason | null;
  operator: number | null;
}

export async function settleVerification(
  app: Pick<App, 'events' | 'jobs' | 'mailer'>,
  tx: Tx,
  { id, member, folder, reason, operator }: Settled,
): Promise<void> {
  await sql`
    update verifications set verified = ${reason === null}, refusal_reason = ${reason}, decided_at = app_now(), decided_by = ${operator}, storage_key = null
    where id = ${id}`.execute(tx);
  if (folder) await dropFiles(app, tx, folder);
  if (reason === null) await sql`update profiles set verified = true where id = ${member}`.execute(tx);
  await recordActivity(app, tx, { member, kind: reason === null ? 'verified' : 'not_verified', key: id });
  const { rows } = await sql<{ email: string; language: string; host: string | null; name: string }>`
    select email, language, host, name from members join profiles using (id)
    where id = ${member} and members.status in ('active', 'not_confirmed') and email is not null`.execute(tx);
  const person = rows[0];
  if (!person) return;
  const locale = isLocale(person.language) ? person.language : defaultLocale;
  const to = { email: person.email, name: person.name, locale, memberId: member, host: person.host };
  await app.mailer.send(tx, 'verification-decision', to, { name: person.name, reason });
}
