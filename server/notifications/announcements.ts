import { sql, type RawBuilder } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { AnnouncementAudience, AnnouncementType, AnnouncementWords } from '#contract/calls/text-desk-calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, type Db, type Tx } from '../platform/database/index.ts';
import { addresseeOf, type Addressee } from './audience.ts';
import { noteMail, secondsUntilMail, secondsUntilMorning } from './mail-pace.ts';
import { takesMail } from './rules.ts';
import { pushNotice, takesPush } from './tell.ts';

/** The job that sends an announcement, a batch of members at a time: `{ id, after }`. */
export const ANNOUNCE = 'announce';
/** The job that sends it to one member: `{ id, member }`. */
export const ANNOUNCE_ONE = 'announce-one';

const BATCH = 500;
/** Who would have to wait longer than this, for a cap or a pause of their own, is dropped: news are no news by then. */
const MOST_DAYS_LATE = 3;
const DAY = 24 * 3600;

export interface NewAnnouncement {
  type: AnnouncementType;
  /** By language. A member whose language is missing is not told. */
  texts: Partial<Record<Locale, AnnouncementWords>>;
  audience: AnnouncementAudience;
  /** Now when absent. */
  startsAt?: Date;
  /** The operator; null from the command line. */
  createdBy: number | null;
  /** The same id again is the same announcement. */
  clientId?: string;
}

/**
 * How many would be told, by language: what an operator reads before sending. Caps and quiet hours put mails off, they drop
 * nobody here.
 */
export async function audienceSize(
  db: Db,
  { type, texts, audience }: Pick<NewAnnouncement, 'type' | 'texts' | 'audience'>,
): Promise<CallReply<'adminAudienceSize'>> {
  const { rows } = await sql<{ language: Locale; members: number }>`
    select m.language, count(*)::int as members from members m join profiles p on p.id = m.id
    where ${belongs(type, Object.keys(texts), audience)} group by m.language order by members desc, m.language`.execute(db);
  return { members: rows.reduce((sum, { members }) => sum + members, 0), languages: rows };
}

/** Stores an announcement and queues it for its time. Returns its id; the id of the first when it is sent again. */
export async function announce(app: Pick<App, 'jobs'>, tx: Tx, { type, texts, audience, startsAt, createdBy, clientId }: NewAnnouncement): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into announcements (type, texts, audience, starts_at, created_by, client_id)
    values (${type}, ${JSON.stringify(texts)}::jsonb, ${JSON.stringify(audience)}::jsonb, coalesce(${startsAt ?? null}::timestamptz, app_now()), ${createdBy}, ${clientId ?? null})
    on conflict (client_id) do nothing returning id`.execute(tx);
  const [made] = rows;
  if (!made) {
    const { rows: first } = await sql<{ id: number }>`select id from announcements where client_id = ${clientId!}`.execute(tx);
    return first[0]!.id;
  }
  await app.jobs.add(tx, ANNOUNCE, { id: made.id, after: 0 }, { key: `announce ${made.id}`, ...(startsAt ? { runAt: startsAt } : {}) });
  return made.id;
}

/** Stops an announcement that is still being sent: those not reached yet are not told. False when there was nothing to stop. */
export async function cancelAnnouncement(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update announcements set status = 'cancelled' where id = ${id} and status in ('scheduled', 'sending')`.execute(db);
  return numAffectedRows === 1n;
}

/** Queues the next batch of an announcement's members; the first notes how many it is meant for. */
export async function sendAnnouncement(app: App, { id, after }: { id: number; after: number }): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const row = await running(tx, id);
    if (!row) return;
    if (after === 0) {
      const { members } = await audienceSize(tx, row);
      await sql`update announcements set meant = ${members} where id = ${id}`.execute(tx);
    }
    const { rows } = await sql<{ id: number }>`
      select m.id from members m join profiles p on p.id = m.id
      where m.id > ${after} and ${belongs(row.type, Object.keys(row.texts), row.audience)} order by m.id limit ${BATCH}`.execute(tx);
    for (const { id: member } of rows) await app.jobs.add(tx, ANNOUNCE_ONE, { id, member }, { key: `member ${member} announce ${id}`, maxAttempts: 3 });
    const last = rows.at(-1);
    const more = rows.length === BATCH && last;
    await sql`update announcements set status = ${more ? 'sending' : 'sent'} where id = ${id}`.execute(tx);
    if (more) await app.jobs.add(tx, ANNOUNCE, { id, after: last.id }, { key: `announce ${id}` });
  });
}

