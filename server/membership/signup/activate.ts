import { askSecondStep, createSession, useLinkToken } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { confirmMember } from './confirm-member.ts';

interface Browser {
  userAgent: string | undefined;
  member: { memberId: number } | null;
}

/**
 * Confirms an address by the link of the activation mail: activates the account and lists the profile. The
 * link also logs in; a browser already logged in as that member keeps its session (`cookie` is null). Throws
 * `link_expired` if the link is unknown, expired or used.
 */
export async function activate(
  app: App,
  token: string,
  browser: Browser,
): Promise<{ memberId: number; cookie: string | null }> {
  const memberId = await inTransaction(app.db, async (tx) => {
    const link = await useLinkToken(tx, token, 'activate');
    if (!link || !(await confirmMember(app, tx, link.member_id))) throw refuse('link_expired');
    return link.member_id;
  });
  if (browser.member?.memberId === memberId) return { memberId, cookie: null };
  await askSecondStep(app, memberId);
  return { memberId, cookie: await createSession(app.db, memberId, browser.userAgent) };
}
