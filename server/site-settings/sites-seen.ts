import { sql } from 'kysely';
import type { CallReply } from '#contract/calls.ts';
import { type Sites, isWithinSites } from '#contract/rules/site-scope-rules.ts';
import { DEFAULT_SITE } from '#contract/site-settings/sites.ts';
import type { App } from '../platform/app.ts';
import { allSites } from './queries.ts';
import { originOf } from './site.ts';

/**
 * GET /api/admin/sites: the sites, default first, and every company and pool. Operators of some sites get these, with
 * their companies and pools. It bypasses the cache, so that operators see what is stored.
 */
export async function seeSites(app: App, own: Sites): Promise<CallReply<'adminSites'>> {
  const [sites, { rows: companies }, { rows: pools }] = await Promise.all([
    allSites(app.db),
    sql<CallReply<'adminSites'>['companies'][number]>`
      select id, name, address, city, country, kvk, tradenames, vat_numbers, support_phone, delete_discount, creditor_id,
        legal_form, represented_by, register, dispute_bodies, privacy_contacts, added::date::text as added
      from companies order by id`.execute(app.db),
    sql<{ id: number; name: string }>`select id, name from pools order by id`.execute(app.db),
  ]);
  const rows = [...sites.values()]
    .filter(({ host }) => isWithinSites(own, [host]))
    .toSorted((a, b) =>
      a.host === DEFAULT_SITE ? -1 : b.host === DEFAULT_SITE ? 1 : a.host < b.host ? -1 : 1,
    );
  return {
    sites: await Promise.all(
      rows.map(async ({ host, aliases, company, pool, settings, overrides }) => ({
        host,
        aliases,
        origin: await originOf(app, host),
        company: company.id,
        pool: pool.id,
        name: settings.name,
        logo: settings.logo,
        accent: settings.accent,
        niche: settings.niche,
        languages: settings.languages,
        countries: settings.countries,
        changed: Object.keys(overrides).length,
      })),
    ),
    companies: companies.filter(({ id }) => own === null || rows.some(({ company }) => company.id === id)),
    pools: pools.filter(({ id }) => own === null || rows.some(({ pool }) => pool.id === id)),
  };
}
