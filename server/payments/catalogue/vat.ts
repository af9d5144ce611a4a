import { sql } from 'kysely';
import type { CallBody } from '#contract/calls.ts';
import type { CountryCode } from '#contract/lists/countries.ts';
import type { App } from '../../platform/app.ts';
import { one, type Db, inTransaction } from '../../platform/database/index.ts';
import type { AuditNote } from '../../platform/http/context.ts';
import { refuseFields } from '../../platform/http/refusal.ts';
import { settingsOf } from '../../site-settings/index.ts';

export async function vatPercentageOf(db: Db, country: CountryCode, timeZone: string): Promise<number> {
  const { rows } = await sql<{ percentage: string }>`
    select percentage from vat_rates where country = ${country} and valid_from <= (app_now() at time zone ${timeZone})::date
    order by valid_from desc limit 1`.execute(db);
  return Number(rows[0]?.percentage ?? 0);
}

export const vatOf = (amountCents: number, percentage: number): number =>
  Math.round((amountCents * percentage) / (100 + percentage));

/**
 * POST /api/admin/vat: sets a rate that applies from a given day. Throws `invalid_fields` for a past day:
 * payments keep the rate of their day, so the rate would have no effect.
 */
export async function saveVat(
  app: App,
  audit: AuditNote,
  { country, percentage, valid_from }: CallBody<'adminVat'>,
): Promise<{ ok: true }> {
  const { time_zone } = await settingsOf(app);
  await inTransaction(app.db, async (tx) => {
    const row = await one(
      sql<{
        past: boolean;
      }>`select ${valid_from}::date < (app_now() at time zone ${time_zone})::date as past`.execute(tx),
    );
    if (row.past) throw refuseFields({ valid_from: 'invalid' });
    await sql`
      insert into vat_rates (country, valid_from, percentage) values (${country}, ${valid_from}::date, ${percentage})
      on conflict (country, valid_from) do update set percentage = excluded.percentage`.execute(tx);
    await audit(tx, { object: country, details: { percentage, valid_from } });
  });
  return { ok: true };
}
