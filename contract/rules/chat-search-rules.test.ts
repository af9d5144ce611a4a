import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf, hitsIn, isSearchable, searchWords } from './chat-search-rules.ts';

const found = (text: string, sought: string) =>
  hitsIn(text, searchWords(sought)).map(({ start, end }) => text.slice(start, end));

test('finds all words, regardless of case and accents, and within words', () => {
  expect(found('Naar het CAFÉ? Café de Zon!', 'cafe')).toEqual(['CAFÉ', 'Café']);
  expect(found('een kopje cafe', 'Café')).toEqual(['cafe']);
  expect(found('Zoo Łódź', 'łodz')).toEqual(['Łódź']);
  expect(found('catfish and fish', 'fish')).toEqual(['fish', 'fish']);
  expect(found('see you in the garden', 'garden see')).toEqual(['see', 'garden']);
});

test('includes combining accents in a hit', () => {
  expect(found('cafe\u0301 noir', 'cafe')).toEqual(['cafe\u0301']);
  expect(found('😀 ü 😀', 'u')).toEqual(['ü']);
});

test('requires at least two letters', () => {
  expect(isSearchable(searchWords('a'))).toBe(false);
  expect(isSearchable(searchWords('  '))).toBe(false);
  expect(isSearchable(searchWords('a be'))).toBe(true);
});

test('shows the hit in the excerpt with some words before it', () => {
  const text = `${'word '.repeat(60)}the needle\nin the hay ${'more '.repeat(60)}`;
  const { text: shown, hits } = excerptOf(text, ['needle']);
  expect(shown).toMatch(/^…word .*the needle in the hay more.*…$/);
  expect(hits.map(({ start, end }) => shown.slice(start, end))).toEqual(['needle']);
  expect(excerptOf('short needle', ['needle'])).toEqual({
    text: 'short needle',
    hits: [{ start: 6, end: 12 }],
  });
});

test('returns ordered, separate hits within the text for any text and words', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      (text, sought) => {
        let before = -1;
        for (const { start, end } of hitsIn(text, searchWords(sought))) {
          expect(start).toBeGreaterThan(before);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          before = end;
        }
      },
    ),
  );
});
