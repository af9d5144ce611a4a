import { sql } from 'kysely';
import type { NotificationType } from '#contract/lists/notifications.ts';
import type { Db } from '../platform/database/index.ts';

export async function noteMail(tx: Db, memberId: number, type: NotificationType): Promise<void> {
  await sql`insert into notification_mails (member_id, type) values (${memberId}, ${type})`.execute(tx);
}
