import { sql } from 'kysely';
import { asksIfReal, honestyRemindersFor } from '#contract/rules/desk-rules.ts';
import type { Db } from '../platform/database/index.ts';

const LOOK_BACK = 12;

export async function isOwedTheTruth(db: Db, conversation: number, profile: number): Promise<boolean> {
  const { rows } = await sql<{ sender_id: number; body: string }>`
    select sender_id, body from messages where conversation_id = ${conversation} and body is not null
      order by id desc limit ${LOOK_BACK}`.execute(db);
  for (const { sender_id, body } of rows) {
    if (sender_id !== profile && asksIfReal(body)) return true;
    if (sender_id === profile && honestyRemindersFor(body, true).length === 0) return false;
  }
  return false;
}
