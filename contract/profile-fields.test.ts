import { expect, test } from 'vitest';
import { bigintOf, bitsOf, profileFields, traitColumns, traitFields } from './profile-fields.ts';

test('assigns each word of a column a distinct bit that fits in a bigint', () => {
  for (const column of traitColumns) {
    const fields = traitFields.filter((field) => profileFields[field].searchable === column);
    const bits = fields.flatMap((field) => Object.values(bitsOf(field)));
    expect(new Set(bits).size, column).toBe(bits.length);
    for (const bit of bits) expect(bit >= 0 && bit <= 63).toBe(true);
  }
});

test('writes bits as a bigint of PostgreSQL, negative with the highest one', () => {
  expect(bigintOf([0, 62])).toBe('4611686018427387905');
  expect(bigintOf([0, 63])).toBe('-9223372036854775807');
});
