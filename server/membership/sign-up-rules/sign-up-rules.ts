import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { MOST_SIGN_UP_RULES, type SignUpRule } from '#contract/membership/sign-up-rules.ts';
import type { Sites } from '#contract/rules/site-scope-rules.ts';
import type { App } from '../../platform/app.ts';
import { siteChoices, siteInSites } from '../../site-scope/index.ts';
import { HIT_DAYS } from './forget-rules.ts';

/** GET /api/admin/sign-up-rules: the rules of the operator's sites, those in force first, newest first. */
export async function signUpRules(
  app: Pick<App, 'db' | 'geoip'>,
  sites: Sites,
): Promise<CallReply<'signUpRules'>> {
  const [{ rows }, choices] = await Promise.all([
    sql<Omit<SignUpRule, 'created_at'> & { created_at: Date }>`
      select r.id, r.kind, r.value, r.effect, r.note, to_char(r.until, 'YYYY-MM-DD') as until, r.site,
        coalesce(r.until < (app_now() at time zone 'UTC')::date, false) as ended, r.created_at,
        json_build_object('id', r.created_by, 'name', p.name) as by, h.*
      from sign_up_rules r left join profiles p on p.id = r.created_by cross join lateral (
        select coalesce(sum(hits), 0)::int as hits, coalesce(sum(solved), 0)::int as solved from sign_up_rule_hits
        where rule_id = r.id and day > (app_now() at time zone 'UTC')::date - ${sql.lit(HIT_DAYS)}) h
      where r.removed_at is null and ${siteInSites(sites, sql`r.site`)}
      order by ended, r.created_at desc, r.id limit ${MOST_SIGN_UP_RULES}`.execute(app.db),
    siteChoices(app.db, sites),
  ]);
  return {
    rules: rows.map(({ created_at, ...rule }) => ({ ...rule, created_at: created_at.toISOString() })),
    sites: choices,
    knows_asn: app.geoip.knowsAsn,
  };
}
