import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** Sends the balance to the member's open pages. Call it after the commit that changed the balance. */
export async function announceBalance(app: Pick<App, 'db' | 'events'>, memberId: number): Promise<void> {
  const { rows } = await sql<{
    credits: number;
    paid_user: boolean;
  }>`select credits, paid_user from members where id = ${memberId}`.execute(app.db);
  if (!rows[0]) return;
  app.events.emit(memberId, 'credits', { ...rows[0], reason: 'refund' });
  app.events.emit(memberId, 'changed', { what: 'payments' });
}
