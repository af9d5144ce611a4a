import { sql } from 'kysely';
import { defaultLocale, isLocale } from '#contract/lists/locales.ts';
import { recordActivity } from '../../activity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuse, refuseFields } from '../../platform/http/refusal.ts';
import { lockMember } from '../lock-member.ts';
import { demandVerification } from './demand-verification.ts';

interface Asked {
  operator: number;
  member: number;
  words: string;
  audit: AuditNote;
}

/**
 * POST /api/admin/verification-demand: asks a member to be verified before writing to somebody new, whatever the site's rule
 * says. The member reads the words by mail and beside the verification. Throws `invalid_fields` without words, and `conflict`
 * for a member who is verified, works here or does not exist.
 */
export async function askForVerification(
  app: Pick<App, 'db' | 'events' | 'jobs' | 'mailer'>,
  { operator, member, words: typed, audit }: Asked,
): Promise<void> {
  const words = typed.trim().toWellFormed();
  if (words === '') throw refuseFields({ words: 'required' });
  await inTransaction(app.db, async (tx) => {
    await lockMember(tx, member);
    if (!(await demandVerification(tx, { member, kind: 'asked', words, operator }))) throw refuse('conflict');
    await audit(tx, { act: 'verification.ask', member });
    await recordActivity(app, tx, { member, kind: 'verification_asked', key: 'demand' });
    const to = await confirmedAddress(tx, member);
    if (to) await app.mailer.send(tx, 'verification-demand', to, { name: to.name, words });
    tx.afterCommit(() => app.events.emit(member, 'changed', { what: 'user' }));
  });
}

async function confirmedAddress(tx: Tx, member: number) {
  const { rows } = await sql<{ email: string; language: string; host: string | null; name: string }>`
    select m.email, m.language, m.host, p.name from members m join profiles p on p.id = m.id
    where m.id = ${member} and m.email is not null and m.confirmed_at is not null and m.status = 'active'`.execute(
    tx,
  );
  if (!rows[0]) return null;
  const { language, ...found } = rows[0];
  return { ...found, locale: isLocale(language) ? language : defaultLocale, memberId: member };
}
