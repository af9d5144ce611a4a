import { sql } from 'kysely';
import type { TemplateName } from '#mail/index.ts';
import type { NamelessTemplate } from '#mail/typed-mails.ts';
import type { Db } from '../database/index.ts';

/**
 * Mails allowed before the address is confirmed: those that request the confirmation, and those that are
 * useless without access to the mailbox.
 */
const NAMELESS = [
  'activation',
  'reset-password',
  'mail-change',
  'account-deleted',
] as const satisfies readonly NamelessTemplate[];
const BEFORE_CONFIRMATION: ReadonlySet<TemplateName> = new Set<TemplateName>(NAMELESS);

export const mayName = (template: TemplateName): boolean => !BEFORE_CONFIRMATION.has(template);

/**
 * Returns whether a member may receive this mail. Anybody can type in any address, so an unconfirmed address
 * receives only the mails of `BEFORE_CONFIRMATION`, and one that belongs to another account receives none.
 * Addresses of non-members have other rules.
 */
export async function mayReach(db: Db, memberId: number, template: TemplateName): Promise<boolean> {
  const { rows } = await sql<{ shadow: boolean; unconfirmed: boolean }>`
    select email_key is null as shadow, coalesce(status_before_deletion, status) = 'not_confirmed' as unconfirmed from members where id = ${memberId}`.execute(
    db,
  );
  const member = rows[0];
  if (!member) return true;
  // A shadow account gets mail only at a new address of its own.
  if (member.shadow) return template === 'mail-change';
  return !member.unconfirmed || BEFORE_CONFIRMATION.has(template);
}
