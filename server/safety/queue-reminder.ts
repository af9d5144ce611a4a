import type { App } from '../platform/app.ts';
import type { Tx } from '../platform/database/index.ts';

/** The job that asks a member to check in, once. */
export const CHECK_IN_REMINDER = 'check-in-reminder';

export interface CheckInNews {
  date: number;
}

const HOUR_MS = 3_600_000;

/** Queues the reminder of a date, replacing the one for its previous time. */
export async function queueReminder(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  { id, member, starts_at, check_in_hours }: ReminderDate,
): Promise<void> {
  if (check_in_hours === null) return;
  await app.jobs.add(
    tx,
    CHECK_IN_REMINDER,
    { date: id },
    {
      key: `shared date ${id}`,
      member,
      runAt: new Date(Date.parse(starts_at) + check_in_hours * HOUR_MS),
      maxAttempts: 8,
    },
  );
}

interface ReminderDate {
  id: number;
  member: number;
  starts_at: string;
  check_in_hours: number | null;
}
