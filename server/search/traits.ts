import { sql, type RawBuilder } from 'kysely';
import type { CallQuery } from '#contract/calls.ts';
import {
  bigintOf,
  bitsOf,
  profileFields,
  traitFields,
  type HideableField,
  type TraitField,
} from '#contract/profile-fields.ts';
import { readTraits, type Traits } from '#contract/traits.ts';

export function traitsOf(
  query: NonNullable<CallQuery<'members'>>,
  hides: readonly HideableField[],
): Traits | null {
  const traits = readTraits((field) => (hides.includes(field) ? null : query[field]));
  return traitFields.some((field) => traits[field]) ? traits : null;
}

export function havingTraits(traits: Traits): RawBuilder<boolean> {
  const conditions = traitFields.flatMap((field) => {
    const words = traits[field];
    if (!words) return [];
    const column = sql.ref(`p.${profileFields[field].searchable}`);
    return [sql`(${column} & ${maskOf(field, words)}::bigint) <> 0`];
  });
  return sql`(${sql.join(conditions, sql` and `)})`;
}

const maskOf = (field: TraitField, words: readonly string[]): string => {
  const bits = bitsOf(field);
  return bigintOf(words.flatMap((word) => bits[word] ?? []));
};
