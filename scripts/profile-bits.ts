import { bitsOf, profileFields, traitFields, type TraitField } from '#contract/profile-fields.ts';

/**
 * The text of db/functions/015_profile_bits.sql: the trigger that sets the bits of
 * contract/profile-fields.ts.
 */
export function profileBitsText(): string {
  const looks = traitFields.filter((field) => profileFields[field].searchable === 'looks');
  const interests = traitFields.filter((field) => profileFields[field].searchable === 'interest_bits');
  return `-- Generated from contract/profile-fields.ts by \`npm run db:bits\`; do not edit. Sets the bits that the search by traits tests.
create or replace function set_profile_bits() returns trigger language plpgsql as $$
begin
  new.looks :=
    ${looks.map(bitOfWord).join('\n    | ')};
${interests.map((field) => `  new.interest_bits := ${bitsOfWords(field)};`).join('\n')}
  return new;
end $$;
`;
}

const branches = (field: TraitField, indent: string) =>
  Object.entries(bitsOf(field))
    .map(([word, bit]) => `${indent}when '${word}' then ${2n ** BigInt(bit)}`)
    .join('\n');

const bitOfWord = (field: TraitField) => `case new.${field}
${branches(field, '        ')}
        else 0
      end::bigint`;

const bitsOfWords = (field: TraitField) => `coalesce((
    select bit_or(case word
${branches(field, '      ')}
      else 0
    end::bigint)
    from unnest(new.${field}) word), 0)`;
