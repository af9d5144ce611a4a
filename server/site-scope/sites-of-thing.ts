import { sql, type RawBuilder } from 'kysely';
import type { ScopedThing, Sites } from '#contract/rules/site-scope-rules.ts';
import { isUuid } from '#contract/schema.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import type { Db } from '../platform/database/index.ts';
import { sitesOfAppeal, sitesOfComplaint, sitesOfThread } from './sql-pieces.ts';

type Query = RawBuilder<{ sites: string[] | null }>;
/** A stored thing by its id: the type of the id, and a query of its sites, null for all sites. */
interface Stored {
  id: 'number' | 'uuid' | 'text';
  sites(id: number | string): Query;
}

const ofMember = (table: string, column = 'member_id', id: Stored['id'] = 'number'): Stored => ({
  id,
  sites: (value) =>
    sql`select sites_of_member(${sql.ref(column)}) as sites from ${sql.table(table)} where id = ${value}`,
});
const atHost = (query: (id: number | string) => RawBuilder<unknown>): Stored['sites'] => {
  return (id) => sql`select array[site_of_host(found.host)] as sites from (${query(id)}) found`;
};

const things: Record<Exclude<ScopedThing, 'site' | 'named_site'>, Stored> = {
  member: {
    id: 'number',
    sites: (id) => sql`select sites_of_member(id) as sites from members where id = ${id}`,
  },
  operator: {
    id: 'number',
    sites: (id) =>
      sql`select office_sites as sites from members where id = ${id} and (roles <> '{}' or dismissed_at is not null)`,
  },
  photo: ofMember('photos'),
  verification: ofMember('verifications'),
  age_check: ofMember('age_checks'),
  chat_image: ofMember('chat_images'),
  voice_intro: ofMember('voice_intros'),
  // Of the member who writes with a fictional profile. Of a conversation between members, of either.
  conversation: {
    id: 'number',
    sites: (id) => sql`
      select sites_of_member(case when low.kind = 'fictional' then c.member_high else c.member_low end) as sites
      from conversations c left join profiles low on low.id = c.member_low where c.id = ${id}`,
  },
  payment: { id: 'uuid', sites: atHost((id) => sql`select host from payments where id = ${id}`) },
  refund: {
    id: 'uuid',
    sites: atHost(
      (id) => sql`select p.host from refunds r join payments p on p.id = r.payment_id where r.id = ${id}`,
    ),
  },
  withdrawal: { id: 'uuid', sites: atHost((id) => sql`select host from withdrawals where id = ${id}`) },
  credit_change: ofMember('credit_changes', 'member_id', 'uuid'),
  complaint: {
    id: 'number',
    sites: (id) => sql`select ${sitesOfComplaint} as sites from complaints c where c.id = ${id}`,
  },
  measure: ofMember('measures'),
  appeal: {
    id: 'number',
    sites: (id) => sql`select ${sitesOfAppeal} as sites from appeals ap where ap.id = ${id}`,
  },
  text: ofMember('flagged_texts'),
  // Identified by the member's id, which outlives the account.
  held_account: {
    id: 'number',
    sites: (id) => sql`
      select case when exists (select from members where id = h.member_id) then sites_of_member(h.member_id)
        else array[site_of_host(h.host)] end as sites from account_holds h where h.member_id = ${id} limit 1`,
  },
  invitation: {
    id: 'text',
    sites: (id) => sql`
      select case when payload ? 'site' then array[payload ->> 'site'] end as sites
      from link_tokens where token_hash = decode(${String(id)}, 'hex') and purpose = 'invite'`,
  },
  announcement: {
    id: 'number',
    sites: (id) => sql`
      select case when audience ? 'hosts' then array(select jsonb_array_elements_text(audience -> 'hosts')) end as sites
      from announcements where id = ${id}`,
  },
  discount_code: {
    id: 'text',
    sites: (code) => sql`
      select coalesce(sites, case when member_id is not null then sites_of_member(member_id) end) as sites
      from discount_codes where code = ${String(code).trim().toUpperCase()}`,
  },
  webhook: {
    id: 'uuid',
    sites: (id) =>
      sql`select case when site is not null then array[site] end as sites from webhooks where id = ${id}`,
  },
  webhook_delivery: {
    id: 'uuid',
    sites: (id) => sql`
      select case when w.site is not null then array[w.site] end as sites
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ${id}`,
  },
  token: {
    id: 'uuid',
    sites: (id) => sql`
      select coalesce(t.sites, m.office_sites) as sites from api_tokens t join members m on m.id = t.member_id where t.id = ${id}`,
  },
  support_thread: {
    id: 'number',
    sites: (id) => sql`select ${sitesOfThread} as sites from support_threads th where th.id = ${id}`,
  },
  setting_change: {
    id: 'number',
    sites: (id) => sql`
      select case when host <> ${DEFAULT_SITE} then array[host] end as sites from setting_changes where id = ${id}`,
  },
  sign_up_rule: {
    id: 'uuid',
    sites: (id) =>
      sql`select case when site is not null then array[site] end as sites from sign_up_rules where id = ${id}`,
  },
  figure_note: {
    id: 'number',
    sites: (id) =>
      sql`select case when site is not null then array[site] end as sites from figure_notes where id = ${id}`,
  },
  waiting_change: {
    id: 'uuid',
    sites: (id) => sql`
      select case when kind = 'setting' and after ->> 'host' <> ${DEFAULT_SITE} then array[after ->> 'host'] end as sites
      from waiting_changes where id = ${id}`,
  },
};

/**
 * The sites that a thing concerns; null for all of them. Undefined if it does not exist, which the call's
 * handler answers.
 */
export async function sitesOfThing(db: Db, of: ScopedThing, id: unknown): Promise<Sites | undefined> {
  if (of === 'site') return [String(id)];
  if (of === 'named_site') return id === DEFAULT_SITE ? null : [String(id)];
  const { id: type, sites } = things[of];
  if (type === 'number' ? !Number.isSafeInteger(id) : typeof id !== 'string') return undefined;
  if (type === 'uuid' && !isUuid(id as string)) return undefined;
  const { rows } = await sites(id as number | string).execute(db);
  return rows[0] && rows[0].sites;
}
