import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { profileCards } from '../profiles/index.ts';
import { listedFor, viewerOf } from '../visibility/index.ts';
import { addresseeOf } from './audience.ts';
import { noteMail, secondsUntilMail, secondsUntilMorning } from './mail-pace.ts';
import { noticeText } from './push-texts.ts';
import { takesMail } from './rules.ts';
import { pushNotice } from './tell.ts';

/** The job that goes through the members, a batch at a time: `{ after }`. */
export const WEEKLY_ROUND = 'weekly-round';
/** The job that tells one member of the week's new ones: `{ member }`. */
export const WEEKLY_UPDATE = 'weekly-update';

const BATCH = 500;
const SHOWN = 5;
/** Fewer are no news. */
const FEWEST = 3;
/** Nobody is told of more: the number is a greeting, not a figure. */
const MOST_COUNTED = 50;
/** Members who have not been seen for this long get no update. */
const ACTIVE_DAYS = 60;

/** Queues the weekly update of each member who still comes by, and then the next batch of members. */
export async function weeklyRound(app: App, { after = 0 }: { after?: number }): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number; wanted: boolean }>`
      select m.id, m.status = 'active' and m.email is not null and p.active_on > app_now()::date - ${ACTIVE_DAYS}::int
        and not (m.notifications_disabled @> array['weekly_updates'])
        and not (m.notifications_disabled @> array['email:weekly_updates', 'push:weekly_updates']) as wanted
      from members m join profiles p on p.id = m.id where m.id > ${after} order by m.id limit ${BATCH}`.execute(tx);
    for (const { id, wanted } of rows) if (wanted) await app.jobs.add(tx, WEEKLY_UPDATE, { member: id }, { key: `member ${id} weekly`, maxAttempts: 3 });
    const last = rows.at(-1);
    if (last && rows.length === BATCH) await app.jobs.add(tx, WEEKLY_ROUND, { after: last.id }, { key: 'weekly round' });
  });
}

/** Tells one member who joined in the member's country this week, of the gender looked for and listed to the member. */
export async function weeklyUpdate(app: App, { member }: { member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to?.confirmed || to.present) return;
  const viewer = await viewerOf(app, member, to.host);
  const { rows } = await sql<{ id: number }>`
    select p.id from profiles me join profiles p on p.country = me.country and p.gender = coalesce(me.gender_sought, p.gender) and p.kind = 'member'
    where me.id = ${member} and p.created_at > app_now() - interval '7 days' and ${listedFor(viewer)}
    order by (p.region is not distinct from me.region) desc, p.main_photo_id is null, p.id desc limit ${MOST_COUNTED}`.execute(app.db);
  if (rows.length < FEWEST) return;
  await inTransaction(app.db, async (tx) => {
    const mails = takesMail(to, 'weekly_updates');
    const wait = mails ? await secondsUntilMail(tx, to, 'weekly_updates') : await secondsUntilMorning(tx, to);
    if (wait > 24 * 3600) return;
    if (wait > 0)
      return app.jobs.add(tx, WEEKLY_UPDATE, { member }, { key: `member ${member} weekly`, runAt: new Date(Date.now() + wait * 1000), maxAttempts: 3 });
    if (mails) {
      const cards = await profileCards(
        { ...app, db: tx },
        member,
        rows.slice(0, SHOWN).map(({ id }) => id),
      );
      await noteMail(tx, member, 'weekly_updates');
      await app.mailer.send(
        tx,
        'weekly-update',
        { email: to.email, name: to.name, locale: to.language, memberId: to.id, host: to.host },
        { name: to.name, people: cards.map(({ id, name, age, city, kind }) => ({ id, name, age, city, kind })), total: rows.length },
      );
    }
    await pushNotice(app, tx, to, { type: 'weekly_updates', text: noticeText(to.language, 'weekly'), path: '/members', tag: 'weekly' });
  });
}
