import { expect, test } from 'vitest';
import { accessTo, type Viewer } from './rules.ts';

const viewers: Viewer[] = ['owner', 'moderator', 'premium', 'free', 'visitor'];
type PhotoState = Parameters<typeof accessTo>[0];
const row = (photo: Omit<PhotoState, 'on_request'>) =>
  viewers.map((viewer) => accessTo({ ...photo, on_request: false }, viewer, true));

test('decides photo access for owner, moderator, premium member, free member and visitor', () => {
  expect(row({ status: 'active', private: false, main: true })).toEqual([
    'open',
    'open',
    'open',
    'open',
    'open',
  ]);
  expect(row({ status: 'active', private: false, main: false })).toEqual([
    'open',
    'open',
    'open',
    'open',
    'locked',
  ]);
  expect(row({ status: 'active', private: true, main: false })).toEqual([
    'open',
    'open',
    'open',
    'locked',
    'locked',
  ]);
  for (const status of ['inspecting', 'refused'] as const) {
    for (const hidden of [true, false])
      expect(row({ status, private: hidden, main: !hidden })).toEqual([
        'open',
        'open',
        'hidden',
        'hidden',
        'hidden',
      ]);
  }
});

test('opens a photo on request by a grant alone', () => {
  const photo: PhotoState = { status: 'active', private: true, on_request: true, main: false };
  const decided = (isGranted: boolean) => viewers.map((viewer) => accessTo(photo, viewer, isGranted));
  expect(decided(false)).toEqual(['open', 'open', 'locked', 'locked', 'locked']);
  expect(decided(true)).toEqual(['open', 'open', 'open', 'open', 'open']);
  expect(accessTo({ ...photo, status: 'refused' }, 'premium', true)).toBe('hidden');
});
