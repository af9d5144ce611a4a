import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction, type Tx } from '../platform/database/index.ts';
import { accountOf, noteUnusedNotice } from '../identity/index.ts';
import { purgeMember } from './purge-member.ts';

/** After so long without use an account is kept for nobody. */
const UNUSED_MONTHS = 18;
/** Between the mail that says so and the deletion. */
const NOTICE_DAYS = 30;
/** In one run; the next day goes on. */
const MOST_AT_ONCE = 500;

/** Members, no demo and nobody who works here, who have not been seen for that long. */
const unused = sql`m.status in ('active', 'not_confirmed') and not m.is_demo and m.roles = '{}' and p.kind = 'member'
  and p.active_on < (app_now() - ${sql.lit(`${UNUSED_MONTHS} months`)}::interval)::date`;
const isOver = sql`m.unused_told_at < app_now() - ${sql.lit(`${NOTICE_DAYS} days`)}::interval`;

/** Tells members who have not been there for a year and a half, and deletes those who did not come back after it. */
export async function dropUnusedAccounts(app: App): Promise<void> {
  const { rows: toTell } = await sql<{ id: number }>`
    select m.id from members m join profiles p on p.id = m.id
    where ${unused} and (m.unused_told_at is null or m.unused_told_at < p.active_on) limit ${MOST_AT_ONCE}`.execute(app.db);
  for (const { id } of toTell) await tell(app, id);
  const { rows: due } = await sql<{ id: number }>`
    select m.id from members m join profiles p on p.id = m.id where ${unused} and ${isOver} and m.unused_told_at >= p.active_on limit ${MOST_AT_ONCE}`.execute(
    app.db,
  );
  for (const { id } of due) {
    const stillDue = async (tx: Tx) =>
      (await sql`select from members m join profiles p on p.id = m.id where m.id = ${id} and ${unused} and ${isOver}`.execute(tx)).rows.length > 0;
    if (await purgeMember(app, id, stillDue)) app.log.info({ member: id }, 'an unused account was purged');
  }
}

async function tell(app: App, memberId: number): Promise<void> {
  const account = await accountOf(app.db, memberId);
  if (!account) return;
  await inTransaction(app.db, async (tx) => {
    const until = await noteUnusedNotice(tx, memberId, NOTICE_DAYS);
    const to = { email: account.email, name: account.name, locale: account.language, memberId, host: account.host };
    await app.mailer.send(tx, 'unused-account', to, { name: account.name, until: until.toISOString() });
  });
}
