import { expect, test } from 'vitest';
import { bitsOf, profileFields, traitFields } from './profile-fields.ts';

test('assigns each word of a column a distinct bit that fits in a bigint', () => {
  for (const column of ['looks', 'interest_bits'] as const) {
    const fields = traitFields.filter((field) => profileFields[field].searchable === column);
    const bits = fields.flatMap((field) => Object.values(bitsOf(field)));
    expect(new Set(bits).size, column).toBe(bits.length);
    for (const bit of bits) expect(bit >= 0 && bit <= 62).toBe(true);
  }
});
