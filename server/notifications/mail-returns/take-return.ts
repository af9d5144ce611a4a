import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { memberChanged } from '../../identity/index.ts';
import type { App } from '../../platform/app.ts';
import { one, type Db, type Tx } from '../../platform/database/index.ts';
import { countMail } from '../../platform/outgoing/count-mail.ts';
import { deliverOnce } from '../../platform/outgoing/deliveries.ts';
import { SOFT_BOUNCE_DAYS, SOFT_BOUNCES, verdictOf } from '../rules.ts';
import { stopAllMails } from '../switches/stop-all-mails.ts';

export type MailReturnParts = Pick<App, 'db' | 'events' | 'log'>;

export interface MailReturn {
  member: number;
  kind: 'bounce' | 'complaint';
  status: string | null;
  /** The report's id. A repeated report counts once. */
  id: string;
  /** The mail server refused the mail at once, and the mailer has counted that. */
  isCounted?: true;
}

/**
 * Handles a returned mail. A spam report (`fbl`) or a dead address (`bounce`) stops all news mails; soft
 * bounces are counted, and several in a row count as a dead address. A repeated report counts once.
 */
export async function takeReturn(
  app: MailReturnParts,
  { member, kind, status, id, isCounted }: MailReturn,
): Promise<void> {
  let stopped = false;
  await deliverOnce(app.db, uuidOf(`${member} ${kind} ${id}`), async (tx) => {
    if (!isCounted) await countMail(tx, kind === 'complaint' ? 'complained' : 'bounced');
    if (kind === 'complaint') stopped = await stopAllMails(tx, member, 'fbl');
    else if (verdictOf(status) === 'gone' || (await countSoft(tx, member)) >= SOFT_BOUNCES)
      stopped = await stopAllMails(tx, member, 'bounce');
    if (stopped) await memberChanged(app, tx, member);
  });
  app.log.info({ kind, status, stopped }, 'a mail bounced or was reported as spam');
}

async function countSoft(tx: Tx | Db, member: number): Promise<number> {
  const { count } = await one(
    sql<{ count: number }>`
    insert into soft_bounces as s (member_id, count) values (${member}, 1)
    on conflict (member_id) do update set
      count = case when s.first_at < app_now() - ${SOFT_BOUNCE_DAYS} * interval '1 day' then 1 else s.count + 1 end,
      first_at = case when s.first_at < app_now() - ${SOFT_BOUNCE_DAYS} * interval '1 day' then app_now() else s.first_at end
    returning count`.execute(tx),
  );
  return count;
}

/** A UUID derived from a report's id, as the key of `deliveries`. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
