import { expect, test } from 'vitest';
import { listFaults, localeFaults, mayBePartial } from './check-locales.ts';

test('requires the keys and placeholders of English', () => {
  const english = { greeting: 'Hello {name}', menu: { likes: 'Likes' } };
  expect(localeFaults('nl', english, { greeting: 'Hallo {name}', menu: { likes: 'Likes' } })).toEqual([]);
  expect(localeFaults('nl', english, { greeting: 'Hallo {naam}', menu: {}, extra: 'x' })).toEqual([
    'greeting lacks {name}',
    'greeting has {naam}, which en has not',
    'menu.likes is missing',
    'extra is not in en',
  ]);
});

test('requires the plural forms of the language', () => {
  const english = { left_one: '{count} like left', left_other: '{count} likes left' };
  expect(
    localeFaults('de', english, { left_one: 'noch ein Like', left_other: 'noch {count} Likes' }),
  ).toEqual([]);
  expect(
    localeFaults('pl', english, {
      left_one: '{count}',
      left_few: '{count}',
      left_many: '{count}',
      left_other: '{count}',
    }),
  ).toEqual([]);
  expect(localeFaults('pl', english, { left_one: '{count}', left_other: '{count}' })).toEqual([
    'left_few is missing',
    'left_many is missing',
  ]);
  expect(
    localeFaults('nl', english, { left_one: '{count}', left_few: '{count}', left_other: '{count}' }),
  ).toEqual(['left_few is no plural form of nl']);
});

test('rejects untranslated sentences, but not names or single words', () => {
  const english = { brand: 'Liaison', offer: 'One credit for {name}', lead: 'Nobody sees what you buy.' };
  expect(localeFaults('nl', english, { ...english, offer: 'Eén credit voor {name}' })).toEqual([
    'lead stands in English',
  ]);
  expect(localeFaults('en', english, english)).toEqual([]);
});

test('requires the texts of the office in English and Dutch only', () => {
  expect(mayBePartial('en', 'office/desk.json')).toBe(false);
  expect(mayBePartial('nl', 'office/desk.json')).toBe(false);
  expect(mayBePartial('pl', 'office/desk.json')).toBe(true);
  expect(mayBePartial('pl', 'chat.json')).toBe(false);
});

test('lets a partial file lack texts, but checks the texts that it has', () => {
  const english = { send: 'Send', to: 'To {name}', days_one: '{count} day', days_other: '{count} days' };
  const faults = (translated: object) => localeFaults('pl', english, { ...translated }, { partial: true });
  expect(faults({})).toEqual([]);
  expect(faults({ send: 'Wyślij' })).toEqual([]);
  expect(faults({ to: 'Do', extra: 'x', days_one: '{count} dzień' })).toEqual([
    'to lacks {name}',
    'days_few is missing',
    'days_many is missing',
    'days_other is missing',
    'extra is not in en',
  ]);
});

test('names items of closed lists that have no English text', () => {
  const english = { roles: { owner: 'Owner', moderator: 'Moderator' } };
  expect(listFaults('office/frame.json', english)).toContain(
    'roles.auditor is missing: a closed list of the contract has this item',
  );
  expect(listFaults('office/frame.json', english).join()).not.toContain('roles.owner ');
  expect(listFaults('likes.json', {})).toEqual([]);
});
