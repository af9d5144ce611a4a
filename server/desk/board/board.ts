import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { BoardWriter } from '#contract/desk/board.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { one, type Db } from '../../platform/database/index.ts';
import { memberInSites, ofMemberInSites } from '../../site-scope/index.ts';
import { settingsOf } from '../../site-settings/index.ts';
import { isWithinHours } from '../within-hours.ts';

const MOST = 200;

/** GET /api/admin/desk-board: what waits now, and up to 200 writers with what they hold, those who are on first. */
export async function deskBoard(
  app: Pick<App, 'db' | 'parts'>,
  sites: Sites,
  host: string,
): Promise<CallReply<'deskBoard'>> {
  const { time_zone, desk_capacity } = await settingsOf(app, host);
  const [queue, writers, { profiles }] = await Promise.all([
    queueOf(app.db, sites, time_zone),
    writersOf(app.db, sites),
    one(
      sql<{ profiles: { id: number; name: string }[] }>`
        select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id), '[]') as profiles from (
          select p.id, p.name from profiles p where p.kind = 'fictional' and (${sites === null} or exists (
            select from unanswered w where w.profile_id = p.id and ${ofMemberInSites(sites, sql`w.member_id`)}))
          order by p.name, p.id limit ${MOST}) few`.execute(app.db),
    ),
  ]);
  return { ...queue, capacity: desk_capacity, writers, profiles };
}

async function queueOf(db: Db, sites: Sites, timeZone: string) {
  const { rows } = await sql<{
    waiting: number;
    outside: number;
    unassigned: number;
    conversation: number | null;
    since: Date | null;
  }>`
    with few as (
      select w.conversation_id, w.since, ${isWithinHours(timeZone)} is not false as within,
        exists (select from desk_claims k where k.conversation_id = w.conversation_id and k.expires_at > app_now()) as held
      from unanswered w left join fictional_profiles f on f.profile_id = w.profile_id
      where ${ofMemberInSites(sites, sql`w.member_id`)}
      order by w.since, w.conversation_id limit 1000)
    select count(*) filter (where within)::int as waiting, count(*) filter (where not within)::int as outside,
      count(*) filter (where within and not held)::int as unassigned,
      (array_agg(conversation_id order by since, conversation_id) filter (where within))[1] as conversation,
      min(since) filter (where within) as since
    from few`.execute(db);
  const { waiting = 0, outside = 0, unassigned = 0, conversation = null, since = null } = rows[0] ?? {};
  const oldest =
    conversation === null || since === null ? null : { conversation, since: since.toISOString() };
  return { waiting, outside, unassigned, oldest };
}

async function writersOf(db: Db, sites: Sites): Promise<BoardWriter[]> {
  const { rows } = await sql<Omit<BoardWriter, 'active_at'> & { active_at: Date | null }>`
    select m.id, p.name, coalesce(d.is_on, false) as on, d.active_at, d.capacity,
      m.office_languages as languages, coalesce(d.profiles, '{}') as profiles,
      (select count(*)::int from desk_answers a
        where a.operator_id = m.id and a.created_at > app_now() - interval '1 hour') as answers_this_hour,
      coalesce((
        select json_agg(json_build_object('conversation', k.conversation_id, 'member', other.name, 'profile', house.name,
            'waiting_since', to_json(w.since at time zone 'UTC') #>> '{}', 'claimed_at', to_json(k.claimed_at at time zone 'UTC') #>> '{}')
          order by w.since nulls last, k.conversation_id)
        from desk_claims k join conversations c on c.id = k.conversation_id
          join profiles house on house.id in (c.member_low, c.member_high) and house.kind = 'fictional'
          join profiles other on other.id in (c.member_low, c.member_high) and other.id <> house.id
          left join unanswered w on w.conversation_id = k.conversation_id
        where k.operator_id = m.id and k.expires_at > app_now() and ${ofMemberInSites(sites, sql`other.id`)}), '[]') as held
    from members m join profiles p on p.id = m.id left join desk_writers d on d.operator_id = m.id
    where m.roles && '{writer,supervisor}' and (d.operator_id is not null or 'writer' = any(m.roles)) and ${memberInSites(sites)}
    order by coalesce(d.is_on, false) desc, p.name, m.id limit ${MOST}`.execute(db);
  return rows.map(({ active_at, held, ...row }) => ({
    ...row,
    active_at: active_at?.toISOString() ?? null,
    held: held.map((each) => ({
      ...each,
      waiting_since: each.waiting_since && `${each.waiting_since}Z`,
      claimed_at: `${each.claimed_at}Z`,
    })),
  }));
}
