import { sql } from 'kysely';
import type { CallBody, CallReply } from '#contract/calls.ts';
import { isCountry } from '#contract/lists/countries.ts';
import type { FieldCode } from '#contract/errors.ts';
import { DEFAULT_SITE } from '#contract/calls/site-desk-calls.ts';
import type { App } from '../platform/app.ts';
import { inTransaction } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { SITES_CHANGED } from './site-cache.ts';
import { allSites } from './queries.ts';
import { originOf } from './site.ts';

/** A host name as a site has it: ASCII (IDN as xn--), lower case, without `www.`, port or a trailing dot. */
const hostPattern = /^(?=.{4,253}$)(?!www\.)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** A VAT number as VIES lists it, or one of Britain, Switzerland and Norway: the country and up to 15 signs. */
const vatPattern = /^[A-Z]{2}[A-Z0-9+*.]{2,15}$/;
/** Country, check digits, business code, number: DE98ZZZ09999999999. */
const creditorPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{3,31}$/;
const phonePattern = /^\+?[0-9 ()./-]{5,25}$/;

/** GET /api/admin/sites.php: the sites, the default one first, and every company. Read from the database: an operator sees what is stored. */
export async function seeSites(app: App): Promise<CallReply<'adminSites'>> {
  const [sites, { rows: companies }] = await Promise.all([
    allSites(app.db),
    sql<CallReply<'adminSites'>['companies'][number]>`
      select id, name, address, city, country, kvk, tradenames, vat_numbers, support_phone, delete_discount, creditor_id, added::date::text as added
      from companies order by id`.execute(app.db),
  ]);
  const rows = [...sites.values()].toSorted((a, b) => (a.host === DEFAULT_SITE ? -1 : b.host === DEFAULT_SITE ? 1 : a.host < b.host ? -1 : 1));
  return {
    sites: await Promise.all(
      rows.map(async ({ host, aliases, company, settings, overrides }) => ({
        host,
        aliases,
        origin: await originOf(app, host),
        company: company.id,
        name: settings.name,
        logo: settings.logo,
        accent: settings.accent,
        niche: settings.niche,
        languages: settings.languages,
        countries: settings.countries,
        changed: Object.keys(overrides).length,
      })),
    ),
    companies,
  };
}

/**
 * POST /api/admin/sites.php: makes a site by its host, or changes the company behind it and the names that lead to it. The same
 * body again changes nothing.
 *
 * Refuses `invalid_fields` for a name that is not a bare host or belongs to another site; `not_found` for a company.
 */
export async function saveSite(app: App, audit: AuditNote, body: CallBody<'saveSite'>): Promise<{ ok: true }> {
  const host = body.host.trim().toLowerCase();
  const aliases = [...new Set(body.aliases.map((name) => name.trim().toLowerCase()))].filter((name) => name !== host);
  const faults: Record<string, FieldCode> = {};
  if (host !== DEFAULT_SITE && !hostPattern.test(host)) faults['host'] = 'host_invalid';
  if (!aliases.every((name) => hostPattern.test(name))) faults['aliases'] = 'host_invalid';
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  await inTransaction(app.db, async (tx) => {
    // One change after the other: a name belongs to one site.
    await sql`lock table sites in share row exclusive mode`.execute(tx);
    const { rows: companies } = await sql`select from companies where id = ${body.company}`.execute(tx);
    if (companies.length === 0) throw refuse('not_found');
    const { rows: others } = await sql<{ host: string; aliases: string[] }>`select host, aliases from sites where host <> ${host}`.execute(tx);
    const taken = new Set(others.flatMap((other) => [other.host, ...other.aliases]));
    if (taken.has(host)) throw refuseFields({ host: 'host_taken' });
    if (aliases.some((name) => taken.has(name))) throw refuseFields({ aliases: 'host_taken' });
    const { rows: before } = await sql`select company_id, aliases from sites where host = ${host}`.execute(tx);
    await sql`
      insert into sites (host, company_id, aliases) values (${host}, ${body.company}, ${aliases})
      on conflict (host) do update set company_id = excluded.company_id, aliases = excluded.aliases`.execute(tx);
    await audit(tx, { object: host, details: { before: before[0] ?? null, after: { company_id: body.company, aliases } } });
  });
  app.events.publish(SITES_CHANGED, { host });
  return { ok: true };
}

