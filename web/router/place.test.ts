import { expect, test } from 'vitest';
import { addressOf, isElsewhere, withoutLocale } from './place.ts';

const here = { pathname: '/members/5', search: '?from=likes', hash: '#photos' };

test('resolves links against the place that is shown, with the locale’s prefix', () => {
  for (const [to, address] of [
    ['/credits', '/en/credits'],
    ['/', '/en'],
    ['/members?page=2#top', '/en/members?page=2#top'],
    ['?page=2', '/en/members/5?page=2'],
    ['?', '/en/members/5'],
    ['#facts', '/en/members/5?from=likes#facts'],
    [{ pathname: '/chats', search: 'find=a b' }, '/en/chats?find=a b'],
    [{ search: '?page=3' }, '/en/members/5?page=3'],
    [{}, '/en/members/5'],
  ] as const)
    expect(addressOf(to, here, 'en'), JSON.stringify(to)).toBe(address);
  expect(addressOf('/', here, 'nl')).toBe('/');
  expect(addressOf('/credits', here, 'nl')).toBe('/credits');
});

test('takes the prefix off an address', () => {
  expect(withoutLocale('/en/members', 'en')).toBe('/members');
  expect(withoutLocale('/en', 'en')).toBe('/');
  expect(withoutLocale('/members', 'nl')).toBe('/members');
});

test('recognises links to other sites and to other programs', () => {
  for (const to of ['https://example.test/', '//example.test', '\\\\example.test', 'mailto:a@example.test'])
    expect(isElsewhere(to), to).toBe(true);
  for (const to of [
    '/members',
    '?at=12:30',
    '#a:b',
    '/redirect?to=https://example.test',
    { pathname: '//x' },
  ])
    expect(isElsewhere(to), JSON.stringify(to)).toBe(false);
});
