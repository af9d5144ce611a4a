import { expect, test } from 'vitest';
import { translations } from './resources.server.ts';

test("finds the office's texts as well as the members'", () => {
  expect(translations('nl', 'office/frame')).toMatchObject({ menu: { desk: expect.any(String) } });
  expect(translations('nl', 'office/nothing')).toBeNull();
});

test('falls back to English if a language lacks a file of the office', () => {
  expect(translations('without-office', 'office/desk')).toEqual(translations('en', 'office/desk'));
});
