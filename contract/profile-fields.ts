/** Settings that list the fields a site displays, asks for and searches by (docs/product.md 3.3). */
export const visibilitySettings = ['visible_profile_fields', 'visible_profile_notes'] as const;
export type VisibilitySetting = (typeof visibilitySettings)[number];

/** Columns of `profiles` with a bit for each word that a search can ask for. */
export const traitColumns = ['looks', 'interest_bits'] as const;

interface ProfileField {
  /**
   * Storage in `profiles`: `word` is one word of a closed list, `words` several, `number` a whole number within
   * `range`, `answers` answers to prompts; a `computed` field has no column.
   */
  stored: 'text' | 'date' | 'word' | 'words' | 'number' | 'answers' | 'computed';
  /** The closed list in display order, each word with its bit in the column `searchable`. */
  words: Readonly<Record<string, number | null>> | null;
  range?: { least: number; most: number; unit: 'centimeter' };
  /**
   * Where a profile shows the field: on every card, among the facts, in a section of its own, or only to its
   * owner.
   */
  shown: 'card' | 'fact' | 'section' | 'owner';
  /** The site setting that can hide the field from everybody except its owner. */
  hideable: VisibilitySetting | null;
  searchable: (typeof traitColumns)[number] | null;
  editable: boolean;
  importable: boolean;
  /** True if every imported member must have a value. */
  required: boolean;
  /** The step of profile completion that the field belongs to. */
  completes: 'intention' | 'appearance' | 'relationship' | null;
}

const always = { hideable: null, searchable: null, completes: null } as const;
const given = { editable: true, importable: true } as const;
const place = {
  ...given,
  stored: 'text',
  words: null,
  shown: 'card',
  hideable: 'visible_profile_fields',
  searchable: null,
  completes: null,
} as const;
const fact = {
  ...given,
  stored: 'word',
  shown: 'fact',
  hideable: 'visible_profile_fields',
  searchable: 'looks',
  required: false,
  completes: null,
} as const;
const section = {
  ...given,
  shown: 'section',
  hideable: 'visible_profile_notes',
  required: false,
  completes: null,
} as const;
const severalFact = { ...fact, stored: 'words' } as const;
/** The closed list is in `contract/lists/genders.ts`: not a part of this table, which every conversation loads. */
const gender = { ...always, ...given, stored: 'text', words: null, required: true } as const;

/**
 * Every field of a profile, in display order. Columns, hiding, facts, the profile form, search filters,
 * completeness, import, the defaults of both visibility settings and the contract's schemas derive from this
 * table.
 *
 * Bits are permanent: stored rows and three indexes hold them, so a bit never moves and is never reused. A
 * new word takes the next free bit of its column, 63 at most. After a change run `npm run db:bits`, which
 * writes the trigger that sets them. Free bits: 60 to 63 in `looks`, 63 in `interest_bits`. After these, a
 * searchable field needs another column in `traitColumns`, and a migration that adds it
 * (`bigint not null default 0`) and appends it to every index on `profiles` that includes `interest_bits`.
 */
