import { sql } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import { locales } from '#contract/lists/locales.ts';
import type { App } from '../platform/app.ts';
import { type Db, one } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { memberInLanguages, memberInSites } from '../site-scope/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { deskRows, presenter } from './desk-row.ts';
import { waitingCounts } from './waiting-counts.ts';
import { isWithinHours } from './within-hours.ts';

const PAGE = 50;

/**
 * GET /api/admin/desk: conversations waiting for a fictional profile's answer, longest wait first, 50 per
 * page, of the operator's languages, filtered by profile or the member's language, and those that the operator holds. Outside the writing hours of its
 * profile a conversation only counts if the query says so. Excludes members whose account is closed or pending deletion.
 */
export async function waitingConversations(
  app: Pick<App, 'db' | 'parts'>,
  member: Pick<MemberSession, 'memberId' | 'sites' | 'languages'>,
  query: CallQuery<'desk'>,
  host: string,
): Promise<CallReply<'desk'>> {
  const { db } = app;
  const { memberId: operator, sites, languages } = member;
  const [since, conversation] = readCursor(query.cursor);
  const { time_zone, desk_capacity } = await settingsOf(app, host);
  const [{ rows }, mine, totals, filters, writer] = await Promise.all([
    deskRows(
      time_zone,
      sql`unanswered w`,
      sql`${memberInSites(sites, 'other')} and ${memberInLanguages(languages, 'other')} and (w.since, w.conversation_id) > (${since}::timestamptz, ${conversation}::bigint)
        and (${query.profile ?? null}::bigint is null or w.profile_id = ${query.profile ?? null})
        and (${query.language ?? null}::text is null or other.language = ${query.language ?? null})
        and (${query.outside ?? false} or ${isWithinHours(time_zone)} is not false)
        and c.operator_id is distinct from ${operator}
      order by w.since, w.conversation_id limit ${PAGE + 1}`,
    ).execute(db),
    query.cursor
      ? { rows: [] }
      : deskRows(
          time_zone,
          heldBy(operator),
          sql`true order by w.since nulls last, w.conversation_id`,
        ).execute(db),
    one(waitingCounts(member, time_zone).execute(db)),
    filtersOf(db, member),
    writerOf(db, operator),
  ]);
  const page = rows.slice(0, PAGE);
  const present = await presenter(app, [...page, ...mine.rows]);
  const last = page.at(-1);
  return {
    ...totals,
    filters,
    languages: locales.filter((locale) => languages.includes(locale)),
    on: writer?.is_on ?? false,
    capacity: writer?.capacity ?? desk_capacity,
    mine: present(mine.rows),
    conversations: present(page),
    next:
      rows.length > PAGE && last
        ? Buffer.from(`${last.since_text}|${last.conversation_id}`).toString('base64url')
        : null,
  };
}

/** The conversations that a writer holds, with the columns of `unanswered`. */
const heldBy = (operator: number) => sql`(
  select k.conversation_id, p.id as profile_id, case when p.id = c.member_low then c.member_high else c.member_low end as member_id,
    u.since, u.returned_at
  from desk_claims k join conversations c on c.id = k.conversation_id
    join profiles p on p.id in (c.member_low, c.member_high) and p.kind = 'fictional'
    left join unanswered u on u.conversation_id = k.conversation_id
  where k.operator_id = ${operator} and k.expires_at > app_now()) w`;

type Scope = Pick<MemberSession, 'sites' | 'languages'>;

async function writerOf(db: Db, operator: number) {
  const { rows } = await sql<{ is_on: boolean; capacity: number | null }>`
    select is_on, capacity from desk_writers where operator_id = ${operator}`.execute(db);
  return rows[0];
}

const filtersOf = (db: Db, { sites, languages }: Scope) =>
  one(
    sql<CallReply<'desk'>['filters']>`
      with waiting as (
        select w.profile_id, other.language from unanswered w
          join members other on other.id = w.member_id and other.status in ('active', 'not_confirmed') and ${memberInSites(sites, 'other')}
          where ${memberInLanguages(languages, 'other')}
        limit 1000)
      select
        coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id)
          from profiles p where p.id in (select profile_id from waiting)), '[]') as profiles,
        coalesce((select json_agg(distinct language) from waiting), '[]') as languages`.execute(db),
  );

function readCursor(cursor: string | undefined): [string, number] {
  const [, since, conversation] =
    /^(\d{4}-\d\d-\d\d [\d:.+-]{8,28})\|(\d{1,15})$/.exec(
      Buffer.from(cursor ?? '', 'base64url').toString(),
    ) ?? [];
  return since ? [since, Number(conversation)] : ['-infinity', 0];
}
