import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { profileCards } from '../profiles/index.ts';
import { listedFor, viewerOf } from '../visibility/index.ts';
import { recipientOf, addresseeOf } from './audience.ts';
import { secondsUntilMail, secondsUntilQuietEnd } from './mail-pace.ts';
import { noteMail } from './note-mail.ts';
import { pushNotice } from './push-notice.ts';
import { noticeText } from './push-texts.ts';
import { mailPersonOf, takesMail } from './rules.ts';

export const WEEKLY_ROUND = 'weekly-round';
export const WEEKLY_UPDATE = 'weekly-update';

const BATCH = 500;
const SHOWN = 5;
const FEWEST = 3;
const MOST_COUNTED = 50;
const ACTIVE_DAYS = 60;

export async function weeklyRound(app: App, { after = 0 }: { after?: number }): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number; wanted: boolean }>`
      select m.id, m.status = 'active' and m.email is not null and p.active_on > app_now()::date - ${ACTIVE_DAYS}::int
        and not (m.notifications_disabled @> array['weekly_updates'])
        and not (m.notifications_disabled @> array['email:weekly_updates', 'push:weekly_updates']) as wanted
      from members m join profiles p on p.id = m.id where m.id > ${after} order by m.id limit ${BATCH}`.execute(
      tx,
    );
    for (const { id, wanted } of rows)
      if (wanted)
        await app.jobs.add(tx, WEEKLY_UPDATE, { member: id }, { key: `member ${id} weekly`, maxAttempts: 3 });
    const last = rows.at(-1);
    if (last && rows.length === BATCH)
      await app.jobs.add(tx, WEEKLY_ROUND, { after: last.id }, { key: 'weekly round' });
  });
}

/**
 * Informs one member of the people who joined their country this week, if they have the gender that the
 * member seeks and are visible to the member.
 */
export async function weeklyUpdate(app: App, { member }: { member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to?.confirmed || to.present) return;
  const viewer = await viewerOf(app, member, to.host);
  const { rows } = await sql<{ id: number }>`
    select p.id from profiles me join profiles p on p.country = me.country and p.gender = coalesce(me.gender_sought, p.gender) and p.kind = 'member'
    where me.id = ${member} and p.created_at > app_now() - interval '7 days' and ${listedFor(viewer)}
      and exists (select from members m where m.id = ${member} and m.intimate_consent_withdrawn_at is null)
    order by (p.region is not distinct from me.region) desc, p.main_photo_id is null, p.id desc limit ${MOST_COUNTED}`.execute(
    app.db,
  );
  if (rows.length < FEWEST) return;
  await inTransaction(app.db, async (tx) => {
    const mails = takesMail(to, 'weekly_updates');
    const wait = mails
      ? await secondsUntilMail(tx, to, 'weekly_updates')
      : await secondsUntilQuietEnd(tx, to);
    if (wait > 24 * 3600) return;
    if (wait > 0)
      return app.jobs.add(
        tx,
        WEEKLY_UPDATE,
        { member },
        { key: `member ${member} weekly`, runAt: new Date(Date.now() + wait * 1000), maxAttempts: 3 },
      );
    if (mails) {
      const cards = await profileCards(
        { ...app, db: tx },
        viewer,
        rows.slice(0, SHOWN).map(({ id }) => id),
      );
      await noteMail(tx, member, 'weekly_updates');
      await app.mailer.send(tx, 'weekly-update', recipientOf(to), {
        name: to.name,
        people: cards.map(mailPersonOf),
        total: rows.length,
      });
    }
    await pushNotice(app, tx, to, {
      type: 'weekly_updates',
      text: noticeText(to.language, 'weekly'),
      path: '/members',
      tag: 'weekly',
    });
  });
}
