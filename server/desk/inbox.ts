import { sql } from 'kysely';
import type { CallQuery, CallReply } from '#contract/calls.ts';
import type { MessageKind } from '#contract/chat/conversations.ts';
import type { Locale } from '#contract/lists/locales.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../platform/app.ts';
import { type Db, one } from '../platform/database/index.ts';
import type { MemberSession } from '../platform/http/context.ts';
import { profileCardMap } from '../profiles/index.ts';
import { memberInSites, ofMemberInSites } from '../site-scope/index.ts';
import { settingsOf } from '../site-settings/index.ts';
import { operatorView, viewerOf } from '../visibility/index.ts';
import { claimOf } from './claims/claim-of.ts';

const PAGE = 50;

interface Waiting {
  conversation_id: number;
  profile_id: number;
  member_id: number;
  language: Locale;
  since: Date;
  /** The instant at full precision, for the cursor. */
  since_text: string;
  returned: boolean;
  writers_from: string | null;
  kind: MessageKind | null;
  body: string | null;
  writer: number | null;
  writer_name: string | null;
}

/**
 * GET /api/admin/desk: conversations waiting for a fictional profile's answer, longest wait first, 50 per
 * page, filtered by profile or the member's language. Each row says whether the profile's writing hours are
 * over. Excludes members whose account is closed or pending deletion.
 */
export async function waitingConversations(
  app: Pick<App, 'db' | 'parts'>,
  { memberId: operator, sites }: Pick<MemberSession, 'memberId' | 'sites'>,
  query: CallQuery<'desk'>,
  host: string,
): Promise<CallReply<'desk'>> {
  const { db } = app;
  const [since, conversation] = readCursor(query.cursor);
  const { time_zone } = await settingsOf(app, host);
  const [{ rows }, total, filters, claim] = await Promise.all([
    sql<Waiting>`
      select w.conversation_id, w.profile_id, w.member_id, other.language, w.since, w.since::text as since_text, w.returned_at is not null as returned, m.kind, m.body,
        case when not ${isWithinHours(time_zone)} then to_char(f.opens, 'HH24:MI') end as writers_from,
        c.operator_id as writer, writer.name as writer_name
      from unanswered w
        join members other on other.id = w.member_id and other.status in ('active', 'not_confirmed')
        left join fictional_profiles f on f.profile_id = w.profile_id
        left join participants side on side.member_id = w.profile_id and side.conversation_id = w.conversation_id
        left join messages m on m.conversation_id = w.conversation_id and m.id = side.last_message_id
        left join desk_claims c on c.conversation_id = w.conversation_id and c.expires_at > app_now()
        left join profiles writer on writer.id = c.operator_id
      where ${memberInSites(sites, 'other')} and (w.since, w.conversation_id) > (${since}::timestamptz, ${conversation}::bigint)
        and (${query.profile ?? null}::bigint is null or w.profile_id = ${query.profile ?? null})
        and (${query.language ?? null}::text is null or other.language = ${query.language ?? null})
      order by w.since, w.conversation_id limit ${PAGE + 1}`.execute(db),
    one(
      sql<{
        waiting: number;
      }>`select count(*)::int as waiting from (select from unanswered w where ${ofMemberInSites(sites, sql`w.member_id`)} limit 1000) few`.execute(
        db,
      ),
    ),
    filtersOf(db, sites),
    claimOf(db, operator),
  ]);
  const page = rows.slice(0, PAGE);
  const [profiles, members] = await Promise.all([
    profileCardMap(
      app,
      operatorView(null),
      page.map((row) => row.profile_id),
    ),
    profileCardMap(
      app,
      await viewerOf(app, null),
      page.map((row) => row.member_id),
    ),
  ]);
  const last = page.at(-1);
  return {
    waiting: total.waiting,
    filters,
    claim,
    conversations: page.flatMap((row) => {
      const [profile, member] = [profiles.get(row.profile_id), members.get(row.member_id)];
      if (!profile || !member) return [];
      return [
        {
          conversation: row.conversation_id,
          profile,
          member,
          language: row.language,
          waiting_since: row.since.toISOString(),
          returned: row.returned,
          writers_from: row.writers_from,
          last_message: row.kind && { kind: row.kind, text: row.body },
          claimed_by: row.writer && row.writer_name ? { id: row.writer, name: row.writer_name } : null,
        },
      ];
    }),
    next:
      rows.length > PAGE && last
        ? Buffer.from(`${last.since_text}|${last.conversation_id}`).toString('base64url')
        : null,
  };
}

const filtersOf = (db: Db, sites: Sites) =>
  one(
    sql<CallReply<'desk'>['filters']>`
      with waiting as (
        select w.profile_id, other.language from unanswered w
          join members other on other.id = w.member_id and other.status in ('active', 'not_confirmed') and ${memberInSites(sites, 'other')}
        limit 1000)
      select
        coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name, p.id)
          from profiles p where p.id in (select profile_id from waiting)), '[]') as profiles,
        coalesce((select json_agg(distinct language) from waiting), '[]') as languages`.execute(db),
  );

/**
 * SQL that is true if the site's local time is within a fictional profile's writing hours, which may pass
 * midnight. Null for a profile without hours, so that it never counts as outside.
 */
const isWithinHours = (timeZone: string) => sql<boolean | null>`
  case when f.opens = f.closes then null
    when f.opens < f.closes then (app_now() at time zone ${timeZone})::time >= f.opens and (app_now() at time zone ${timeZone})::time < f.closes
    else (app_now() at time zone ${timeZone})::time >= f.opens or (app_now() at time zone ${timeZone})::time < f.closes end`;

function readCursor(cursor: string | undefined): [string, number] {
  const [, since, conversation] =
    /^(\d{4}-\d\d-\d\d [\d:.+-]{8,28})\|(\d{1,15})$/.exec(
      Buffer.from(cursor ?? '', 'base64url').toString(),
    ) ?? [];
  return since ? [since, Number(conversation)] : ['-infinity', 0];
}
