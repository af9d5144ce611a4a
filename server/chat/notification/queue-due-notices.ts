import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { one } from '../../platform/database/index.ts';
import { prepared } from '../../platform/fast/prepared.ts';
import { jobInSql } from '../../platform/jobs.ts';
import { MESSAGE_NOTIFICATION, NOTIFICATION_ATTEMPTS } from './message-notification.ts';

export const DUE_NOTICES = 'due-message-notices';

const MOST_AT_ONCE = 500;

const queuedNotification = jobInSql(MESSAGE_NOTIFICATION, {
  payload: sql`json_build_object('member', member_id, 'conversation', conversation_id)`,
  key: sql`'message ' || member_id || ' ' || conversation_id`,
  runAt: sql`now()`,
  maxAttempts: NOTIFICATION_ATTEMPTS,
});

/** Takes notices that are due and queues a job for each conversation that is still unread, in one transaction. */
const takeDue = prepared<Record<string, never>, { taken: number; queued: number }>(
  () => sql`
    with due as (
      delete from message_notices where (member_id, conversation_id) in (
        select member_id, conversation_id from message_notices where due_at <= app_now()
          order by due_at limit ${sql.lit(MOST_AT_ONCE)} for update skip locked)
        returning member_id, conversation_id
    ),
    unread as (
      select due.* from due cross join lateral side_of(due.member_id, due.conversation_id) side where side.unread > 0
    ),
    queued as (select ${queuedNotification} from unread)
    select (select count(*)::int from due) as taken, (select count(*)::int from queued) as queued`,
);

/** The job `DUE_NOTICES`: works through everything that is due, in batches. */
export async function queueDueNotices({ db }: Pick<App, 'db'>, signal: AbortSignal): Promise<void> {
  for (let taken = MOST_AT_ONCE; taken === MOST_AT_ONCE && !signal.aborted;)
    ({ taken } = await one(takeDue(db, {})));
}
