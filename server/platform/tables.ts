import { sql } from 'kysely';
import type { ModuleTables } from './module-tables.ts';

/** The platform's own tables. The audit log is one that every module adds to and nobody changes. */
export const tables: ModuleTables = {
  owns: ['audit_log', 'deliveries', 'job_workers', 'outbox_items', 'push_subscriptions'],
  reads: ['members'],
  functions: { app_now: [] },
  personal: [
    { table: 'push_subscriptions', columns: ['member_id'], exportAs: 'push_subscriptions', omit: ['p256dh', 'auth'], onPurge: 'goes' },
    {
      table: 'audit_log',
      columns: ['member_id', 'operator_id'],
      notExported: 'speaks of operators',
      onPurge: 'stays',
      because: 'shows which operator did what',
      clear: `details = '{}'`,
    },
  ],
  async purge(_app, tx, { email }) {
    if (email) await sql`delete from outbox_items where recipient = ${email}`.execute(tx);
  },
};
