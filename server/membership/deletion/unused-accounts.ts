import { sql } from 'kysely';
import { accountOf, noteUnusedNotice, recipientOf } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Tx } from '../../platform/database/index.ts';
import { purgeMember } from './purge-member.ts';

const UNUSED_MONTHS = 18;
const NOTICE_DAYS = 30;
/** Limit of one run; the next daily run continues. */
const MOST_AT_ONCE = 500;

/** Condition for unused accounts, except those of the demo, of staff and of fictional profiles. */
const unused = sql`m.status in ('active', 'not_confirmed') and not m.is_demo and m.roles = '{}' and p.kind = 'member'
  and p.active_on < (app_now() - ${sql.lit(`${UNUSED_MONTHS} months`)}::interval)::date`;
const isOver = sql`m.unused_told_at < app_now() - ${sql.lit(`${NOTICE_DAYS} days`)}::interval`;

export async function dropUnusedAccounts(app: App): Promise<void> {
  const { rows: toTell } = await sql<{ id: number }>`
    select m.id from members m join profiles p on p.id = m.id
    where ${unused} and (m.unused_told_at is null or m.unused_told_at < p.active_on) limit ${MOST_AT_ONCE}`.execute(
    app.db,
  );
  for (const { id } of toTell) await tell(app, id);
  const { rows: due } = await sql<{ id: number }>`
    select m.id from members m join profiles p on p.id = m.id where ${unused} and ${isOver} and m.unused_told_at >= p.active_on limit ${MOST_AT_ONCE}`.execute(
    app.db,
  );
  for (const { id } of due) {
    const stillDue = async (tx: Tx) =>
      (
        await sql`select from members m join profiles p on p.id = m.id where m.id = ${id} and ${unused} and ${isOver}`.execute(
          tx,
        )
      ).rows.length > 0;
    if (await purgeMember(app, id, stillDue)) app.log.info({ member: id }, 'unused account purged');
  }
}

async function tell(app: App, memberId: number): Promise<void> {
  const account = await accountOf(app.db, memberId);
  if (!account) return;
  await inTransaction(app.db, async (tx) => {
    const until = await noteUnusedNotice(tx, memberId, NOTICE_DAYS);
    const to = recipientOf(account);
    await app.mailer.send(tx, 'unused-account', to, { name: account.name, until: until.toISOString() });
  });
}
