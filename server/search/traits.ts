import { sql, type RawBuilder } from 'kysely';
import { readTraits, traitFields, traitWords, type TraitField, type Traits } from '#contract/traits.ts';
import type { CallQuery } from '#contract/calls.ts';
import type { SiteSettings } from '#contract/setting-table.ts';

/** The fields of `looks`, in the order of their bits (migration 0070). */
const LOOKS = ['sexuality', 'relationship_status', 'body_type', 'hair_color', 'eye_color', 'tattoos'] as const satisfies TraitField[];

/** The first bit of each field in `looks`. */
const firstBit = Object.fromEntries(LOOKS.map((field, n) => [field, LOOKS.slice(0, n).reduce((bits, before) => bits + traitWords[before].length, 0)]));

/** The traits that a search asks for; a field that the site does not show can not be searched by either. Null when it asks for none. */
export function traitsOf(
  query: NonNullable<CallQuery<'members'>>,
  shown: Pick<SiteSettings, 'visible_profile_fields' | 'visible_profile_notes'>,
): Traits | null {
  const visible = new Set([...shown.visible_profile_fields, ...shown.visible_profile_notes]);
  const traits = readTraits((field) => (visible.has(field) ? query[field] : null));
  return traitFields.some((field) => traits[field]) ? traits : null;
}

/** The condition over `profiles p`: of each field asked for, any of the words. */
export function havingTraits(traits: Traits): RawBuilder<boolean> {
  const conditions = LOOKS.flatMap((field) => (traits[field] ? [sql`(p.looks & ${bits(field, traits[field], firstBit[field]!)}::int) <> 0`] : []));
  if (traits.interests) conditions.push(sql`(p.interest_bits & ${String(bits('interests', traits.interests, 0))}::bigint) <> 0`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

const bits = (field: TraitField, wanted: readonly string[], first: number): number =>
  wanted.reduce((sum, word) => sum + 2 ** (first + (traitWords[field] as readonly string[]).indexOf(word)), 0);
