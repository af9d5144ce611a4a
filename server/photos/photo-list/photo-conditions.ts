import { sql, type RawBuilder } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import type { photoAges, photoAudiences } from '#contract/photos/photo-list.ts';
import { commonSites } from '#contract/rules/site-scope-rules.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { ofMemberInSites } from '../../site-scope/index.ts';

export type Caller = Pick<MemberSession, 'memberId' | 'sites'>;
export type PhotoSearch = Omit<NonNullable<CallQuery<'adminPhotoList'>>, 'cursor'>;

type Condition = RawBuilder<unknown>;

const audiences: Record<(typeof photoAudiences)[number], Condition> = {
  public: sql`not ph.private`,
  private: sql`ph.private and not ph.on_request`,
  on_request: sql`ph.private and ph.on_request`,
};

const before = (days: number) => sql`ph.created_at <= app_now() - ${days} * interval '1 day'`;

const ages: Record<(typeof photoAges)[number], Condition> = {
  under_day: sql`ph.created_at > app_now() - interval '1 day'`,
  over_day: before(1),
  over_week: before(7),
  over_month: before(30),
};

/**
 * Conditions over `photos ph`: the filters, within the sites of the operator. Without pictures that still wait for
 * the comparison with lists of known illegal pictures: nobody sees those.
 */
export function photoConditions({ sites }: Caller, search: PhotoSearch): Condition {
  const { status, audience, flag, reason, site, age, member } = search;
  const all: (Condition | undefined)[] = [
    sql`not ph.awaits_lists`,
    ofMemberInSites(site === undefined ? sites : commonSites(sites, [site]), sql`ph.member_id`),
    status && sql`ph.status = ${status}`,
    audience && audiences[audience],
    // The first condition is that of the index.
    flag && sql`ph.flags <> '{}' and ph.flags @> ${[flag]}::text[]`,
    reason && sql`ph.refusal_reason = ${reason}`,
    age && ages[age],
    member === undefined ? undefined : sql`ph.member_id = ${Number(member)}`,
  ];
  return sql.join(
    all.filter((each) => each !== undefined),
    sql` and `,
  );
}