/** Sends an announcement to one member, once, when a mail of its type may go; who would wait longer than three days is dropped. */
export async function announceTo(app: App, { id, member }: { id: number; member: number }): Promise<void> {
  const to = await addresseeOf(app, member);
  await inTransaction(app.db, async (tx) => {
    const row = await running(tx, id);
    if (!row) return;
    const words = to?.confirmed ? row.texts[to.language] : undefined;
    const ways = to && words ? await waysTo(tx, to, row.type) : null;
    const waits = ways === null || ways.wait > MOST_DAYS_LATE * DAY ? null : ways.wait;
    if (waits !== null && waits > 0)
      return app.jobs.add(
        tx,
        ANNOUNCE_ONE,
        { id, member },
        { key: `member ${member} announce ${id}`, runAt: new Date(Date.now() + waits * 1000), maxAttempts: 3 },
      );
    // Members who were erased since leave no row behind.
    const first = to && (await sql`insert into announcement_sends (announcement_id, member_id) values (${id}, ${member}) on conflict do nothing`.execute(tx));
    if (first?.numAffectedRows === 0n) return;
    if (!to || !words || !ways || waits === null) {
      await sql`update announcements set dropped = dropped + 1 where id = ${id}`.execute(tx);
      return;
    }
    await sql`
      update announcements set sent = sent + 1, mailed = mailed + ${ways.mail ? 1 : 0}, pushed = pushed + ${ways.push ? 1 : 0} where id = ${id}`.execute(tx);
    if (ways.mail) {
      await noteMail(tx, member, row.type);
      await app.mailer.send(
        tx,
        row.type === 'news' ? 'news' : 'promotion',
        { email: to.email!, name: to.name, locale: to.language, memberId: to.id, host: to.host },
        { type: row.type, subject: words.subject, text: words.text, action: words.action ?? null },
      );
    }
    const text = {
      title: words.subject,
      body: words.text
        .split(/\n\s*\n/)[0]!
        .trim()
        .slice(0, 160),
    };
    await pushNotice(app, tx, to, { type: row.type, text, path: words.action?.path ?? '/members', tag: `announcement-${id}` });
  });
}

/** By which ways something of a type reaches a member, and in how many seconds; null when by none. A pause of mails is waited for where no push goes. */
async function waysTo(tx: Tx, to: Addressee, type: AnnouncementType): Promise<{ mail: boolean; push: boolean; wait: number } | null> {
  const [mail, push] = [takesMail(to, type), await takesPush(tx, to, type)];
  if (mail) return { mail, push, wait: await secondsUntilMail(tx, to, type) };
  if (push) return { mail, push, wait: await secondsUntilMorning(tx, to) };
  return takesMail({ ...to, pause_seconds: 0 }, type) ? { mail: true, push, wait: to.pause_seconds } : null;
}

interface Running {
  type: AnnouncementType;
  texts: Partial<Record<Locale, AnnouncementWords>>;
  audience: AnnouncementAudience;
}

/** An announcement that was not cancelled. */
async function running(tx: Tx, id: number): Promise<Running | null> {
  const { rows } = await sql<Running>`select type, texts, audience from announcements where id = ${id} and status <> 'cancelled'`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Over `members m` and `profiles p`: members in the audience whom a mail (an address that works, no pause that outlasts the news) or a
 * push (a device that takes them) of this type reaches. Who works here is no member.
 */
const belongs = (
  type: AnnouncementType,
  languages: string[],
  { countries, gender, premium, active_days, hosts, languages: chosen }: AnnouncementAudience,
): RawBuilder<boolean> => sql`
  m.status = 'active' and m.email is not null and p.kind = 'member' and m.roles = '{}' and m.shadow_email_key is null
  and m.language = any(${languages.filter((locale) => !chosen || (chosen as string[]).includes(locale))}::text[])
  and not (m.notifications_disabled @> array[${type}::text])
  and (
    (m.email_key is not null and not (m.notifications_disabled @> array[${`email:${type}`}])
      and coalesce(m.disabled_notification_reason, 'listunsubscribe') = 'listunsubscribe'
      and coalesce(m.mails_paused_until <= app_now() + ${MOST_DAYS_LATE} * interval '1 day', true))
    or (not (m.notifications_disabled @> array[${`push:${type}`}]) and exists (select from push_subscriptions d where d.member_id = m.id)))
  and (${countries ?? null}::text[] is null or p.country = any(${countries ?? null}::text[]))
  and (${gender ?? null}::text is null or p.gender = ${gender ?? null})
  and (${premium ?? null}::boolean is null or m.paid_user = ${premium ?? null})
  and (${active_days ?? null}::int is null or p.active_on > app_now()::date - ${active_days ?? null}::int)
  and (${hosts ?? null}::text[] is null or coalesce((select s.host from sites s where s.host = m.host or m.host = any(s.aliases)), '*') = any(${hosts ?? null}::text[]))`;
