import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { ANNOUNCE_ONE, ANNOUNCE } from './announcement-jobs.ts';
import { inAudience } from './audience-condition.ts';
import { audienceSize } from './audience-size.ts';
import { runningAnnouncement } from './running-announcement.ts';

const BATCH = 500;

export async function sendAnnouncement(
  app: App,
  { id, after }: { id: number; after: number },
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const row = await runningAnnouncement(tx, id);
    if (!row) return;
    if (after === 0) {
      const { members } = await audienceSize(tx, row);
      await sql`update announcements set meant = ${members} where id = ${id}`.execute(tx);
    }
    const { rows } = await sql<{ id: number }>`
      select m.id from members m join profiles p on p.id = m.id
      where m.id > ${after} and ${inAudience(row.type, Object.keys(row.texts), row.audience)} order by m.id limit ${BATCH}`.execute(
      tx,
    );
    for (const { id: member } of rows)
      await app.jobs.add(
        tx,
        ANNOUNCE_ONE,
        { id, member },
        { key: `member ${member} announce ${id}`, maxAttempts: 3 },
      );
    const last = rows.at(-1);
    const more = rows.length === BATCH && last;
    await sql`update announcements set status = ${more ? 'sending' : 'sent'} where id = ${id}`.execute(tx);
    if (more) await app.jobs.add(tx, ANNOUNCE, { id, after: last.id }, { key: `announce ${id}` });
  });
}
