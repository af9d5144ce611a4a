import { expect, test } from 'vitest';
import type { User } from '#contract/membership/user.ts';
import type { Settings } from '#contract/site-settings/settings.ts';
import { withFaceFirst } from './face-first.ts';
import { defaultsOf, readFilters, searchOf, writeFilters } from './filters.ts';

const genders = ['male', 'female'] as const;
const settings = { geoip_selected_country: 'BE', geoip_country: 'BE' } as Settings;
const memberOf = (profile: Partial<User['profile']>) =>
  ({
    profile: { gender: 'male', gender_sought: null, country: 'NL', age: 38, city: 'Utrecht', ...profile },
  }) as User;
const defaults = defaultsOf(memberOf({}), settings);

test('defaults to the genders the member seeks, nearby and of similar age', () => {
  expect(defaults).toMatchObject({ gender: 'female', country: 'NL', min: 28, max: 48, sort: 'nearest' });
  expect(defaultsOf(memberOf({ age: 19, city: null }), settings)).toMatchObject({
    min: 18,
    max: 29,
    sort: 'newest',
  });
  expect(defaultsOf(null, settings)).toMatchObject({
    gender: null,
    country: 'BE',
    min: 18,
    max: 99,
    sort: 'newest',
  });
});

test('writes only differences from the defaults to the URL, and reads them back', () => {
  expect(writeFilters(defaults, defaults)).toBe('');
  const wide = { ...defaults, gender: null, country: null, min: 18, max: 99 };
  const address = writeFilters(wide, defaults);
  expect(address).toBe('?gender=all&country=all&min_age=18&max_age=99');
  expect(readFilters(new URLSearchParams(address), defaults, genders)).toEqual(wide);
});

test('ignores invalid parts of a URL', () => {
  const read = readFilters(
    new URLSearchParams('gender=martian&min_age=70&max_age=20&region=Utrecht&country=XX&sort=loudest'),
    defaults,
    genders,
  );
  expect(read).toMatchObject({ gender: 'female', country: 'NL', min: 20, max: 70, sort: 'nearest' });
});

test('sends no age range for the full range', () => {
  expect(searchOf({ ...defaults, min: 18, max: 99 })).not.toHaveProperty('min_age');
  expect(searchOf(defaults)).toMatchObject({ min_age: 28, max_age: 48, sort: 'nearest' });
});

test('puts members with photos first and keeps the order otherwise', () => {
  const [a, b, c, d] = [null, {}, null, {}].map((main_image, id) => ({
    id,
    main_image: main_image as never,
  }));
  expect(withFaceFirst([a!, b!, c!, d!]).map(({ id }) => id)).toEqual([1, 3, 0, 2]);
});
