import { expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { completenessOf } from './completeness.ts';

const empty = {
  main_image: null,
  about: null,
  interests: [],
  city: null,
  photos: [],
  hair_color: null,
  eye_color: null,
  body_type: null,
  relationship_status: null,
  sexuality: null,
} as unknown as Profile;

test('an empty profile is told to begin with a photo, a whole one to do nothing', () => {
  expect(completenessOf(empty)).toEqual({ percent: 0, next: 'photo' });
  const whole = {
    ...empty,
    main_image: {},
    about: 'I cook, I sail, and I read aloud to whoever stays.',
    interests: ['cooking', 'reading', 'beach'],
    city: 'Utrecht',
    photos: [{}, {}, {}],
    hair_color: 'brown',
    eye_color: 'blue',
    body_type: 'normal',
    relationship_status: 'single',
    sexuality: 'hetero',
  } as unknown as Profile;
  expect(completenessOf(whole)).toEqual({ percent: 100, next: null });
  expect(completenessOf({ ...whole, about: 'Hi.' })).toEqual({ percent: 80, next: 'about' });
});
