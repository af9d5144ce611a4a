import { accountOf } from '../../identity/index.ts';
import { type MailReturnParts, takeReturn } from './take-return.ts';

export async function takeRefusal(
  app: MailReturnParts,
  { member, email, status, key }: { member: number; email: string; status: string | null; key: string },
): Promise<void> {
  const account = await accountOf(app.db, member);
  if (account?.email === email)
    await takeReturn(app, { member, kind: 'bounce', status, id: key, isCounted: true });
}
