import { bodyTypes, eyeColors, hairColors, interests, relationshipStatuses, sexualities, tattooAnswers } from './enums.ts';

/**
 * What premium members can search by besides place and age. On the wire each is a list of words with commas between them
 * and any of the words will do; words that are not in the closed lists are passed over.
 */
export const traitWords = {
  interests,
  sexuality: sexualities,
  relationship_status: relationshipStatuses,
  body_type: bodyTypes,
  hair_color: hairColors,
  eye_color: eyeColors,
  tattoos: tattooAnswers,
} as const;
export type TraitField = keyof typeof traitWords;
export const traitFields = Object.keys(traitWords) as TraitField[];

/** A search by traits: the words wanted of each field in the order of its list; a field that does not filter is absent. */
export type Traits = { [F in TraitField]?: (typeof traitWords)[F][number][] };

/** Reads traits out of query parameters. */
export function readTraits(given: (field: TraitField) => string | null | undefined): Traits {
  const traits: Record<string, string[]> = {};
  for (const field of traitFields) {
    const wanted = new Set(given(field)?.split(','));
    const known = traitWords[field].filter((word) => wanted.has(word));
    if (known.length > 0) traits[field] = known;
  }
  return traits as Traits;
}

/** Traits as query parameters. */
export const writeTraits = (traits: Traits): Partial<Record<TraitField, string>> =>
  Object.fromEntries(traitFields.flatMap((field) => (traits[field]?.length ? [[field, traits[field].join(',')]] : [])));
