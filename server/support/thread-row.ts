import { sql } from 'kysely';
import type { SupportStatus } from '#contract/rules/support-rules.ts';
import type { OwnThread } from '#contract/support/threads.ts';

/** Current status of `support_threads th`: a snoozed thread counts as open once its time has passed. */
export const currentStatus = sql<SupportStatus>`(case when th.status = 'snoozed' and th.snoozed_until <= app_now() then 'open' else th.status end)`;

/** Condition over `support_threads th`: somebody in the office has to answer now. */
export const isOpenThread = sql<boolean>`(th.status in ('open', 'snoozed') and (th.status = 'open' or th.snoozed_until <= app_now()))`;

export interface OwnThreadRow {
  id: number;
  subject: string;
  status: SupportStatus;
  unread: boolean;
  updated_at: Date;
}

export const presentOwnThread = ({ id, subject, status, unread, updated_at }: OwnThreadRow): OwnThread => ({
  id,
  subject,
  status: status === 'closed' ? 'closed' : status === 'waiting' ? 'answered' : 'open',
  unread,
  updated_at: updated_at.toISOString(),
});
