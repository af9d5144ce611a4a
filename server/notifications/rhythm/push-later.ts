import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { addresseeOf } from '../audience.ts';
import { pushNotice, type Notice } from '../push-notice.ts';

export interface LaterPush {
  member: number;
  notice: Notice;
}

/** Pushes a notice that quiet hours held back, unless the member has the site open by then. */
export async function pushLater(app: App, { member, notice }: LaterPush): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to || to.present) return;
  await inTransaction(app.db, (tx) => pushNotice(app, tx, to, notice));
}
