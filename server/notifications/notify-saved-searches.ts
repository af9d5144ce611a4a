import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import { profileCards } from '../profiles/index.ts';
import { SAVED_SEARCH_NOTIFICATION, type SavedSearchNews } from '../search/index.ts';
import { listedFor, viewerOf } from '../visibility/index.ts';
import { addresseeOf, recipientOf } from './audience.ts';
import { secondsUntilMail, secondsUntilQuietEnd } from './mail-pace.ts';
import { noteMail } from './note-mail.ts';
import { pushNotice } from './push-notice.ts';
import { noticeText } from './push-texts.ts';
import { collectForDigest } from './rhythm/collect-for-digest.ts';
import { mailPersonOf, takesMail } from './rules.ts';

const SHOWN = 5;
const TYPE = 'saved_searches';

/**
 * Tells a member of new matches of saved searches, without those who are hidden by now. Members who have the site open
 * see them there. News that would wait for more than a day is dropped, because the next round brings its own.
 */
export async function notifySavedSearches(app: App, { member, profiles }: SavedSearchNews): Promise<void> {
  const to = await addresseeOf(app, member);
  if (!to?.confirmed || to.present) return;
  const viewer = await viewerOf(app, member, to.host);
  const { rows } = await sql<{ id: number }>`
    select p.id from profiles p where p.id = any(${profiles}::bigint[]) and ${listedFor(viewer)} order by p.id desc`.execute(
    app.db,
  );
  if (rows.length === 0) return;
  await inTransaction(app.db, async (tx) => {
    const isAtOnce = to.rhythm.mail_rhythm === 'at_once';
    const mails = isAtOnce && takesMail(to, TYPE);
    if (!isAtOnce && takesMail(to, TYPE))
      await collectForDigest(app, tx, to, { type: TYPE, about: rows.map(({ id }) => id) });
    const wait = mails ? await secondsUntilMail(tx, to, TYPE) : await secondsUntilQuietEnd(tx, to);
    if (wait > 24 * 3600) return;
    if (wait > 0)
      return app.jobs.add(
        tx,
        SAVED_SEARCH_NOTIFICATION,
        { member, profiles },
        {
          key: `member ${member} saved searches`,
          runAt: new Date(Date.now() + wait * 1000),
          maxAttempts: 3,
        },
      );
    if (mails) {
      const cards = await profileCards(
        { ...app, db: tx },
        viewer,
        rows.slice(0, SHOWN).map(({ id }) => id),
      );
      await noteMail(tx, member, TYPE);
      await app.mailer.send(tx, 'saved-search', recipientOf(to), {
        name: to.name,
        people: cards.map(mailPersonOf),
        total: rows.length,
      });
    }
    await pushNotice(app, tx, to, {
      type: TYPE,
      text: noticeText(to.language, 'saved_search'),
      path: '/saved-searches',
      tag: 'saved-searches',
    });
  });
}
