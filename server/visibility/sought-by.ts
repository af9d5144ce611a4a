import { sql, type RawBuilder } from 'kysely';
import type { Gender } from '#contract/lists/genders.ts';

/** The gender that a profile seeks, over the alias of a row of `profiles`: `usuallySought` if it names none. */
export const soughtBy = (alias: 'me' | 'p'): RawBuilder<Gender> =>
  sql`coalesce(${sql.ref(`${alias}.gender_sought`)}, case ${sql.ref(`${alias}.gender`)} when 'male' then 'female' else 'male' end)`;
