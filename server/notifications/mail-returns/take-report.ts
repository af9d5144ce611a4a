import { accountOf } from '../../identity/index.ts';
import type { MailReport } from '../../platform/outgoing/mail-reports.ts';
import { type MailReturnParts, takeReturn } from './take-return.ts';

/** Handles a report received by SMTP. Ignores reports about an address that the member has changed since. */
export async function takeReport(
  app: MailReturnParts,
  { about, kind, status, id }: MailReport,
): Promise<void> {
  const account = await accountOf(app.db, about.member);
  if (account?.email && about.wentTo(account.email))
    await takeReturn(app, { member: about.member, kind, status, id });
}
