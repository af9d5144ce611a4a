import { expect, test } from 'vitest';
import type { Activity } from '#contract/activity/calls.ts';
import type { ProfileCard } from '#contract/profiles.ts';
import { activityDays } from './activity-groups.ts';

const sameDay = (one: string, other: string) => one.slice(0, 10) === other.slice(0, 10);
const person = (id: number, kind: ProfileCard['kind'] = 'member') =>
  ({ id, name: `Person ${id}`, kind }) as ProfileCard;
const event = (id: number, rest: Partial<Activity>): Activity => ({
  id,
  kind: 'like',
  unread: false,
  created_at: '2026-05-02T10:00:00.000Z',
  details: {},
  ...rest,
});

test('groups the likes of people within a day, and leaves fictional profiles on their own', () => {
  const days = activityDays(
    [
      event(6, { profile: person(6) }),
      event(5, { kind: 'refund' }),
      event(4, { profile: person(4, 'fictional') }),
      event(3, { profile: person(3) }),
      event(2, { profile: person(2), created_at: '2026-05-01T22:00:00.000Z' }),
      event(1, { kind: 'refund', created_at: '2026-05-01T21:00:00.000Z' }),
    ],
    sameDay,
  );
  expect(days.map(({ groups }) => groups.map(({ events }) => events.map(({ id }) => id)))).toEqual([
    [[6, 3], [5], [4]],
    [[2], [1]],
  ]);
});
