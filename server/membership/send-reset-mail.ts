import { createLinkToken, dropLinkTokens, ownerOf, recipientOf } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { ResetJob } from './reset-job.ts';

const RESET_HOURS = 2;

export async function sendResetMail(app: App, { key }: ResetJob): Promise<void> {
  const owner = await ownerOf(app.db, key);
  if (!owner || owner.status === 'banned' || owner.status === 'deleted') return;
  await inTransaction(app.db, async (tx) => {
    await dropLinkTokens(tx, owner.id, 'reset_password');
    const token = await createLinkToken(tx, owner.id, 'reset_password', RESET_HOURS * 60);
    await app.mailer.send(tx, 'reset-password', recipientOf(owner), {
      token,
      hours: RESET_HOURS,
    });
  });
}
