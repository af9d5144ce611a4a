import { type RawBuilder, sql } from 'kysely';
import type { MemberSession } from '../platform/http/context.ts';
import { ofMemberInLanguages, ofMemberInSites } from '../site-scope/index.ts';
import { isWithinHours } from './within-hours.ts';

/** Counting ends here: nobody reads more of the queue at once. */
const MOST = 1000;

/** How many conversations of the operator's sites and languages wait within and outside writing hours, as columns. */
export const waitingCounts = (
  { sites, languages }: Pick<MemberSession, 'sites' | 'languages'>,
  timeZone: string,
): RawBuilder<{ waiting: number; outside: number }> => sql`
  select count(*) filter (where within)::int as waiting, count(*) filter (where not within)::int as outside from (
    select ${isWithinHours(timeZone)} is not false as within
    from unanswered w left join fictional_profiles f on f.profile_id = w.profile_id
    where ${ofMemberInSites(sites, sql`w.member_id`)} and ${ofMemberInLanguages(languages, sql`w.member_id`)} limit ${MOST}) few`;
