import type { ChangeDetails, SecurityChange } from '#mail/account/security-changed.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { accountOf } from '../accounts.ts';
import { describeBrowser } from '../describe-browser.ts';

/** The call by which a factor is changed: its site, and the browser that the mail names. */
export interface ChangedBy {
  host: string;
  userAgent: string | undefined;
}

/** Tells a member by mail what changed about their log-in, in the transaction that changes it. `more`: what the mail says besides. */
export async function tellOfChange(
  app: Pick<App, 'mailer'>,
  tx: Tx,
  memberId: number,
  what: SecurityChange,
  by: ChangedBy,
  more: ChangeDetails = {},
): Promise<void> {
  const account = await accountOf(tx, memberId);
  if (!account) return;
  const { browser, system } = describeBrowser(by.userAgent);
  const to = { email: account.email, name: account.name, locale: account.language, memberId, host: account.host };
  await app.mailer.send(tx, 'security-changed', to, { name: account.name, what, browser, system, ...more });
}
