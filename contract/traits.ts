import { traitFields, wordsOf, type TraitField, type WordOf } from './profile-fields.ts';

/**
 * A search by traits: the chosen words of each field, in the order of its list. A field that does not filter
 * is absent.
 */
export type Traits = { [F in TraitField]?: WordOf<F>[] };

/** Parses traits from query parameters, each a comma-separated list of words. Unknown words are ignored. */
export function readTraits(parameter: (field: TraitField) => string | null | undefined): Traits {
  const traits: Record<string, string[]> = {};
  for (const field of traitFields) {
    const value = parameter(field);
    if (!value) continue;
    const wanted = new Set<string>(value.split(','));
    const known = wordsOf(field).filter((word) => wanted.has(word));
    if (known.length > 0) traits[field] = known;
  }
  // TypeScript cannot tell inside the loop that `wordsOf(field)` only has words of that field.
  return traits as Traits;
}

export const writeTraits = (traits: Traits): Partial<Record<TraitField, string>> =>
  Object.fromEntries(
    traitFields.flatMap((field) => (traits[field]?.length ? [[field, traits[field].join(',')]] : [])),
  );
