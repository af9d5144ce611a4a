import type { SecurityChange } from '#mail/account/security-changed.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { accountOf } from '../accounts.ts';
import { describeBrowser } from '../describe-browser.ts';

/** The call by which a factor is changed: its site, and the browser that the mail names. */
export interface ChangedBy {
  host: string;
  userAgent: string | undefined;
}

/** Tells a member by mail what changed about their log-in, in the transaction that changes it. `left`: recovery codes that still work. */
export async function tellOfChange(app: Pick<App, 'mailer'>, tx: Tx, memberId: number, what: SecurityChange, by: ChangedBy, left?: number): Promise<void> {
  const account = await accountOf(tx, memberId);
  if (!account) return;
  const { browser, system } = describeBrowser(by.userAgent);
  const to = { email: account.email, name: account.name, locale: account.language, memberId, host: account.host };
  await app.mailer.send(tx, 'security-changed', to, { name: account.name, what, browser, system, ...(left !== undefined && { left }) });
}
