import { sql } from 'kysely';
import { emailKey } from '#contract/rules/account-rules.ts';
import type { Role } from '#contract/enums.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { askSecondStep } from './factors/second-step.ts';
import { createLinkToken, useLinkToken } from './link-tokens.ts';
import { endSessions } from './sessions.ts';

const LINK_MINUTES = 60;

/** The path that logs an operator in once, within the hour unless told. */
export async function operatorLoginPath(db: Db, memberId: number, minutes = LINK_MINUTES): Promise<string> {
  return `/admin/login?token=${await createLinkToken(db, memberId, 'operator_login', minutes)}`;
}

/**
 * The operator whose one-time link it is; written to the audit log. Refuses `link_expired`; `second_step_required` to whoever has
 * set one up, which is everybody after the first time.
 */
export async function operatorLogin(app: Pick<App, 'db'>, token: string, audit: AuditNote): Promise<number> {
  const memberId = await inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'operator_login');
    const member = link && (await tx.selectFrom('members').where('id', '=', link.member_id).select(['id', 'status', 'roles']).executeTakeFirst());
    if (!member || member.status !== 'active' || member.roles.length === 0) throw refuse('link_expired');
    await audit(tx, { operator: member.id });
    return member.id;
  });
  await askSecondStep(app, memberId);
  return memberId;
}

/** Opens an account for somebody who works here; the profile is the caller's. */
export async function employ(tx: Tx, { email, roles, language }: { email: string | null; roles: Role[]; language: Locale }): Promise<number> {
  const { id } = await tx
    .insertInto('members')
    .values({ email: email?.trim() ?? null, email_key: email && emailKey(email), status: 'active', language, roles, confirmed_at: sql<Date>`app_now()` })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes what somebody may do here; whose roles are taken is logged out. Call `memberChanged` after the commit. */
export async function setRoles(tx: Tx, memberId: number, roles: Role[]): Promise<void> {
  await tx
    .updateTable('members')
    .set({ roles, ...(roles.length === 0 && { status: 'banned' }) })
    .where('id', '=', memberId)
    .execute();
  if (roles.length === 0) await endSessions(tx, memberId);
}
