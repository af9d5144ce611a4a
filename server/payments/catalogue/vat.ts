import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import type { App } from '../../platform/app.ts';
import { type Db, inTransaction } from '../../platform/database/index.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';

/** The VAT that prices in a country include today, in percent. Today is the day that the site's receipts get. */
export async function vatPercentageOf(db: Db, country: CountryCode, timeZone: string): Promise<number> {
  const { rows } = await sql<{ percentage: string }>`
    select percentage from vat_rates where country = ${country} and valid_from <= (app_now() at time zone ${timeZone})::date
    order by valid_from desc limit 1`.execute(db);
  return Number(rows[0]?.percentage ?? 0);
}

/** The VAT that an amount includes, rounded to the cent. */
export const vatOf = (amountCents: number, percentage: number): number => Math.round((amountCents * percentage) / (100 + percentage));

/**
 * POST /api/admin/vat.php: a rate from a day on. Payments keep the rate of their own day, so a day that is over is refused
 * (`invalid_fields`): it would change nothing that was sold.
 */
export async function saveVat(app: App, audit: AuditNote, { country, percentage, valid_from }: CallBody<'adminVat'>): Promise<{ ok: true }> {
  const { time_zone } = await settingsOf(app);
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ past: boolean }>`select ${valid_from}::date < (app_now() at time zone ${time_zone})::date as past`.execute(tx);
    if (rows[0]!.past) throw refuseFields({ valid_from: 'invalid' });
    await sql`
      insert into vat_rates (country, valid_from, percentage) values (${country}, ${valid_from}::date, ${percentage})
      on conflict (country, valid_from) do update set percentage = excluded.percentage`.execute(tx);
    await audit(tx, { object: country, details: { percentage, valid_from } });
  });
  return { ok: true };
}
