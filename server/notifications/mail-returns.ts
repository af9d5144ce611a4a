import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../platform/app.ts';
import type { Db, Tx } from '../platform/database/index.ts';
import { accountOf, memberChanged } from '../identity/index.ts';
import { deliverOnce } from '../platform/outgoing/deliveries.ts';
import type { MailReport } from '../platform/outgoing/mail-reports.ts';
import { forgetMailFaults, stopAllMails } from './change-switches.ts';
import { SOFT_BOUNCE_DAYS, SOFT_BOUNCES, verdictOf } from './rules.ts';

type Parts = Pick<App, 'db' | 'events' | 'log'>;

/** What a report says happened, of a member whose address is known to be the one written to. */
export interface MailReturn {
  member: number;
  kind: 'bounce' | 'complaint';
  /** Status code of RFC 3463; null when unknown. */
  status: string | null;
  /** The report's own name; the same one counts once. */
  id: string;
}

/** Takes a report that came by SMTP. One about an address that the member has changed since is of no meaning any more. */
export async function takeReport(app: Parts, { about, kind, status, id }: MailReport): Promise<void> {
  const account = await accountOf(app.db, about.member);
  if (account?.email && about.wentTo(account.email)) await takeReturn(app, { member: about.member, kind, status, id });
}

/** Takes the mail server's own refusal of an address while a mail was handed over. */
export async function takeRefusal(
  app: Parts,
  { member, email, status, key }: { member: number; email: string; status: string | null; key: string },
): Promise<void> {
  const account = await accountOf(app.db, member);
  if (account?.email === email) await takeReturn(app, { member, kind: 'bounce', status, id: key });
}

/**
 * Acts on a mail that came back: a spam report (`fbl`) or an address that is gone (`bounce`) stops all mails of news;
 * returns "for now" are counted, and several in a row are an address that is gone. The same report counts once.
 */
export async function takeReturn(app: Parts, { member, kind, status, id }: MailReturn): Promise<void> {
  let stopped = false;
  await deliverOnce(app.db, uuidOf(`${member} ${kind} ${id}`), async (tx) => {
    if (kind === 'complaint') stopped = await stopAllMails(tx, member, 'fbl');
    else if (verdictOf(status) === 'gone' || (await countSoft(tx, member)) >= SOFT_BOUNCES) stopped = await stopAllMails(tx, member, 'bounce');
  });
  app.log.info({ kind, status, stopped }, 'a mail came back');
  if (stopped) memberChanged(app, member);
}

/** The member asks for mails again: nothing that came back before counts any more. */
export async function resumeMailsOf(app: Parts, member: number): Promise<void> {
  await forgetMailFaults(app.db, member);
  memberChanged(app, member);
}

async function countSoft(tx: Tx | Db, member: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    insert into soft_bounces as s (member_id, count) values (${member}, 1)
    on conflict (member_id) do update set
      count = case when s.first_at < app_now() - ${SOFT_BOUNCE_DAYS} * interval '1 day' then 1 else s.count + 1 end,
      first_at = case when s.first_at < app_now() - ${SOFT_BOUNCE_DAYS} * interval '1 day' then app_now() else s.first_at end
    returning count`.execute(tx);
  return rows[0]!.count;
}

/** A name of any length as the key that deliveries are remembered by. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