export const profileFields = {
  name: { ...always, ...given, stored: 'text', words: null, shown: 'card', required: true },
  gender: { ...gender, shown: 'card', hideable: 'visible_profile_fields' },
  gender_sought: { ...gender, shown: 'owner' },
  date_of_birth: { ...always, ...given, stored: 'date', words: null, shown: 'owner', required: true },
  /** Of a couple. The first name is a part of `name` (docs/decisions/0077-couples.md). */
  partner_date_of_birth: {
    ...always,
    ...given,
    stored: 'date',
    words: null,
    shown: 'owner',
    required: false,
  },
  age: {
    ...always,
    stored: 'computed',
    words: null,
    shown: 'card',
    hideable: 'visible_profile_fields',
    editable: false,
    importable: false,
    required: false,
  },
  country: { ...place, required: true },
  region: { ...place, required: false },
  city: { ...place, required: false },
  about: { ...section, stored: 'text', words: null, searchable: null },
  prompts: { ...section, stored: 'answers', words: null, searchable: null, importable: false },
  interests: {
    ...section,
    stored: 'words',
    searchable: 'interest_bits',
    words: {
      relationship: 0,
      onenightstand: 1,
      kissing: 2,
      hugging: 3,
      massages: 4,
      lingerie: 5,
      sex: 6,
      safesex: 7,
      publicsex: 8,
      oralsex: 9,
      analsex: 10,
      sextoys: 11,
      masturbating: 12,
      exchangingpictures: 13,
      threesome: 14,
      gangbang: 15,
      bondage: 16,
      sadomasochism: 17,
      gym: 18,
      sports: 19,
      dancing: 20,
      travelling: 21,
      adventure: 22,
      party: 23,
      tattoos: 24,
      music: 25,
      movies: 26,
      videogames: 27,
      politics: 28,
      outdoors: 29,
      gardening: 30,
      hiking: 31,
      biking: 32,
      reading: 33,
      animals: 34,
      beach: 35,
      art: 36,
      photography: 37,
      theater: 38,
      shopping: 39,
      fashion: 40,
      astrology: 41,
      cooking: 42,
      foodie: 43,
      bbq: 44,
      sushi: 45,
      vegetarian: 46,
      wine: 47,
      beer: 48,
      tea: 49,
      coffee: 50,
    },
  },
  intention: {
    ...severalFact,
    searchable: 'interest_bits',
    completes: 'intention',
    words: { long_term: 51, dates: 52, friendship: 53, casual: 54, unsure: 55 },
  },
  relationship_status: {
    ...fact,
    completes: 'relationship',
    words: { divorced: 4, living_together: 5, married: 6, single: 7, widowed: 8, unmarried: 9 },
  },
  sexuality: { ...fact, completes: 'relationship', words: { hetero: 0, gay: 1, lesbian: 2, bi: 3 } },
  pronouns: {
    ...fact,
    searchable: null,
    words: { she: null, he: null, they: null, she_they: null, he_they: null, ask: null },
  },
  children: {
    ...fact,
    searchable: 'interest_bits',
    words: { none: 59, want: 60, at_home: 61, grown_up: 62 },
  },
  /** ISO 639 codes; `Intl.DisplayNames` has their names. */
  languages: {
    ...severalFact,
    words: {
      en: 34,
      nl: 35,
      de: 36,
      fr: 37,
      es: 38,
      it: 39,
      pt: 40,
      pl: 41,
      da: 42,
      sv: 43,
      no: 44,
      fi: 45,
      tr: 46,
      ar: 47,
      ru: 48,
      uk: 49,
      ro: 50,
      hu: 51,
      cs: 52,
      el: 53,
      zh: 54,
      hi: 55,
    },
  },
  education: { ...fact, words: { secondary: 56, vocational: 57, higher: 58, studying: 59 } },
  height: {
    ...fact,
    stored: 'number',
    words: null,
    searchable: null,
    range: { least: 120, most: 230, unit: 'centimeter' },
  },
  body_type: { ...fact, completes: 'appearance', words: { slim: 10, normal: 11, fat: 12 } },
  hair_color: {
    ...fact,
    completes: 'appearance',
    words: {
      brunette: 13,
      blond: 14,
      brown: 15,
      white: 16,
      bald: 17,
      black: 18,
      dark_blond: 19,
      dark_brown: 20,
      gray: 21,
      red: 22,
      other: 23,
    },
  },
  eye_color: { ...fact, completes: 'appearance', words: { blue: 24, green: 25, hazel: 26, brown: 27 } },
  tattoos: { ...fact, words: { none: 28, some: 29, many: 30 } },
  smoking: { ...fact, words: { no: 31, sometimes: 32, yes: 33 } },
  drinking: { ...fact, searchable: 'interest_bits', words: { no: 56, sometimes: 57, often: 58 } },
} as const satisfies Record<string, ProfileField>;

type Table = typeof profileFields;
export type FieldName = keyof Table;
type Property = Exclude<keyof ProfileField, 'range'>;
type FieldsWith<P extends Property, V> = {
  [F in FieldName]: Table[F][P] extends V ? F : never;
}[FieldName];

const fieldNames = Object.keys(profileFields).filter((name): name is FieldName =>
  Object.hasOwn(profileFields, name),
);

function fieldsWith<P extends Property, const V extends ProfileField[P]>(
  property: P,
  ...values: V[]
): FieldsWith<P, V>[] {
  const wanted: ReadonlySet<unknown> = new Set(values);
  return fieldNames.filter((name): name is FieldsWith<P, V> => wanted.has(profileFields[name][property]));
}

