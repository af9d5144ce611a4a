import { type RawBuilder, sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import type { DeskReview } from '#contract/desk/quality.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import { one, type Db } from '../../platform/database/index.ts';
import { nextPage } from '../../platform/database/next-page.ts';
import { ofMemberInSites } from '../../site-scope/index.ts';

const PAGE = 10;
/** Messages before the sampled answer. */
const BEFORE = 8;

interface Wanted {
  sites: Sites;
  cursor?: string | undefined;
  done: boolean;
  /** Older messages are hidden here as elsewhere. */
  visibleDays: number;
  /** Only answers of this writer. */
  writer?: number;
}

/**
 * GET /api/admin/desk-reviews and desk-scores: sampled answers with the messages before them, 10 per page. Those to score
 * come oldest first, scored ones newest first. Leaves out answers that no longer exist.
 */
export async function reviews(
  db: Db,
  { sites, cursor, done, visibleDays, writer }: Wanted,
): Promise<CallReply<'deskReviews'>> {
  const from = /^\d{1,15}$/.test(cursor ?? '') ? Number(cursor) : null;
  const after: RawBuilder<unknown> =
    from === null ? sql`true` : done ? sql`r.message_id < ${from}` : sql`r.message_id > ${from}`;
  const ofWriter = writer === undefined ? sql`true` : sql`r.operator_id = ${writer}`;
  const [{ rows }, { waiting }] = await Promise.all([
    sql<DeskReview>`
      select r.message_id as message, r.conversation_id as conversation, json_build_object('id', r.operator_id, 'name', coalesce(by.name, '')) as writer,
        house.name as profile, other.name as member, r.score, r.comment, reviewer.name as reviewed_by,
        (select json_agg(json_build_object('id', m.id, 'by_profile', m.sender_id = house.id, 'kind', m.kind, 'text', m.body,
            'at', (to_json(m.created_at at time zone 'UTC') #>> '{}') || 'Z') order by m.id)
          from (select * from messages_before(r.conversation_id, r.message_id + 1) earlier
              where earlier.created_at > app_now() - ${visibleDays} * interval '1 day'
            order by earlier.id desc limit ${BEFORE + 1}) m) as exchange
      from desk_reviews r
        join lateral messages_at(r.conversation_id, r.message_id) answer
          on answer.created_at > app_now() - ${visibleDays} * interval '1 day'
        join profiles house on house.id = answer.sender_id
        join conversations c on c.id = r.conversation_id
        join profiles other on other.id = case when house.id = c.member_low then c.member_high else c.member_low end
        left join profiles by on by.id = r.operator_id
        left join profiles reviewer on reviewer.id = r.reviewed_by
      where ${done ? sql`r.score is not null` : sql`r.score is null`} and ${after} and ${ofWriter}
        and ${ofMemberInSites(sites, sql`other.id`)}
      order by ${done ? sql`r.message_id desc` : sql`r.message_id`} limit ${PAGE + 1}`.execute(db),
    one(
      sql<{ waiting: number }>`
        select count(*)::int as waiting from (
          select from desk_reviews r join conversations c on c.id = r.conversation_id
            join profiles house on house.id in (c.member_low, c.member_high) and house.kind = 'fictional'
          where r.score is null and ${ofWriter} and ${ofMemberInSites(sites, sql`c.member_low + c.member_high - house.id`)} limit 1000) few`.execute(
        db,
      ),
    ),
  ]);
  return {
    reviews: rows.slice(0, PAGE),
    waiting,
    next: nextPage(rows, PAGE, (last) => String(last.message)),
  };
}
