import { sql } from 'kysely';
import type { SignUpRuleEffect } from '#contract/membership/sign-up-rule-kinds.ts';
import type { HeldByRule } from '#contract/moderation/held-accounts.ts';
import type { App } from '../../platform/app.ts';
import type { Db } from '../../platform/database/index.ts';
import { asciiDomain } from './rule-value.ts';

export interface MatchingRule extends HeldByRule {
  id: string;
  effect: SignUpRuleEffect;
}

/** The rules in force that name a sign-up, oldest first. Without an `ip` only those by mail domain. */
export async function matchingRules(
  { db, geoip }: Pick<App, 'geoip'> & { db: Db },
  { site, email, ip }: { site: string; email: string; ip: string | null },
): Promise<MatchingRule[]> {
  const address = ip === null ? null : ip.replace(/^::ffff:/i, '').replace(/%.*$/, '');
  const asn = address === null ? null : geoip.asnOf(address);
  const { rows } = await sql<MatchingRule>`
    select id, kind, value, note, effect from sign_up_rules
    where removed_at is null and (site is null or site = ${site})
      and (until is null or until >= (app_now() at time zone 'UTC')::date)
      and (
        (kind = 'mail_domain' and value = any(${domainsOf(email)}::text[]))
        or (kind = 'network' and network >>= ${address}::inet)
        or (kind = 'asn' and value = ${asn === null ? null : String(asn)})
        or (kind = 'country' and value = ${address === null ? null : geoip.countryOf(address)})
      )
    order by created_at, id`.execute(db);
  return rows;
}

/** The domain of an address and those above it, without the top level: `a.b.example` gives itself and `b.example`. */
function domainsOf(email: string): string[] {
  const labels = asciiDomain(email.slice(email.lastIndexOf('@') + 1)).split('.');
  return labels.slice(0, -1).map((_label, from) => labels.slice(from).join('.'));
}
