import type { ChangeDetails, SecurityChange } from '#mail/account/security-changed.ts';
import type { App } from '../../platform/app.ts';
import type { Tx } from '../../platform/database/index.ts';
import { accountOf } from '../accounts.ts';
import { describeBrowser } from '../describe-browser.ts';
import { recordSecurity } from '../operators/record-security.ts';
import { recipientOf } from '../recipient-of.ts';

export interface ChangedBy {
  host: string;
  userAgent: string | undefined;
}

/**
 * Mails a member about a change to their login, in the transaction of that change. `more` contains further
 * mail variables.
 */
export async function tellOfChange(
  app: Pick<App, 'mailer'>,
  tx: Tx,
  memberId: number,
  what: SecurityChange,
  by: ChangedBy,
  more: ChangeDetails = {},
): Promise<void> {
  await recordSecurity(tx, memberId, what);
  const account = await accountOf(tx, memberId);
  if (!account) return;
  const { browser, system } = describeBrowser(by.userAgent);
  const to = recipientOf(account);
  await app.mailer.send(tx, 'security-changed', to, { name: account.name, what, browser, system, ...more });
}
