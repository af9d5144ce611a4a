import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { sessionsChanged } from '../identity/index.ts';
import { keepBlocks } from '../moderation/index.ts';
import { personalTables } from './personal-data.ts';

/** The job that deletes files after the rows that named them are gone. */
export const DELETE_FILES_JOB = 'account-delete-files';

/**
 * Removes a member for good: rows by the registry of personal data, conversations with both sides, photos and chat
 * images with their files, waiting mails. What the law or the books need stays under a number that leads to nobody.
 * Answers false when `stillDue` says that the member came back meanwhile.
 */
export async function purgeMember(app: App, memberId: number, stillDue: (tx: Tx) => Promise<boolean>): Promise<boolean> {
  const done = await inTransaction(app.db, async (tx) => {
    const member = await tx.selectFrom('members').where('id', '=', memberId).select(['id', 'email', 'email_key']).forUpdate().executeTakeFirst();
    if (!member || !(await stillDue(tx))) return false;
    await keepBlocks(tx, app.config.secret, memberId, member.email_key);
    const folders = await foldersOf(tx, memberId);
    await deleteConversations(tx, memberId);
    await forgetMails(tx, memberId, member.email);
    for (const { table, columns, onPurge, clear } of personalTables) {
      const theirs = sql.join(
        columns.map((column) => sql`${sql.ref(column)} = ${memberId}`),
        sql` or `,
      );
      if (onPurge === 'stays' && clear) await sql`update ${sql.table(table)} set ${sql.raw(clear)} where ${theirs}`.execute(tx);
      // The member's own row goes last, since the others hang on it.
      if (onPurge === 'goes' && table !== 'members') await sql`delete from ${sql.table(table)} where ${theirs}`.execute(tx);
    }
    await tx.deleteFrom('members').where('id', '=', memberId).execute();
    await sql`insert into purged_members (member_id) values (${memberId}) on conflict do nothing`.execute(tx);
    if (folders.length > 0) await app.jobs.add(tx, DELETE_FILES_JOB, { folders });
    return true;
  });
  if (done) sessionsChanged(app.events, memberId);
  return done;
}

/** Folders of files that nobody else's row names. Demo members share drawings. */
async function foldersOf(tx: Tx, memberId: number): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    select distinct p.storage_key from photos p where p.member_id = ${memberId}
      and not exists (select from photos o where o.storage_key = p.storage_key and o.member_id <> p.member_id)
    union
    select folder from complaints k, unnest(k.evidence_folders) folder where k.profile_id = ${memberId}
      and not exists (select from photos o where o.storage_key = folder and o.member_id <> ${memberId})
    union
    select c.storage_key from chat_images c where c.member_id = ${memberId}
      or c.id in (select m.image_id from messages m join participants s on s.conversation_id = m.conversation_id where s.member_id = ${memberId})`.execute(tx);
  return rows.map((row) => row.storage_key);
}

async function deleteConversations(tx: Tx, memberId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from conversations where member_low = ${memberId} or member_high = ${memberId}`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return;
  await sql`delete from chat_images where id in (select image_id from messages where conversation_id = any(${ids}::bigint[]))`.execute(tx);
  for (const table of ['messages', 'participants']) await sql`delete from ${sql.table(table)} where conversation_id = any(${ids}::bigint[])`.execute(tx);
  await sql`delete from conversations where id = any(${ids}::bigint[])`.execute(tx);
}

/** Mails that still wait in the queue, and those of the outbox. */
async function forgetMails(tx: Tx, memberId: number, email: string | null): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where locked_at is null
    and (payload -> 'to' ->> 'memberId' = ${String(memberId)} or payload ->> 'memberId' = ${String(memberId)})`.execute(tx);
  if (email) await sql`delete from outbox_items where recipient = ${email}`.execute(tx);
}
