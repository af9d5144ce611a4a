import { sql } from 'kysely';
import type { TemplateName } from '#mail/index.ts';
import type { Db } from '../database/index.ts';

/** Mails that ask whether a mailbox is the member's, or that only whoever reads the mailbox can use: they come before it is confirmed. */
const BEFORE_CONFIRMATION: ReadonlySet<TemplateName> = new Set(['activation', 'reset-password', 'mail-change', 'account-deleted']);

/**
 * The rule of every mail to a member: anybody can type an address, so one that is not confirmed gets nothing but what asks for the
 * confirmation, and one that belongs to somebody else's account gets nothing at all. Addresses that are not members' have other rules.
 */
export async function mayReach(db: Db, memberId: number, template: TemplateName): Promise<boolean> {
  const { rows } = await sql<{ shadow: boolean; unconfirmed: boolean }>`
    select email_key is null as shadow, coalesce(status_before_deletion, status) = 'not_confirmed' as unconfirmed from members where id = ${memberId}`.execute(
    db,
  );
  const member = rows[0];
  if (!member) return true;
  // An account for a taken address reaches its owner by another address alone.
  if (member.shadow) return template === 'mail-change';
  return !member.unconfirmed || BEFORE_CONFIRMATION.has(template);
}
