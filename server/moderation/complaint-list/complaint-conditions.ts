import { sql, type RawBuilder } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import type {
  complaintAges,
  complaintClaims,
  complaintStatuses,
} from '#contract/moderation/complaint-list.ts';
import { commonSites } from '#contract/rules/site-scope-rules.ts';
import type { MemberSession } from '../../platform/http/context.ts';
import { complaintInSites } from '../../site-scope/index.ts';
import { isClaimed, isUndecided } from './complaint-claim.ts';

export type Caller = Pick<MemberSession, 'memberId' | 'sites'>;
export type ComplaintSearch = Omit<NonNullable<CallQuery<'adminComplaintList'>>, 'cursor'>;

type Condition = RawBuilder<unknown>;

const statuses: Record<(typeof complaintStatuses)[number], Condition> = {
  waiting: isUndecided,
  received: sql`c.status = 'open'`,
  looked_at: sql`c.status = 'in_review'`,
  decided: sql`c.status in ('resolved', 'rejected')`,
};

const before = (days: number) => sql`c.created_at <= app_now() - ${days} * interval '1 day'`;

const ages: Record<(typeof complaintAges)[number], Condition> = {
  under_day: sql`c.created_at > app_now() - interval '1 day'`,
  over_day: before(1),
  over_week: before(7),
  over_month: before(30),
};

const claims: Record<(typeof complaintClaims)[number], (operator: number) => Condition> = {
  nobody: () => sql`${isUndecided} and not ${isClaimed}`,
  me: (operator) => sql`${isUndecided} and ${isClaimed} and c.taken_by = ${operator}`,
  colleague: (operator) => sql`${isUndecided} and ${isClaimed} and c.taken_by <> ${operator}`,
};

/** Conditions over `complaints c`: the filters, within the sites of the operator. */
export function complaintConditions({ memberId, sites }: Caller, search: ComplaintSearch): Condition {
  const { status, category, site, age, priority, claim, member } = search;
  const all: (Condition | undefined)[] = [
    complaintInSites(site === undefined ? sites : commonSites(sites, [site])),
    status && statuses[status],
    category && sql`c.category = ${category}`,
    age && ages[age],
    priority && sql`c.priority = ${Number(priority)}`,
    claim && claims[claim](memberId),
    member === undefined ? undefined : sql`c.profile_id = ${Number(member)}`,
  ];
  return sql.join(
    all.filter((each) => each !== undefined),
    sql` and `,
  );
}
