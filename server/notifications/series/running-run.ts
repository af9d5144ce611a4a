import { sql } from 'kysely';
import type { SeriesStep, SeriesTrigger } from '#contract/notifications/mail-series.ts';
import type { Tx } from '../../platform/database/index.ts';
import { reachedGoal } from './reached-goal.ts';
import type { StepFacts } from './series-rules.ts';

export interface RunningRun extends StepFacts {
  id: number;
  member_id: number;
  trigger: SeriesTrigger;
  held_out: boolean;
  begins_at: Date;
  enabled: boolean;
  steps: SeriesStep[];
  handled: string[];
  reached: boolean;
  /** The member paused mails, or a measure, a hold or a withdrawn consent keeps the account out of use. */
  paused: boolean;
  spending_paused: boolean;
  now: Date;
}

/** A run that has not ended, locked, with what its next step depends on. */
export async function runningRun(tx: Tx, id: number): Promise<RunningRun | null> {
  const { rows } = await sql<RunningRun>`
    select r.id, r.member_id, r.trigger, r.held_out, r.begins_at, coalesce(s.enabled, false) as enabled,
      coalesce(s.steps, '[]'::jsonb) as steps, array(select mail from mail_series_sends x where x.run_id = r.id) as handled,
      ${reachedGoal} as reached, app_now() as now,
      coalesce(m.mails_paused_until > app_now(), false) or coalesce(m.suspended_until > app_now(), false)
        or m.held_at is not null or m.intimate_consent_withdrawn_at is not null as paused,
      coalesce(m.spending_paused_until > app_now(), false) as spending_paused,
      m.credits > 0 as credits, m.paid_user as bought, p.main_photo_id is not null as photo,
      exists (select from sides_of(m.id) x where x.messages_sent > 0) as wrote,
      exists (select from sides_of(m.id) mine cross join lateral side_of(mine.other_id, mine.conversation_id) x where x.messages_sent > 0) as answered,
      p.country, m.language
    from mail_series_runs r join members m on m.id = r.member_id join profiles p on p.id = m.id
      left join mail_series s on s.host = r.host and s.trigger = r.trigger
    where r.id = ${id} and r.status = 'running' for update of r`.execute(tx);
  return rows[0] ?? null;
}
