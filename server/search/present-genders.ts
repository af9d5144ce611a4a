import { sql } from 'kysely';
import { type Gender, genders, offeredGenders } from '#contract/lists/genders.ts';
import type { SiteSettings } from '#contract/site-settings/setting-table.ts';
import type { Db } from '../platform/database/index.ts';
import { inPool } from '../visibility/index.ts';
import type { Known } from './search-context.ts';

/**
 * The genders of a search for everyone: those that the site offers, and those that other sites of the pool offer or this
 * one offered before, if members have them. A search reads an index range for each, so the list has no more.
 */
export async function presentGenders(
  db: Db,
  { genders: known }: Known,
  pool: number,
  settings: Pick<SiteSettings, 'more_genders'>,
): Promise<Gender[]> {
  const offered = offeredGenders(settings.more_genders);
  let present = known.get(pool);
  if (!present) known.set(pool, (present = await gendersIn(db, pool)));
  return genders.filter((gender) => offered.includes(gender) || present.includes(gender));
}

async function gendersIn(db: Db, pool: number): Promise<Gender[]> {
  const { rows } = await sql<{ gender: Gender }>`
    select g as gender from unnest(${[...genders]}::text[]) g
    where exists (select from profiles p where ${inPool({ pool })} and p.gender = g and p.listed)`.execute(
    db,
  );
  return rows.map(({ gender }) => gender);
}
