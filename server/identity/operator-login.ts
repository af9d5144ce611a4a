import type { App } from '../platform/app.ts';
import { inTransaction, type Db } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { createLinkToken, useLinkToken } from './link-tokens.ts';
import { createSession } from './sessions.ts';

const LINK_MINUTES = 60;

/** The path that logs an operator in once within the hour; whoever starts the site gets it in the terminal. */
export async function operatorLoginPath(db: Db, memberId: number): Promise<string> {
  return `/admin/login?token=${await createLinkToken(db, memberId, 'operator_login', LINK_MINUTES)}`;
}

/** Logs an operator in by the one-time link; written to the audit log. Refuses `link_expired`. */
export async function operatorLogin(
  app: Pick<App, 'db'>,
  token: string,
  audit: AuditNote,
  browser: { userAgent: string | undefined },
): Promise<{ memberId: number; cookie: string }> {
  return inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'operator_login');
    const member = link && (await tx.selectFrom('members').where('id', '=', link.member_id).select(['id', 'status', 'roles']).executeTakeFirst());
    if (!member || member.status !== 'active' || member.roles.length === 0) throw refuse('link_expired');
    await audit(tx, { operator: member.id });
    return { memberId: member.id, cookie: await createSession(tx, member.id, browser.userAgent) };
  });
}
