import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { refuse } from '../platform/http/refusal.ts';
import { settingsOf } from '../site-settings/index.ts';
import { setPassword } from './change-account.ts';
import { refuseWeakPassword } from './password-strength.ts';
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
  await refuseWeakPassword(password, [account!.name, account!.email, account!.city, (await settingsOf(app, account!.host ?? undefined)).name, account!.host]);
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
