import { sql } from 'kysely';
import type { Locale } from '#contract/lists/locales.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction, type Db } from '../../platform/database/index.ts';
import { memberInLanguages, memberInSites } from '../../site-scope/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { storeClaim } from '../claims/store-claim.ts';
import { tellDesk } from '../news.ts';
import { isWithinHours } from '../within-hours.ts';
import { lockWriter, type WriterRow } from './lock-writer.ts';

/** Another writer can be faster every time; the next event tries again. */
const MOST_TRIES = 40;

export interface Wanted {
  operator: number;
  sites: Sites;
  host: string;
  /** Assigns this many although the writer is away, because they ask. Otherwise up to their capacity if they are on. */
  atMost?: number;
  profile?: number | undefined;
  language?: Locale | undefined;
}

/**
 * Assigns waiting conversations to a writer: first those that they answered last, then the longest wait, of their
 * languages and profiles and within writing hours. Members who stopped spending are left out, since the desk must not
 * write to them. Any number of writers can ask at the same time: each conversation gets one of them.
 */
export async function assignConversations(
  app: Pick<App, 'db' | 'events' | 'parts'>,
  wanted: Wanted,
): Promise<number[]> {
  if (!wanted.atMost && !(await isOn(app.db, wanted.operator))) return [];
  const { time_zone, desk_capacity } = await settingsOf(app, wanted.host);
  const assigned = await inTransaction(app.db, async (tx) => {
    const writer = await lockWriter(tx, wanted.operator);
    if (!writer.is_on && !wanted.atMost) return [];
    const room = (writer.capacity ?? desk_capacity) - (await heldBy(tx, wanted.operator));
    const most = Math.min(room, wanted.atMost ?? room);
    const taken: number[] = [];
    for (let tries = 0; taken.length < most && tries < MOST_TRIES; tries++) {
      const next = await nextFor(tx, wanted, writer, time_zone);
      if (next === null) break;
      if (await storeClaim(tx, wanted.operator, next)) taken.push(next);
    }
    return taken;
  });
  for (const conversation of assigned) tellDesk(app, conversation);
  return assigned;
}

/** Without a lock: every event at the desk asks this for each open desk. */
async function isOn(db: Db, operator: number): Promise<boolean> {
  const { rows } = await sql`select from desk_writers where operator_id = ${operator} and is_on`.execute(db);
  return rows.length > 0;
}

/** Conversations that the writer has yet to answer. Those that wait for the member take no capacity. */
async function heldBy(tx: Db, operator: number): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from desk_claims k join unanswered w on w.conversation_id = k.conversation_id
    where k.operator_id = ${operator} and k.expires_at > app_now()`.execute(tx);
  return rows[0]?.held ?? 0;
}

async function nextFor(
  tx: Db,
  { operator, sites, profile, language }: Wanted,
  writer: WriterRow,
  timeZone: string,
): Promise<number | null> {
  // A lapsed claim counts until `returnIdleConversations` deletes it, within a minute.
  const { rows } = await sql<{ id: number }>`
    select c.id from unanswered w
      join conversations c on c.id = w.conversation_id
      join members other on other.id = w.member_id and other.status in ('active', 'not_confirmed')
      left join fictional_profiles f on f.profile_id = w.profile_id
    where ${memberInSites(sites, 'other')}
      and not exists (select from desk_claims k where k.conversation_id = w.conversation_id)
      and ${isWithinHours(timeZone)} is not false
      and ${memberInLanguages(writer.languages, 'other')}
      and (${writer.profiles}::bigint[] = '{}' or w.profile_id = any(${writer.profiles}::bigint[]))
      and (${profile ?? null}::bigint is null or w.profile_id = ${profile ?? null})
      and (${language ?? null}::text is null or other.language = ${language ?? null})
      and w.conversation_id <> all(${writer.passed_on}::bigint[])
      and (other.spending_paused_until > app_now()) is not true
      and (other.spending_cap is null or spent_this_month(other.id) < other.spending_cap)
    order by coalesce((select a.operator_id = ${operator} from desk_answers a
        where a.conversation_id = w.conversation_id order by a.message_id desc limit 1), false) desc,
      w.since, w.conversation_id
    limit 1 for no key update of c skip locked`.execute(tx);
  return rows[0]?.id ?? null;
}
