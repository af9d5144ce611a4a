import { eraseSource, memberChanged } from '../identity/index.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { forgetSource } from '../traffic/index.ts';

export async function objectToSource(app: App, memberId: number): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    if (!(await eraseSource(tx, memberId))) return;
    await forgetSource(tx, memberId);
    await memberChanged(app, tx, memberId);
  });
}
