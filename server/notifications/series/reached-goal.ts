import { sql } from 'kysely';
import { keysOf } from '#contract/keys.ts';
import { type SeriesGoal, seriesTriggerNames, seriesTriggers } from '#contract/notifications/mail-series.ts';

const goals: Record<SeriesGoal, ReturnType<typeof sql<boolean>>> = {
  wrote: sql`exists (
    select from sides_of(r.member_id) side cross join lateral messages_after(side.conversation_id, 0) x
    where side.messages_sent > 0 and side.last_sent_at > r.entered_at and x.sender_id = r.member_id and x.created_at > r.entered_at)`,
  bought: sql`exists (
    select from payments x where x.member_id = r.member_id and x.status = 'completed' and x.settled_at > r.entered_at
      and x.refunded_at is null and x.charged_back_at is null)`,
  returned: sql`exists (select from presence x where x.member_id = r.member_id and x.last_active > r.entered_at)`,
};

const triggersOf = (goal: SeriesGoal) =>
  seriesTriggerNames.filter((name) => seriesTriggers[name].goal === goal);

/** Condition over `mail_series_runs r`: the member did what the series is for, since entering it. */
export const reachedGoal = sql<boolean>`(case ${sql.join(
  keysOf(goals).map((goal) => sql`when r.trigger = any(${triggersOf(goal)}::text[]) then ${goals[goal]}`),
  sql` `,
)} else false end)`;
