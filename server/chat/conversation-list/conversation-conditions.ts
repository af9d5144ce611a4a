import { sql, type RawBuilder } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import type {
  conversationAges,
  conversationKinds,
  conversationSilences,
} from '#contract/chat/conversation-list.ts';
import { commonSites, type Sites } from '#contract/rules/site-scope-rules.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { ofMemberInSites } from '../../site-scope/index.ts';

export type Caller = Pick<MemberSession, 'memberId' | 'sites'>;
export type ConversationSearch = Omit<NonNullable<CallQuery<'adminConversationList'>>, 'cursor'>;

type Condition = RawBuilder<unknown>;

const withFictional = sql`(c.member_low in (select id from profiles where kind = 'fictional')
  or c.member_high in (select id from profiles where kind = 'fictional'))`;

const kinds: Record<(typeof conversationKinds)[number], Condition> = {
  members: sql`not ${withFictional}`,
  fictional: withFictional,
};

const within = (moment: Condition, days: number) => sql`${moment} > app_now() - ${days} * interval '1 day'`;
const before = (moment: Condition, days: number) => sql`${moment} <= app_now() - ${days} * interval '1 day'`;
const began = sql`c.created_at`;
const last = sql`c.last_message_at`;

const ages: Record<(typeof conversationAges)[number], Condition> = {
  under_day: within(began, 1),
  under_week: within(began, 7),
  over_month: before(began, 30),
  over_year: before(began, 365),
};

// No index serves these: it would make every message update it. The list is read in the order of the ids.
const silences: Record<(typeof conversationSilences)[number], Condition> = {
  under_day: within(last, 1),
  under_week: within(last, 7),
  over_week: before(last, 7),
  over_month: before(last, 30),
};

/** One side has complained about the other. Looking for it row by row is faster than joining all complaints. */
const hasComplaint = sql`exists (select from complaints x
  where x.profile_id in (c.member_low, c.member_high) and x.reporter_id in (c.member_low, c.member_high))`;

/** Every member of the conversation belongs to the sites. Fictional profiles belong to none. */
const inSites = (sites: Sites): Condition =>
  sites === null
    ? sql`true`
    : sql.join(
        [sql`low`, sql`high`].map(
          (side) => sql`(${side}.kind = 'fictional' or ${ofMemberInSites(sites, sql`${side}.id`)})`,
        ),
        sql` and `,
      );

/** Conditions over `conversations c` and the profiles `low` and `high`: the filters, within the sites of the operator. */
export function conversationConditions({ sites }: Caller, search: ConversationSearch): Condition {
  const { kind, complaint, site, age, silence, member } = search;
  const all: (Condition | undefined)[] = [
    inSites(site === undefined ? sites : commonSites(sites, [site])),
    kind && kinds[kind],
    complaint && hasComplaint,
    age && ages[age],
    silence && silences[silence],
    member === undefined ? undefined : sql`c.id in (select conversation_id from sides_of(${Number(member)}))`,
  ];
  return sql.join(
    all.filter((each) => each !== undefined),
    sql` and `,
  );
}
