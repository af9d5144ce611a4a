import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { FieldCode } from '#contract/errors.ts';
import { isCountry } from '#contract/lists/countries.ts';
import { PHONE_PATTERN } from '#contract/rules/account-rules.ts';
import type { App } from '../platform/app.ts';
import { inTransaction, one } from '../platform/database/index.ts';
import type { AuditNote } from '../platform/http/context.ts';
import { refuse, refuseFields } from '../platform/http/refusal.ts';
import { SITES_CHANGED } from './site-cache.ts';

/**
 * A VAT number of the EU (as in VIES), Britain, Switzerland or Norway: country code and up to 15 characters.
 */
const vatPattern = /^[A-Z]{2}[A-Z0-9+*.]{2,15}$/;

/** A SEPA creditor identifier: country, check digits, business code, national number (DE98ZZZ09999999999). */
const creditorPattern = /^[A-Z]{2}\d{2}[A-Z0-9]{3,31}$/;

const phonePattern = new RegExp(PHONE_PATTERN);

/**
 * POST /api/admin/companies: creates or changes a company. Names are unique, so a repeated request does not
 * create a second company. A new company's terms carry the date of its creation. Throws `invalid_fields` for
 * an invalid field, `not_found` if no company has the id, and `conflict` if another company has the name.
 */
export async function saveCompany(
  app: App,
  audit: AuditNote,
  body: CallBody<'saveCompany'>,
): Promise<{ ok: true; id: number }> {
  const wanted = columnsOf(body);
  const id = await inTransaction(app.db, async (tx) => {
    await sql`lock table companies in share row exclusive mode`.execute(tx);
    const { rows: twins } = await sql<{
      id: number;
    }>`select id from companies where name = ${wanted.name}`.execute(tx);
    const id = body.id ?? twins[0]?.id ?? null;
    if (twins[0] && twins[0].id !== id) throw refuse('conflict');
    const { rows: before } = await sql<{ id: number }>`select * from companies where id = ${id}`.execute(tx);
    if (body.id && !before[0]) throw refuse('not_found');
    const row = await one(
      sql<{ id: number }>`
      insert into companies (id, name, address, city, country, kvk, tradenames, vat_numbers, support_phone, delete_discount, creditor_id,
          legal_form, represented_by, register, dispute_bodies, privacy_contacts, added)
      values (coalesce(${id}, (select coalesce(max(id), 0) + 1 from companies)), ${wanted.name}, ${wanted.address}, ${wanted.city}, ${wanted.country}, ${wanted.kvk},
        ${wanted.tradenames}, ${wanted.vat_numbers}, ${wanted.support_phone}, ${wanted.delete_discount}, ${wanted.creditor_id},
        ${wanted.legal_form}, ${wanted.represented_by}, ${wanted.register}, ${JSON.stringify(wanted.dispute_bodies)}::jsonb, ${JSON.stringify(wanted.privacy_contacts)}::jsonb, app_now())
      on conflict (id) do update set name = excluded.name, address = excluded.address, city = excluded.city, country = excluded.country, kvk = excluded.kvk,
        tradenames = excluded.tradenames, vat_numbers = excluded.vat_numbers, support_phone = excluded.support_phone, delete_discount = excluded.delete_discount,
        creditor_id = excluded.creditor_id, legal_form = excluded.legal_form, represented_by = excluded.represented_by, register = excluded.register,
        dispute_bodies = excluded.dispute_bodies, privacy_contacts = excluded.privacy_contacts
      returning id`.execute(tx),
    );
    await audit(tx, { object: row.id, details: { before: before[0] ?? null, after: wanted } });
    return row.id;
  });
  app.events.publish(SITES_CHANGED, {});
  return { ok: true, id };
}

function columnsOf(body: CallBody<'saveCompany'>) {
  const wanted = tidy(body);
  const faults = faultsOf(wanted);
  if (Object.keys(faults).length > 0) throw refuseFields(faults);
  return wanted;
}

const line = (text: string) => text.replace(/\p{Cc}/gu, ' ').trim();
const lines = (texts: string[]) => [...new Set(texts.map(line).filter(Boolean))];
const lineOrNull = (text: string | null | undefined) => (text && line(text)) || null;
const byCountry = (texts: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([country, text]) =>
      line(text) ? [[country.toUpperCase(), line(text)] as const] : [],
    ),
  );

function tidy(body: CallBody<'saveCompany'>) {
  return {
    name: line(body.name),
    address: line(body.address),
    city: line(body.city),
    country: body.country.toUpperCase(),
    kvk: lineOrNull(body.kvk),
    tradenames: lines(body.tradenames),
    vat_numbers: lines(body.vat_numbers).map((number) => number.replace(/\s/g, '').toUpperCase()),
    support_phone: lineOrNull(body.support_phone),
    delete_discount: body.delete_discount,
    creditor_id: (body.creditor_id ?? '').replace(/[\s\p{Cc}]/gu, '').toUpperCase() || null,
    legal_form: lineOrNull(body.legal_form),
    represented_by: lineOrNull(body.represented_by),
    register: lineOrNull(body.register),
    dispute_bodies: byCountry(body.dispute_bodies),
    privacy_contacts: byCountry(body.privacy_contacts),
  };
}

function faultsOf(company: ReturnType<typeof tidy>): Record<string, FieldCode> {
  const faults: Record<string, FieldCode> = {};
  for (const key of ['name', 'address', 'city'] as const) if (company[key] === '') faults[key] = 'required';
  if (!isCountry(company.country) && !/^[A-Z]{2}$/.test(company.country)) faults['country'] = 'invalid';
  if (!company.vat_numbers.every((number) => vatPattern.test(number))) faults['vat_numbers'] = 'invalid';
  if (company.support_phone && !phonePattern.test(company.support_phone))
    faults['support_phone'] = 'phone_invalid';
  if (company.delete_discount !== null && (company.delete_discount < 1 || company.delete_discount > 99))
    faults['delete_discount'] = 'out_of_range';
  if (company.creditor_id && !creditorPattern.test(company.creditor_id)) faults['creditor_id'] = 'invalid';
  for (const key of ['dispute_bodies', 'privacy_contacts'] as const)
    if (!Object.keys(company[key]).every(isCountry)) faults[key] = 'invalid';
  return faults;
}
