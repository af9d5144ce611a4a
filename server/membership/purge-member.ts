import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import type { PersonalRows } from '../platform/module-tables.ts';
import { sessionsChanged } from '../identity/index.ts';

/** The job that deletes files after the rows that named them are gone. */
export const DELETE_FILES_JOB = 'account-delete-files';
/** The job that removes what waits for a purged member once more. */
export const FORGET_JOBS_JOB = 'account-forget-jobs';

/**
 * Removes a member for good, by what each module says it holds: rows, files, waiting mails and pushes. What the law or the books need
 * stays under a number that leads to nobody. Returns false when `stillDue` says that the member came back meanwhile.
 */
export async function purgeMember(
  app: Pick<App, 'config' | 'db' | 'events' | 'jobs' | 'tables'>,
  memberId: number,
  stillDue: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  // Rows that refer to others are deleted before them, so the highest module comes first and the member's own row last.
  const modules = app.tables.toReversed();
  const done = await inTransaction(app.db, async (tx) => {
    const member = await tx.selectFrom('members').where('id', '=', memberId).select(['id', 'email', 'email_key']).forUpdate().executeTakeFirst();
    if (!member || !(await stillDue(tx))) return false;
    const folders = new Set<string>();
    for (const { filesOf } of modules) for (const folder of (await filesOf?.(tx, memberId)) ?? []) folders.add(folder);
    for (const { purge } of modules) await purge?.(app, tx, { id: member.id, email: member.email, emailKey: member.email_key });
    await forgetJobs(app, tx, memberId);
    const personal = modules.flatMap((module) => module.personal ?? []);
    for (const rows of personal.filter(({ table }) => table !== 'members')) await purgeRows(tx, rows, memberId);
    for (const rows of personal.filter(({ table }) => table === 'members')) await purgeRows(tx, rows, memberId);
    await sql`insert into purged_members (member_id) values (${memberId}) on conflict do nothing`.execute(tx);
    if (folders.size > 0) await app.jobs.add(tx, DELETE_FILES_JOB, { folders: [...folders] });
    return true;
  });
  if (done) sessionsChanged(app.events, memberId);
  return done;
}

/** Removes the jobs that speak of a member; one that is being run is looked for again later. */
export async function forgetJobs(app: Pick<App, 'jobs'>, db: Db, memberId: number): Promise<void> {
  const left = await app.jobs.forgetMember(db, memberId);
  if (left) await app.jobs.add(db, FORGET_JOBS_JOB, { member: memberId }, { runAt: new Date(Date.now() + 600_000) });
}

async function purgeRows(tx: Tx, { table, columns, onPurge, clear }: PersonalRows, memberId: number): Promise<void> {
  const theirs = sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${memberId}`),
    sql` or `,
  );
  if (onPurge === 'goes') await sql`delete from ${sql.table(table)} where ${theirs}`.execute(tx);
  if (onPurge === 'stays' && clear) await sql`update ${sql.table(table)} set ${sql.raw(clear)} where ${theirs}`.execute(tx);
}