/**
 * POST /api/admin/companies.php: changes a company, or makes one. There is one company of a name, so the same body again is the
 * same company; a new one is added today, which dates the terms.
 *
 * Refuses `invalid_fields`; `not_found`; `conflict` for a name that another company has.
 */
export async function saveCompany(app: App, audit: AuditNote, body: CallBody<'saveCompany'>): Promise<{ ok: true; id: number }> {
  const wanted = columnsOf(body);
  const id = await inTransaction(app.db, async (tx) => {
    await sql`lock table companies in share row exclusive mode`.execute(tx);
    const { rows: twins } = await sql<{ id: number }>`select id from companies where name = ${wanted.name}`.execute(tx);
    const id = body.id ?? twins[0]?.id ?? null;
    if (twins[0] && twins[0].id !== id) throw refuse('conflict');
    const { rows: before } = await sql<{ id: number }>`select * from companies where id = ${id}`.execute(tx);
    if (body.id && !before[0]) throw refuse('not_found');
    const { rows } = await sql<{ id: number }>`
      insert into companies (id, name, address, city, country, kvk, tradenames, vat_numbers, support_phone, delete_discount, creditor_id, added)
      values (coalesce(${id}, (select coalesce(max(id), 0) + 1 from companies)), ${wanted.name}, ${wanted.address}, ${wanted.city}, ${wanted.country}, ${wanted.kvk},
        ${wanted.tradenames}, ${wanted.vat_numbers}, ${wanted.support_phone}, ${wanted.delete_discount}, ${wanted.creditor_id}, app_now())
      on conflict (id) do update set name = excluded.name, address = excluded.address, city = excluded.city, country = excluded.country, kvk = excluded.kvk,
        tradenames = excluded.tradenames, vat_numbers = excluded.vat_numbers, support_phone = excluded.support_phone, delete_discount = excluded.delete_discount,
        creditor_id = excluded.creditor_id
      returning id`.execute(tx);
    await audit(tx, { object: rows[0]!.id, details: { before: before[0] ?? null, after: wanted } });
    return rows[0]!.id;
  });
  app.events.publish(SITES_CHANGED, {});
  return { ok: true, id };
}

function columnsOf(body: CallBody<'saveCompany'>) {
  const line = (text: string) => text.replace(/\p{Cc}/gu, ' ').trim();
  const lines = (texts: string[]) => [...new Set(texts.map(line).filter(Boolean))];
  const wanted = {
    name: line(body.name),
    address: line(body.address),
    city: line(body.city),
    country: body.country.toUpperCase(),
    kvk: (body.kvk && line(body.kvk)) || null,
    tradenames: lines(body.tradenames),
    vat_numbers: lines(body.vat_numbers).map((number) => number.replace(/\s/g, '').toUpperCase()),
    support_phone: (body.support_phone && line(body.support_phone)) || null,
    delete_discount: body.delete_discount,
    creditor_id: (body.creditor_id ?? '').replace(/[\s\p{Cc}]/gu, '').toUpperCase() || null,
  };
  const faults: Record<string, FieldCode> = {};
  for (const key of ['name', 'address', 'city'] as const) if (wanted[key] === '') faults[key] = 'required';
  if (!isCountry(wanted.country) && !/^[A-Z]{2}$/.test(wanted.country)) faults['country'] = 'invalid';
  if (!wanted.vat_numbers.every((number) => vatPattern.test(number))) faults['vat_numbers'] = 'invalid';
  if (wanted.support_phone && !phonePattern.test(wanted.support_phone)) faults['support_phone'] = 'phone_invalid';
  if (wanted.delete_discount !== null && (wanted.delete_discount < 1 || wanted.delete_discount > 99)) faults['delete_discount'] = 'out_of_range';
  if (wanted.creditor_id && !creditorPattern.test(wanted.creditor_id)) faults['creditor_id'] = 'invalid';
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  return wanted;
}
