import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/**
 * Returns whether both the runtime and the database know the zone by an IANA name (`Europe/Amsterdam`).
 * Abbreviations and offsets are rejected.
 */
export async function isTimeZone(db: Db, zone: string): Promise<boolean> {
  if (zone !== 'UTC' && !/^[A-Za-z_]+\/[A-Za-z_/+\-0-9]+$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    await sql`select app_now() at time zone ${zone}`.execute(db);
    return true;
  } catch (error) {
    if (error instanceof RangeError || (error as { code?: string }).code === '22023') return false;
    throw error;
  }
}
