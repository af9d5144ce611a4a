import {
  bigintOf,
  bitsOf,
  isStoredAs,
  profileFields,
  traitColumns,
  traitFields,
  type TraitField,
} from '#contract/profile-fields.ts';

/**
 * The text of db/functions/015_profile_bits.sql: the trigger that sets the bits of
 * contract/profile-fields.ts. Fields that their owner hides have no bits, so no search finds them.
 */
export function profileBitsText(): string {
  return `-- Generated from contract/profile-fields.ts by \`npm run db:bits\`; do not edit. Sets the bits that the search by traits tests.
create or replace function set_profile_bits() returns trigger language plpgsql as $$
begin
${traitColumns.map(bitsOfColumn).join('\n')}
  return new;
end $$;
`;
}

const bitsOfColumn = (column: (typeof traitColumns)[number]) => `  new.${column} :=
    ${traitFields
      .filter((field) => profileFields[field].searchable === column)
      .map((field) => (isStoredAs(field, 'words') ? bitsOfWords(field) : bitOfWord(field)))
      .join('\n    | ')};`;

const branches = (field: TraitField) =>
  Object.entries(bitsOf(field))
    .map(([word, bit]) => `        when '${word}' then ${bigintOf([bit])}`)
    .join('\n');

const isHidden = (field: TraitField) => `'${field}' = any(new.hidden_fields)`;

const bitOfWord = (field: TraitField) => `case when ${isHidden(field)} then 0 else case new.${field}
${branches(field)}
        else 0
      end end::bigint`;

const bitsOfWords = (field: TraitField) => `coalesce((
      select bit_or(case word
${branches(field)}
        else 0
      end::bigint)
      from unnest(new.${field}) word where not ${isHidden(field)}), 0)`;
