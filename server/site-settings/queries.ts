import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { Company } from '#contract/site-settings/settings.ts';
import type { Db } from '../platform/database/index.ts';
import { settingsFrom } from './read-settings.ts';

export interface SiteRow {
  host: string;
  aliases: string[];
  overrides: Record<string, unknown>;
  settings: SiteSettings;
  company: Company & { id: number };
  pool: { id: number; name: string };
}

export async function allSites(db: Db): Promise<Map<string, SiteRow>> {
  const rows = await db
    .selectFrom('sites')
    .innerJoin('companies', 'companies.id', 'sites.company_id')
    .innerJoin('pools', 'pools.id', 'sites.pool_id')
    .selectAll(['sites', 'companies'])
    .select('pools.name as pool_name')
    .execute();
  return new Map(
    rows.map((row) => [
      row.host,
      {
        host: row.host,
        aliases: row.aliases,
        overrides: row.overrides as Record<string, unknown>,
        settings: settingsFrom(row.overrides as Record<string, unknown>),
        company: {
          id: row.company_id,
          name: row.name,
          address: row.address,
          city: row.city,
          country: row.country,
          kvk: row.kvk,
          tradenames: row.tradenames,
          vat_numbers: row.vat_numbers,
          support_phone: row.support_phone,
          delete_discount: row.delete_discount,
          creditor_id: row.creditor_id,
          legal_form: row.legal_form,
          represented_by: row.represented_by,
          register: row.register,
          dispute_bodies: row.dispute_bodies as Record<string, string>,
          privacy_contacts: row.privacy_contacts as Record<string, string>,
          added: row.added.toISOString(),
        },
        pool: { id: row.pool_id, name: row.pool_name },
      },
    ]),
  );
}
