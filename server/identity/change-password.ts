import { checkPassword, PASSWORD_LENGTH } from '#contract/account-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { setPassword } from './change-account.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { accountOf } from './accounts.ts';
import { sessionsChanged } from './sessions.ts';

/**
 * Changes the password; every other session of the member ends at once, in all processes, and every link that was mailed stops working.
 * Refuses `old_password_wrong`, `invalid_fields`.
 */
export async function changePassword(app: App, session: MemberSession, oldPassword: string, password: string): Promise<void> {
  const { memberId } = session;
  const account = await accountOf(app.db, memberId);
  if (!(await isPassword(account?.password_hash, oldPassword))) throw refuse('old_password_wrong');
  const code = checkPassword(password, [account!.name, account!.email]);
  if (code) throw refuseFields({ password: code }, { limit: PASSWORD_LENGTH.least });
  const passwordHash = await hashPassword(password);
  await inTransaction(app.db, async (tx) => {
    await setPassword(tx, memberId, passwordHash, session.tokenHash);
    await app.mailer.send(
      tx,
      'password-changed',
      { email: account!.email, name: account!.name, locale: account!.language, memberId, host: account!.host },
      { name: account!.name },
    );
  });
  sessionsChanged(app.events, memberId);
}
