import { sql, type RawBuilder } from 'kysely';
import type { Sites } from '#contract/rules/site-scope-rules.ts';

// The rule which rows an operator of some sites works on, as SQL fragments. Every office query that lists or
// counts rows of members must use one of them, with the operator's `sites`. For operators of all sites they
// are the constant true, so that their queries keep their plans.

type Sql = RawBuilder<unknown>;

const everything = sql<boolean>`true`;

/** Condition that a host, as stored with members and payments, belongs to one of the sites. */
export function hostInSites(sites: Sites, host: Sql): RawBuilder<boolean> {
  if (sites === null) return everything;
  const named = (which: RawBuilder<boolean>) => sql`array(
    select unnest(names || array(select 'www.' || name from unnest(names) name))
    from (select array_append(s.aliases, s.host) as names from sites s where ${which}) each_site)`;
  // Null and unknown hosts are the default site.
  return sites.includes('*')
    ? sql`(${host} is null or lower(${host}) <> all(${named(sql`s.host <> all(${[...sites]}::text[])`)}))`
    : sql`lower(${host}) = any(${named(sql`s.host = any(${[...sites]}::text[])`)})`;
}

/**
 * Condition over `members m`, or another alias: a member of one of the sites, or an operator whose scope these
 * sites contain.
 */
export function memberInSites(sites: Sites, alias = 'm'): RawBuilder<boolean> {
  if (sites === null) return everything;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`(case when ${column('roles')} = '{}' and ${column('dismissed_at')} is null then ${hostInSites(sites, column('host'))}
    else ${column('office_sites')} <@ ${[...sites]}::text[] end is true)`;
}

/** Condition that the member with this id belongs to one of the sites. False if the account no longer exists. */
export const ofMemberInSites = (sites: Sites, member: Sql): RawBuilder<boolean> =>
  sites === null
    ? everything
    : sql`exists (select from members of_site where of_site.id = ${member} and ${memberInSites(sites, 'of_site')})`;

/** Condition over `account_holds h`: held accounts of these sites, including deleted ones. */
export const heldInSites = (sites: Sites): RawBuilder<boolean> =>
  sites === null
    ? everything
    : sql`(case when h.purged_at is null then ${ofMemberInSites(sites, sql`h.member_id`)} else ${hostInSites(sites, sql`h.host`)} end is true)`;

/** Condition that a row of one site, named by its host, belongs to the scope. */
export const siteInSites = (sites: Sites, site: Sql): RawBuilder<boolean> =>
  sites === null ? everything : sql`(${site} = any(${[...sites]}::text[]) is true)`;

/** Condition that a row of several sites lies within the scope. A row of all sites, null, does not. */
export const allInSites = (sites: Sites, column: Sql): RawBuilder<boolean> =>
  sites === null ? everything : sql`(${column} <@ ${[...sites]}::text[] is true)`;

/**
 * The sites of `complaints c`: those of the member complained about, else of the reporter, else of the page on
 * which a visitor complained.
 */
export const sitesOfComplaint = sql<
  string[] | null
>`(case when c.profile_id is not null then sites_of_member(c.profile_id)
  when c.reporter_id is not null then sites_of_member(c.reporter_id) else array[site_of_host(c.host)] end)`;

/**
 * Condition over `complaints c`, the same as that all of `sitesOfComplaint` lie within the scope. Comparing hosts in
 * the query is several times faster than the function per row, which counts in lists of many complaints.
 */
export const complaintInSites = (sites: Sites): RawBuilder<boolean> =>
  sites === null
    ? everything
    : sql`(case when c.profile_id is not null then ${ofMemberInSites(sites, sql`c.profile_id`)}
      when c.reporter_id is not null then ${ofMemberInSites(sites, sql`c.reporter_id`)}
      else ${hostInSites(sites, sql`c.host`)} end is true)`;

/** The sites of `appeals ap`: those of the member who got the measure, or of the contested complaint. */
export const sitesOfAppeal = sql<string[] | null>`(case when ap.measure_id is not null
  then (select sites_of_member(me.member_id) from measures me where me.id = ap.measure_id)
  else (select ${sitesOfComplaint} from complaints c where c.id = ap.complaint_id) end)`;

/** The sites of `support_threads th`: those of the member, else of the page on which a visitor asked. */
export const sitesOfThread = sql<
  string[] | null
>`(case when th.member_id is not null then sites_of_member(th.member_id) else array[site_of_host(th.host)] end)`;

/** Condition over `support_threads th`. */
export const threadInSites = (sites: Sites): RawBuilder<boolean> => allInSites(sites, sitesOfThread);

/** Condition over `appeals ap`. */
export const appealInSites = (sites: Sites): RawBuilder<boolean> => allInSites(sites, sitesOfAppeal);
