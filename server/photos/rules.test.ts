import { expect, test } from 'vitest';
import { accessTo, type Viewer } from './rules.ts';

const viewers: Viewer[] = ['owner', 'moderator', 'premium', 'free', 'visitor'];
const row = (photo: Parameters<typeof accessTo>[0]) => viewers.map((viewer) => accessTo(photo, viewer));

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