export const factFields = fieldsWith('shown', 'fact');
export type FactField = (typeof factFields)[number];

/** The value of a fact. Without an answer it is null, or an empty list. */
export type FactValue<F extends FactField> =
  F extends FieldsWith<'stored', 'words'>
    ? WordOf<F>[]
    : F extends FieldsWith<'stored', 'number'>
      ? number | null
      : F extends WordField
        ? WordOf<F> | null
        : never;

type Stored = ProfileField['stored'];
export type FieldStoredAs<S extends Stored> = FieldsWith<'stored', S>;
export const fieldsStoredAs = <S extends Stored>(stored: S): FieldStoredAs<S>[] =>
  fieldNames.filter((field): field is FieldStoredAs<S> => isStoredAs(field, stored));

export const isStoredAs = <F extends FieldName, S extends Stored>(
  field: F,
  stored: S,
): field is F & FieldStoredAs<S> => profileFields[field].stored === stored;

export const traitFields = fieldsWith('searchable', ...traitColumns);
export type TraitField = (typeof traitFields)[number];

export const editableFields = fieldsWith('editable', true);
export type EditableField = (typeof editableFields)[number];

export const requiredFields = fieldsWith('required', true);

export const fieldsHiddenBy = {
  visible_profile_fields: fieldsWith('hideable', 'visible_profile_fields'),
  visible_profile_notes: fieldsWith('hideable', 'visible_profile_notes'),
} as const satisfies { [S in VisibilitySetting]: FieldsWith<'hideable', S>[] };
export type HideableField = FieldsWith<'hideable', VisibilitySetting>;
export const hideableFields = fieldsWith('hideable', ...visibilitySettings);

export function checkNumber(field: FieldStoredAs<'number'>, value: number | null): 'out_of_range' | null {
  const { least, most } = profileFields[field].range;
  return value === null || (value >= least && value <= most) ? null : 'out_of_range';
}

/** The fields that a site with these settings hides from everybody except the profile's owner. */
export const hiddenFields = (settings: Record<VisibilitySetting, readonly string[]>): HideableField[] =>
  hideableFields.filter((field) => !settings[profileFields[field].hideable].includes(field));

export const hideableCardFields = fieldsWith('shown', 'card').filter(
  (field): field is HideableCardField => profileFields[field].hideable !== null,
);
export type HideableCardField = FieldsWith<'shown', 'card'> & HideableField;

/**
 * Fields that a whole profile has and its cards lack. Their owner can hide each of them from others
 * (`hidden_fields`, docs/product.md 3.8). The fields of a card cannot be hidden: search is based on them.
 */
export const detailFields = fieldsWith('shown', 'fact', 'section');
export type DetailField = (typeof detailFields)[number];
export const ownerFields = fieldsWith('shown', 'owner');
export type OwnerField = (typeof ownerFields)[number];

export type WordField = FieldsWith<'stored', 'word' | 'words'>;
export type WordOf<F extends WordField> = F extends WordField ? keyof Table[F]['words'] & string : never;

export const wordsOf = <F extends WordField>(field: F): WordOf<F>[] =>
  Object.keys(profileFields[field].words).filter((word): word is WordOf<F> => isWordOf(field, word));

export const isWordOf = <F extends WordField>(field: F, word: string): word is WordOf<F> =>
  Object.hasOwn(profileFields[field].words, word);

export const bitsOf = (field: TraitField): Readonly<Record<string, number>> => profileFields[field].words;

/** These bits as the decimal of a PostgreSQL bigint, which bit 63 makes negative. */
export const bigintOf = (bits: readonly number[]): string =>
  String(
    BigInt.asIntN(
      64,
      bits.reduce((mask, bit) => mask | (1n << BigInt(bit)), 0n),
    ),
  );

export const interests = wordsOf('interests');
export type Interest = WordOf<'interests'>;

export const recordOf = <K extends string, V>(names: readonly K[], valueOf: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<K, V>;

export const pick = <T extends object, K extends keyof T & string>(from: T, keys: readonly K[]): Pick<T, K> =>
  recordOf(keys, (key) => from[key]) as Pick<T, K>;
