import { sql } from 'kysely';
import { defaultLocale, isLocale, type Locale } from '#contract/lists/locales.ts';
import type { VerificationReason } from '#contract/rules/verification-rules.ts';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { queueMemberEvent } from '../../webhooks/index.ts';
import { dropFiles } from '../files/drop-files.ts';
import { comparedPhotos } from './compared-photos.ts';
import { endDemand } from './end-demand.ts';

export type Statement = (
  tx: Tx,
  refused: { member: number; picture: string; locale: Locale },
) => Promise<string>;

interface Settled {
  id: number;
  member: number;
  folder: string | null;
  reason: VerificationReason | null;
  operator: number | null;
  statement?: Statement;
}

export async function settleVerification(
  app: Pick<App, 'events' | 'jobs' | 'mailer'>,
  tx: Tx,
  { id, member, folder, reason, operator, statement }: Settled,
): Promise<void> {
  await sql`
    update verifications set verified = ${reason === null}, refusal_reason = ${reason}, decided_at = app_now(), decided_by = ${operator}, storage_key = null,
      compared_photos = case when ${reason === null} then ${comparedPhotos(sql`${member}::bigint`)} end
    where id = ${id}`.execute(tx);
  if (folder && reason !== 'minor') await dropFiles(app, tx, folder);
  if (reason === null) {
    await giveBadge(tx, member);
    await queueMemberEvent(app, tx, 'member.verified', member);
  }
  await recordActivity(app, tx, { member, kind: reason === null ? 'verified' : 'not_verified', key: id });
  const { rows } = await sql<{ email: string | null; language: string; host: string | null; name: string }>`
    select case when members.status in ('active', 'not_confirmed') then email end as email, language, host, name
    from members join profiles using (id) where id = ${member}`.execute(tx);
  const person = rows[0];
  if (!person) return;
  const { email, host, name } = person;
  const locale = isLocale(person.language) ? person.language : defaultLocale;
  const token =
    reason === 'minor' && folder ? await statement?.(tx, { member, picture: folder, locale }) : undefined;
  if (email === null) return;
  const to = { email, name, locale, memberId: member, host };
  await app.mailer.send(tx, 'verification-decision', to, { name, reason, token });
}

async function giveBadge(tx: Tx, member: number): Promise<void> {
  await sql`update profiles set verified = true where id = ${member}`.execute(tx);
  await endDemand(tx, member);
}
