import { expect, test } from 'vitest';
import { localeFaults } from './check-locales.ts';

test('a language has the keys and placeholders of English', () => {
  const english = { greeting: 'Hello {name}', menu: { likes: 'Likes' } };
  expect(localeFaults('nl', english, { greeting: 'Hallo {name}', menu: { likes: 'Likes' } })).toEqual([]);
  expect(localeFaults('nl', english, { greeting: 'Hallo {naam}', menu: {}, extra: 'x' })).toEqual([
    'greeting lacks {name}',
    'greeting has {naam}, which en has not',
    'menu.likes is missing',
    'extra is not in en',
  ]);
});

test('a language has the plural forms of its own grammar', () => {
  const english = { left_one: '{count} like left', left_other: '{count} likes left' };
  expect(localeFaults('de', english, { left_one: 'noch ein Like', left_other: 'noch {count} Likes' })).toEqual([]);
  expect(localeFaults('pl', english, { left_one: '{count}', left_few: '{count}', left_many: '{count}', left_other: '{count}' })).toEqual([]);
  expect(localeFaults('pl', english, { left_one: '{count}', left_other: '{count}' })).toEqual(['left_few is missing', 'left_many is missing']);
  expect(localeFaults('nl', english, { left_one: '{count}', left_few: '{count}', left_other: '{count}' })).toEqual(['left_few is no plural form of nl']);
});

test('a sentence that was left in English is none of the language, a name or a single word may be', () => {
  const english = { brand: 'Liaison', offer: 'One credit for {name}', lead: 'Nobody sees what you buy.' };
  expect(localeFaults('nl', english, { ...english, offer: 'Eén credit voor {name}' })).toEqual(['lead stands in English']);
  expect(localeFaults('en', english, english)).toEqual([]);
});
