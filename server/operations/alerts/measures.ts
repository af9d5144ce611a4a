import { sql } from 'kysely';
import type { AlertRule } from '#contract/operations/alert-rules.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { App } from '../../platform/app.ts';
import { keptBackups } from '../../platform/backup/schedule.ts';
import type { Db } from '../../platform/database/index.ts';
import { queueState } from '../../platform/job-workers.ts';

/** Something above its limit. The subject tells several of one rule apart. */
export interface Excess {
  subject: string;
  value: number;
}

type Measure = (app: Pick<App, 'db' | 'config'>, settings: SiteSettings) => Promise<Excess[]>;

/** With fewer mails a single bounce would already be a high share. */
const LEAST_MAILS = 50;
const BOUNCE_DAYS = 2;
/** An experiment that stopped by itself is reported for this long. */
const STOPPED_HOURS = 24;
const HOUR_MS = 3_600_000;

/** A value that is an excess from its limit on. */
const from = (value: number, limit: number): Excess[] =>
  value >= limit ? [{ subject: '', value: Math.floor(value) }] : [];

/** What each rule finds now. One that throws cannot be measured, and its alerts stay as they are. */
export const measures: Record<AlertRule, Measure> = {
  async jobs_failed({ db }, settings) {
    return from((await queueState(db)).failed, settings.alert_failed_jobs);
  },

  async jobs_late({ db }, settings) {
    return from((await queueState(db)).oldestSeconds / 60, settings.alert_job_minutes);
  },

  async backup_old({ config: { backup } }, settings) {
    if (!backup) return [];
    const [newest] = await keptBackups(backup.to);
    // Without a backup yet, the doctor reports it.
    return newest ? from((Date.now() - newest.taken.getTime()) / HOUR_MS, settings.alert_backup_hours) : [];
  },

  async gateway_failing({ db }, settings) {
    return excesses(
      db,
      sql`select gateway as subject, failures as value from gateway_contacts where failures >= ${settings.alert_gateway_failures}`,
    );
  },

  async mail_bounces({ db }, settings) {
    return excesses(
      db,
      sql`
        select '' as subject, share as value from (
          select floor(100 * sum(bounced)::float8 / greatest(sum(sent), 1))::int as share, sum(sent + bounced) as mails
          from mail_days where day > (app_now() at time zone 'utc')::date - ${BOUNCE_DAYS}::int) recent
        where mails >= ${LEAST_MAILS} and share >= ${settings.alert_bounce_percent}`,
    );
  },

  async doctor_problem({ db }) {
    return excesses(db, sql`select name as subject, 1 as value from doctor_findings where state = 'problem'`);
  },

  async complaints_late({ db }, settings) {
    const limit = settings.alert_complaint_hours;
    return excesses(
      db,
      sql`
        select '' as subject, floor(extract(epoch from app_now() - min(created_at)) / 3600)::int as value from complaints
        where status in ('open', 'in_review') having min(created_at) < app_now() - ${limit} * interval '1 hour'`,
    );
  },

  async experiment_stopped({ db }) {
    return excesses(
      db,
      sql`
        select key || ' (' || host || ')' as subject, 1 as value from experiments
        where stop_reason is not null and state = 'stopped' and stopped_at > app_now() - ${STOPPED_HOURS} * interval '1 hour'`,
    );
  },
};

async function excesses(db: Db, query: ReturnType<typeof sql>): Promise<Excess[]> {
  return (await sql<Excess>`${query}`.execute(db)).rows;
}
