import { sql } from 'kysely';
import type { MailType } from '#mail/index.ts';
import type { Db } from '../platform/database/index.ts';

export async function noteMail(tx: Db, memberId: number, type: MailType): Promise<void> {
  await sql`insert into notification_mails (member_id, type) values (${memberId}, ${type})`.execute(tx);
}
