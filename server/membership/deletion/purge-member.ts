import { sql } from 'kysely';
import { sessionsChanged } from '../../identity/index.ts';
import { refundOnPurge } from '../../payments/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import type { PersonalRows } from '../../platform/module-tables.ts';
import { DELETE_FILES_JOB } from './delete-files-job.ts';
import { forgetJobs } from './forget-jobs.ts';

/**
 * Erases a member according to each module's declaration of personal data: rows, files, pending mails and
 * pushes. Data that the law or the books require stays under an id that identifies nobody. Returns false if
 * `stillDue` does, because the member has returned in the meantime.
 */
export async function purgeMember(
  app: App,
  memberId: number,
  stillDue: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  // Referencing rows go first: modules in reverse order, the member's own row last.
  const modules = app.tables.toReversed();
  return inTransaction(app.db, async (tx) => {
    const member = await tx
      .selectFrom('members')
      .where('id', '=', memberId)
      .select(['id', 'email', 'email_key'])
      .forUpdate()
      .executeTakeFirst();
    if (!member || !(await stillDue(tx))) return false;
    await refundOnPurge(app, tx, memberId);
    const folders = new Set<string>();
    for (const { filesOf } of modules)
      for (const folder of (await filesOf?.(tx, memberId)) ?? []) folders.add(folder);
    for (const { purge } of modules)
      await purge?.(app, tx, { id: member.id, email: member.email, emailKey: member.email_key });
    await forgetJobs(app, tx, memberId);
    const personal = modules.flatMap((module) => module.personal ?? []);
    for (const rows of personal.filter(({ table }) => table !== 'members'))
      await purgeRows(tx, rows, memberId);
    for (const rows of personal.filter(({ table }) => table === 'members'))
      await purgeRows(tx, rows, memberId);
    await sql`insert into purged_members (member_id) values (${memberId}) on conflict do nothing`.execute(tx);
    if (folders.size > 0) await app.jobs.add(tx, DELETE_FILES_JOB, { folders: [...folders] });
    await sessionsChanged(app, tx, memberId);
    return true;
  });
}

async function purgeRows(
  tx: Tx,
  { table, columns, onPurge, clear }: PersonalRows,
  memberId: number,
): Promise<void> {
  const theirs = sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${memberId}`),
    sql` or `,
  );
  if (onPurge === 'goes') await sql`delete from ${sql.table(table)} where ${theirs}`.execute(tx);
  if (onPurge === 'stays' && clear)
    await sql`update ${sql.table(table)} set ${sql.raw(clear)} where ${theirs}`.execute(tx);
}
