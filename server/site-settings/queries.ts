import type { Company } from '#contract/payments.ts';
import type { SiteSettings } from '#contract/setting-table.ts';
import type { Db } from '../platform/database/index.ts';
import { settingsFrom } from './read-settings.ts';

export interface SiteRow {
  host: string;
  /** Other names that lead here. */
  aliases: string[];
  /** What an operator has set. */
  overrides: Record<string, unknown>;
  settings: SiteSettings;
  company: Company & { id: number };
}

/** Every site with its company, by host. A handful of rows. */
export async function allSites(db: Db): Promise<Map<string, SiteRow>> {
  const rows = await db.selectFrom('sites').innerJoin('companies', 'companies.id', 'sites.company_id').selectAll().execute();
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
          added: row.added.toISOString(),
        },
      },
    ]),
  );
}
