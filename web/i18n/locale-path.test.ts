import { expect, test } from 'vitest';
import { safePath, splitLocale } from './locale-path.ts';

test('splits a path into its language and the route path', () => {
  expect(splitLocale('/en/members/5')).toEqual({ locale: 'en', path: '/members/5' });
  expect(splitLocale('/en')).toEqual({ locale: 'en', path: '/' });
  expect(splitLocale('/members')).toEqual({ locale: null, path: '/members' });
  expect(splitLocale('/english')).toEqual({ locale: null, path: '/english' });
});

test('never redirects to another site after login', () => {
  expect(safePath('/en/chats?x=1')).toBe('/chats?x=1');
  expect(safePath('/members')).toBe('/members');
  for (const path of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'members',
  ])
    expect(safePath(path)).toBeNull();
  // The path without its prefix must not name another site either.
  for (const path of [
    '/en//evil.example/x',
    '/en/\\\\evil.example/x',
    '/en/\t/evil.example/x',
    '/nl/.//evil.example/x',
    '/en/en//evil.example/x',
  ])
    expect(safePath(path)).toMatch(/^\/[a-z]/);
});
