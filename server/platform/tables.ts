import { sql } from 'kysely';
import type { ModuleTables } from './module-tables.ts';

export const tables: ModuleTables = {
  owns: ['deliveries', 'job_workers', 'mail_days', 'outbox_items', 'push_subscriptions'],
  reads: ['account_holds', 'chat_images', 'complaints', 'members', 'photos', 'verifications', 'voice_intros'],
  functions: { app_now: [], lock_pair: [] },
  personal: [
    {
      table: 'push_subscriptions',
      columns: ['member_id'],
      exportAs: 'push_subscriptions',
      omit: ['p256dh', 'auth'],
      onPurge: 'goes',
    },
  ],
  async purge(_app, tx, { email }) {
    if (email) await sql`delete from outbox_items where recipient = ${email}`.execute(tx);
  },
};
