import { sql } from 'kysely';
import type { GatewayName } from '#contract/lists/gateways.ts';
import type { Alert, Operations } from '#contract/operations/calls.ts';
import { storedRelease } from '../office/index.ts';
import type { App } from '../platform/app.ts';
import { keptBackups } from '../platform/backup/schedule.ts';
import type { Db } from '../platform/database/index.ts';
import { postgresOf } from '../platform/database/postgres-releases.ts';
import { release, version } from '../platform/environment.ts';
import { queueState } from '../platform/job-workers.ts';
import { alertRecipients } from './alerts/recipients.ts';
import { isQueued, jobKinds } from './job-kinds.ts';
import { EXAMINATION } from './run-examination.ts';

const MAIL_DAYS = 14;
const MOST_ERRORS = 50;
const ENDED_ALERTS = 20;
/** A store of backups that does not answer must not hold up the screen. */
const BACKUPS_MS = 3000;

/** GET /api/admin/operations: what the screen of operations shows. */
export async function operationsOf(app: App): Promise<Operations> {
  const { db } = app;
  const [queue, jobs, findings, examining, backup, drill, mailDays, gateways, errors, alerts, recipients] =
    await Promise.all([
      queueState(db),
      jobKinds(db),
      findingsOf(db),
      isQueued(db, EXAMINATION),
      backupsOf(app),
      drillOf(db),
      mailDaysOf(db),
      gatewaysOf(app),
      pageErrorsOf(db),
      alertsOf(db),
      alertRecipients(db),
    ]);
  return {
    versions: {
      liaison: version,
      release,
      node: process.versions.node,
      postgres: (await postgresOf(db)).running,
      newest: app.config.releasesUrl === null ? null : await storedRelease(db),
    },
    queue: {
      workers: queue.workers,
      due: queue.due,
      oldest_seconds: Math.max(0, Math.floor(queue.oldestSeconds)),
      failed: queue.failed,
      stands_still: queue.standsStill,
    },
    jobs,
    findings,
    examining,
    backup,
    drill,
    mail_days: mailDays,
    gateways,
    page_errors: errors,
    alerts,
    recipients,
  };
}

async function findingsOf(db: Db): Promise<Operations['findings']> {
  type Row = Omit<Operations['findings'][number], 'examined_at'> & { examined_at: Date };
  const { rows } = await sql<Row>`
    select name, state, found, examined_at from doctor_findings order by place, name`.execute(db);
  return rows.map((row) => ({ ...row, examined_at: row.examined_at.toISOString() }));
}

async function backupsOf({ config: { backup } }: Pick<App, 'config'>): Promise<Operations['backup']> {
  if (!backup) return { scheduled: false, newest: null, stored: 0, readable: true };
  const late = AbortSignal.timeout(BACKUPS_MS);
  const kept = await Promise.race([
    keptBackups(backup.to).catch(() => null),
    new Promise<null>((resolve) => late.addEventListener('abort', () => resolve(null))),
  ]);
  return {
    scheduled: true,
    newest: kept?.[0]?.taken.toISOString() ?? null,
    stored: kept?.length ?? 0,
    readable: kept !== null,
  };
}

async function drillOf(db: Db): Promise<Operations['drill']> {
  const { rows } = await sql<{
    held_at: Date;
    lost_seconds: number;
    restore_seconds: number;
    faults: number;
  }>`
    select held_at, lost_seconds, restore_seconds, faults from recovery_drills order by id desc limit 1`.execute(
    db,
  );
  return rows[0] ? { ...rows[0], held_at: rows[0].held_at.toISOString() } : null;
}

async function mailDaysOf(db: Db): Promise<Operations['mail_days']> {
  const { rows } = await sql<Operations['mail_days'][number]>`
    select each::date::text as day, coalesce(sent, 0) as sent, coalesce(bounced, 0) as bounced, coalesce(complained, 0) as complained
    from (select (app_now() at time zone 'utc')::date as today) now
      cross join generate_series((today - ${MAIL_DAYS - 1}::int)::timestamp, today::timestamp, interval '1 day') each
      left join mail_days m on m.day = each::date order by 1`.execute(db);
  return rows;
}

async function gatewaysOf({ db, parts }: Pick<App, 'db' | 'parts'>): Promise<Operations['gateways']> {
  type Times = 'last_notification' | 'last_paid' | 'answered_at' | 'failed_at';
  const names = parts.gateways.all.map(({ name }) => name);
  const { rows } = await sql<{ name: GatewayName; failures: number } & Record<Times, Date | null>>`
    select name, coalesce(c.failures, 0) as failures, c.answered_at, c.failed_at,
      (select max(n.created_at) from payment_notifications n where n.gateway = name) as last_notification,
      (select p.settled_at from payments p where p.gateway = name and p.status = 'completed' order by p.id desc limit 1) as last_paid
    from unnest(${names}::text[]) with ordinality as named (name, place) left join gateway_contacts c on c.gateway = name
    order by place`.execute(db);
  const instant = (at: Date | null) => at?.toISOString() ?? null;
  return rows.map(({ name, failures, ...times }) => ({
    name,
    failures,
    last_notification: instant(times.last_notification),
    last_paid: instant(times.last_paid),
    answered_at: instant(times.answered_at),
    failed_at: instant(times.failed_at),
  }));
}

async function pageErrorsOf(db: Db): Promise<Operations['page_errors']> {
  type Row = Omit<Operations['page_errors'][number], 'first_at' | 'last_at'> & {
    first_at: Date;
    last_at: Date;
  };
  const { rows } = await sql<Row>`
    select release, name, message, path, frame, count, first_at, last_at from page_errors
    order by last_at desc limit ${MOST_ERRORS}`.execute(db);
  return rows.map((row) => ({
    ...row,
    first_at: row.first_at.toISOString(),
    last_at: row.last_at.toISOString(),
  }));
}

async function alertsOf(db: Db): Promise<Alert[]> {
  type Row = Omit<Alert, 'began_at' | 'ended_at'> & { began_at: Date; ended_at: Date | null };
  const { rows } = await sql<Row>`
    select * from (select * from alerts where ended_at is null order by id desc limit 50) open
    union all
    select * from (select * from alerts where ended_at is not null order by id desc limit ${ENDED_ALERTS}) over
    order by ended_at desc nulls first, id desc`.execute(db);
  return rows.map((row) => ({
    ...row,
    began_at: row.began_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }));
}
