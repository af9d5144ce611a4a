import { memberChanged } from '../../identity/index.ts';
import { forgetMailFaults } from '../switches/forget-mail-faults.ts';
import type { MailReturnParts } from './take-return.ts';

export async function resumeMailsOf(app: MailReturnParts, member: number): Promise<void> {
  await forgetMailFaults(app.db, member);
  await memberChanged(app, app.db, member);
}
