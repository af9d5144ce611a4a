import { expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { completenessOf } from './completeness.ts';

const empty = {
  main_image: null,
  about: null,
  interests: [],
  prompts: [],
  city: null,
  photos: [],
  hair_color: null,
  eye_color: null,
  body_type: null,
  relationship_status: null,
  intention: [],
  sexuality: null,
} as unknown as Profile;

test('suggests a photo for an empty profile, and nothing for a complete one', () => {
  expect(completenessOf(empty, [])).toEqual({ percent: 0, next: 'photo' });
  const whole = {
    ...empty,
    main_image: {},
    about: 'I cook, I sail, and I read aloud to whoever stays.',
    interests: ['cooking', 'reading', 'beach'],
    prompts: [{ prompt: 'kiss', answer: 'a question' }],
    city: 'Utrecht',
    photos: [{}, {}, {}],
    hair_color: 'brown',
    eye_color: 'blue',
    body_type: 'normal',
    relationship_status: 'single',
    intention: ['dates'],
    sexuality: 'hetero',
  } as unknown as Profile;
  expect(completenessOf(whole, [])).toEqual({ percent: 100, next: null });
  expect(completenessOf({ ...whole, about: 'Hi.' }, [])).toEqual({ percent: 84, next: 'about' });
});

test('leaves out fields that the site hides, and asks for the shown part of a group', () => {
  const bare = { ...empty, main_image: {}, photos: [{}, {}, {}], city: 'Utrecht' } as unknown as Profile;
  expect(completenessOf(bare, [])).toEqual({ percent: 36, next: 'about' });
  const hidden = [
    'about',
    'prompts',
    'interests',
    'intention',
    'hair_color',
    'eye_color',
    'relationship_status',
    'sexuality',
  ] as const;
  // 45 of 55 points: the photos and the city are there, of the looks only the body type is asked for.
  expect(completenessOf(bare, hidden)).toEqual({ percent: 82, next: 'appearance' });
  expect(completenessOf(bare, [...hidden, 'body_type'])).toEqual({ percent: 100, next: null });
  expect(completenessOf({ ...bare, city: null }, [...hidden, 'body_type', 'city'])).toEqual({
    percent: 100,
    next: null,
  });
});
